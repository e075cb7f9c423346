"""What drawings of tables share: text, outlines, a stack of chips with its amount, and the frame around it all."""

from html import escape

from croupier.drawing.chips import chips_svg
from croupier.drawing.cloths import Cloth
from croupier.kernel.money import dollars

FONT = "ui-sans-serif,system-ui,Helvetica,Arial,sans-serif"
WHITE, INK = "#ffffff", "#15171b"


def drawing(width: int, height: int, says: str, body: str) -> str:
    """A drawing that is whole in itself: no style sheet, no script, no font to load; `says` is it in words."""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" role="img" '
        f'style="width:100%;max-width:{width}px;height:auto" font-family="{FONT}">'
        f"<title>{escape(says)}</title>{body}</svg>"
    )


def text(
    x: float, y: float, says: str, *, size: float, fill: str, weight: int = 400, anchor: str = "start", spacing: float = 0
) -> str:
    apart = f' letter-spacing="{spacing}"' if spacing else ""
    return (
        f'<text x="{x:.1f}" y="{y:.1f}" font-size="{size:g}" font-weight="{weight}" fill="{fill}" '
        f'text-anchor="{anchor}"{apart}>{escape(says)}</text>'
    )


def outline(cloth: Cloth, x: float, y: float, width: float, height: float) -> str:
    """A place on the cloth where something may be put."""
    return (
        f'<rect x="{x:.1f}" y="{y:.1f}" width="{width:.1f}" height="{height:.1f}" rx="5" fill="none" '
        f'stroke="{cloth.print}" stroke-width="1.2" stroke-dasharray="3 3" opacity=".7"/>'
    )


def chips(amount: int, x: float, y: float) -> str:
    """Chips about a point, with their amount below."""
    stack = chips_svg(amount, attributes=f'x="{x - 16:.1f}" y="{y - 18:.1f}"')
    return stack + text(x, y + 30, short(amount), size=12, weight=600, fill=WHITE, anchor="middle")


def short(amount: int) -> str:
    """An amount without cents that are zero."""
    return dollars(amount).removesuffix(".00")
