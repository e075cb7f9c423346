"""The pages that teach each game, made from the books, so that no number on them is ever wrong: `docs/play/*.md`."""

from __future__ import annotations

import re
from collections.abc import Iterator

from croupier.books import BOOKS, GAMES
from croupier.drawing.cloths import cloth_of
from croupier.drawing.house_picture import table_html
from croupier.drawing.playing_cards import card_svg
from croupier.kernel.actors import Viewer
from croupier.kernel.cards import Card, parse_cards
from croupier.poker.rules import Rules as PokerRules
from croupier.stud.rules import Rules as HouseRules
from croupier.tables.house_table import HouseTable
from croupier.tables.poker_table import PokerTable
from web.tables import house

HANDS = (
    ("royal flush", "ace, king, queen, jack and ten of one suit", "As Ks Qs Js Ts"),
    ("straight flush", "five cards in a row of one suit", "9h 8h 7h 6h 5h"),
    ("four of a kind", "four cards of one rank", "Qs Qh Qd Qc 4s"),
    ("full house", "three of one rank and two of another", "8s 8h 8d Kc Ks"),
    ("flush", "five cards of one suit", "Ad Jd 9d 6d 3d"),
    ("straight", "five cards in a row", "7s 6h 5d 4c 3s"),
    ("three of a kind", "three cards of one rank", "5s 5h 5d Kc 9h"),
    ("two pair", "two cards of one rank and two of another", "Js Jh 4d 4c As"),
    ("one pair", "two cards of one rank", "Ts Th Kd 7c 2s"),
    ("high card", "none of these: the highest card counts, then the next", "As Qh 9d 6c 3s"),
)


def games() -> dict[str, HouseRules | PokerRules]:
    """Every game that a page teaches, by its name."""
    found: dict[str, HouseRules | PokerRules] = {}
    for name in GAMES:
        if not any(name.startswith(book.split("-")[0]) for book in BOOKS):
            continue
        try:
            found[name] = HouseTable(name).rules
        except Exception:
            found[name] = PokerTable(name).rules
    return found


def plain(words: str) -> str:
    return words.replace("two pairs", "two pair")


def _steps(steps: list[str]) -> str:
    return "\n".join(f"{number}. {step}" for number, step in enumerate(steps, 1))


def _hands(*, wild: bool = False) -> str:
    rows = "\n".join(f"| {name} | {means} |" for name, means, _ in HANDS)
    more = (
        "\n\nWith wild deuces there are two more: **five of a kind**, above the straight flush, and the **wild royal flush**, "
        "a royal flush with a deuce in it, between five of a kind and the royal flush.\n"
        if wild
        else "\n"
    )
    picture = "![One example of each hand, from royal flush to high card](../pictures/play-hands.svg)"
    return f"{picture}\n\n| hand | what it is |\n|---|---|\n{rows}{more}"


_TIMES = {1: "once", 2: "twice", 3: "three times"}


def house_page(game: str, rules: HouseRules) -> str:
    """How to play a game against the house."""
    dealer = rules.qualifying_hand
    steps = [
        "**Ante.** Put chips on your box before the cards are dealt. "
        "The sign at the table shows the smallest and the largest ante.",
        "**Jackpot, if you like.** One small extra wager plays for a share of the jackpot. Rare hands win it. "
        "You place it after your ante and before the cards.",
    ]
    if rules.has("blind bets"):
        steps.append("**Bet blind, if you like.** You can place the bet before you see your cards.")
    steps.append("**Cards.** You get five cards. The dealer gets five too, and turns one of them up.")
    if rules.has("exchange"):
        steps.append(
            "**Exchange, if you like.** Pay your ante once more and tap the card that you want to replace. You can do this once. "
            "After an exchange you cannot win the jackpot, and the best hands pay less. The page says so before you decide."
        )
    if rules.instant_odds:
        steps.append(
            "**Instant Winner.** With a very good hand you can take a fixed payment at once instead of playing on. "
            "The button says how much."
        )
    steps += [
        f"**Bet or fold.** To stay in, bet {_TIMES[rules.bet_multiple]} your ante. "
        "To give up, fold: you lose the ante and nothing more.",
        f"**The dealer shows.** The dealer plays only with {dealer} or better. That is called *qualifying*.",
    ]
    odds = sorted(rules.bet_odds.items(), reverse=True)
    changed = rules.bet_odds_after_exchange
    heads = ["your hand", "a winning bet pays", *(["after an exchange"] if changed else [])]
    heads += ["Instant Winner pays on the ante"] if rules.instant_odds else []
    rows = []
    for hand, pays in odds:
        row = [plain(hand.label), str(pays), *([str(changed[hand])] if changed else [])]
        row += [str(rules.instant_odds.get(hand, "–"))] if rules.instant_odds else []
        rows.append("| " + " | ".join(row) + " |")
    table = f"| {' | '.join(heads)} |\n|{'---|' * len(heads)}\n" + "\n".join(rows)
    example = next((hand, pays) for hand, pays in odds if hand.label == "two pairs")
    bet = 10 * rules.bet_multiple
    gain = example[1].to * bet // example[1].each
    sums = [rules.currency.told(f"${amount}") for amount in (10, bet, gain)]
    wild = "\n\n**Deuces are wild.** A two counts as whatever card makes your hand best.\n" if rules.has("wild cards") else "\n"
    return f"""# How to play {rules.title}

You hold five cards against the dealer's five. You win when the dealer's hand is too weak to play, or when yours is better.{wild}
![The table in the middle of a round: the dealer's open card above, two players below](../pictures/play-{game}.svg)

## A round

{_steps(steps)}

## Who wins

| the dealer | your hand | your ante | your bet |
|---|---|---|---|
| does not qualify | any hand | wins {rules.ante_odds} | is returned |
| qualifies | better than the dealer's | wins {rules.ante_odds} | wins by the table below |
| qualifies | equal to the dealer's | is returned | is returned |
| qualifies | worse than the dealer's | is lost | is lost |

## What it pays

{table}

For example, you ante {sums[0]} and bet {sums[1]}. The dealer qualifies and your two pair is better.
The ante wins {sums[0]} and the bet wins {sums[2]}.

## Hands, best first

{_hands(wild=rules.has("wild cards"))}
## On the page

The big buttons are what you can do now. On a keyboard, **A** places the ante, **B** bets and **F** folds.
**H** reads your cards aloud and **?** lists every key. The small number beside a button is a clause of the rules: tap it.
A *training* table tells you what each choice is worth. At other tables the house may not advise you.
"""


_DISCARDS = {
    "before the flop": "**Discard.** Throw away one of your three cards before the flop.",
    "after the flop": "**Discard.** After the betting on the flop, throw away one of your three cards.",
}


def poker_page(game: str, rules: PokerRules) -> str:
    """How to play a game of the poker room."""
    count = {2: "two", 3: "three", 4: "four"}[rules.hole_cards]
    discard = _DISCARDS.get(rules.discard, "")
    before, after = ([discard] if rules.discard == when else [] for when in _DISCARDS)
    steps = [
        "**Blinds.** The dealer button moves one seat each hand. The two players to its left post the small and the big blind.",
        f"**Cards.** Everyone gets {count} cards face down. They are yours alone.",
        "**First betting round.** It begins to the left of the big blind.",
        *before,
        "**Flop.** Three cards are turned up in the middle. Everyone shares them. A second betting round follows.",
        *after,
        "**Turn.** A fourth card is turned up, and there is a third betting round.",
        "**River.** A fifth card is turned up, and there is a last betting round.",
        "**Showdown.** The players who are left show their cards, and the best hand wins the pot.",
    ]
    counts = (
        "Use **exactly two** of your four cards with **exactly three** from the middle. Four hearts in your hand are not a flush."
        if rules.hole_cards == 4
        else "Use any five of the seven cards: two of yours and five in the middle. You may use both of yours, one, or none."
    )
    low = ""
    if rules.lows is not None:
        low = """
## High and low

The best high hand takes half of the pot and the best low hand takes the other half. A low hand has five different ranks,
none above eight. Aces count low, and straights and flushes do not hurt. The best low is 5-4-3-2-A. If nobody has a low hand,
the high hand takes everything. One player can win both halves, with different cards for each.
"""
    return f"""# How to play {rules.title}

You play against the other players, not against the house. The best hand at the end wins the pot, and so does the last player left
when everyone else folds.

![Your cards, the cards in the middle, and the five that count](../pictures/play-{game}.svg)

## A hand

{_steps(steps)}

## Which cards count

{counts}
{low}
## Your turn

| you | what it means |
|---|---|
| check | stay in without betting, when nobody has bet |
| bet | put chips in first: the others must match them |
| call | match the bet |
| raise | bet more than the last player |
| fold | give up your cards and what you have put in |
| all-in | bet every chip you have; you can win only what others matched |

When a player is all-in and others bet more, the extra chips make a *side pot*, which the player who is all-in cannot win.

## Hands, best first

{_hands()}
## On the page

The big buttons are what you can do now. Presets and the slider set the size of a bet. On a keyboard, **K** checks, **C** calls,
**B** bets or raises and **F** folds. **H** reads your cards aloud, **P** the pot, and **?** lists every key.
After the hand the five winning cards are marked. *Hand history* shows every hand again, step by step.
"""


def begin() -> str:
    """The page from which players begin."""
    found = games()
    against = "\n".join(
        f"| [{rules.title}](play/{name}.md) | {_short(rules)} |" for name, rules in found.items() if isinstance(rules, HouseRules)
    )
    room = "\n".join(
        f"| [{rules.title}](play/{name}.md) | {_short(rules)} |" for name, rules in found.items() if isinstance(rules, PokerRules)
    )
    return f"""# How to play

New here? Open the lobby, tap *Sit down* at any table, and place an ante. In a demo nothing costs real money.

## Against the house

| game | what is special |
|---|---|
{against}

## Against other players

| game | what is special |
|---|---|
{room}

## Good to know

- The line above the buttons always says what happens now and whose turn it is.
- The small numbers are clauses of the rules. Tap one to read it.
- *My evening* has your results, the limits you set for yourself, and the proof of your cards.
- If the connection breaks, your seat, your cards and your time are kept.
- Everything works with a keyboard and a screen reader. Press **?** at a table for the keys.

[More about a table's page](how-to/sit-at-a-table.md): sounds, four-colour deck, chat, replays and the trainer.
Do you work here, or want to run a house? [Begin here](index.md).
"""


def _short(rules: HouseRules | PokerRules) -> str:
    if isinstance(rules, PokerRules):
        cards = f"{ {2: 'Two', 3: 'Three', 4: 'Four'}[rules.hole_cards] } cards each"
        parts = [cards, *([f"discard one {rules.discard}"] if rules.discard else [])]
        parts += ["exactly two count"] if rules.hole_cards == 4 else []
        return ", ".join(parts) + (". High and low hands share the pot." if rules.lows is not None else ".")
    parts = [f"The dealer plays with {rules.qualifying_hand} or better."]
    parts += ["You can exchange a card."] if rules.has("exchange") else []
    parts += ["Deuces are wild."] if rules.has("wild cards") else []
    return " ".join(parts)


# Pictures

_PLAY = """hand 1: As Ad 9c 7h 2s
hand 2: Kh Qh Jh Th 9h
hand dealer: Ac Kd 5c 4h 3s
deal"""


def pictures() -> dict[str, str]:
    """Every picture by the name of its file."""
    found = {"play-hands.svg": _all_hands()}
    for name, rules in games().items():
        if isinstance(rules, HouseRules):
            table = house(name, _PLAY, seats=2, ante="10.00")
            drawn = table_html(rules, table.picture(Viewer(person="p1")))
            svg = re.search(r"<svg.*</svg>", drawn, re.DOTALL)
            assert svg is not None
            found[f"play-{name}.svg"] = re.sub(r' style="[^"]*"', "", svg[0], count=1) + "\n"
        else:
            found[f"play-{name}.svg"] = _showdown(rules)
    return found


def _all_hands() -> str:
    rows = []
    for place, (name, _, cards) in enumerate(HANDS):
        x, y = (place // 5) * 400, (place % 5) * 84
        drawn = "".join(card_svg(card, x + 8 + at * 44, y + 8, 40, small=True) for at, card in enumerate(parse_cards(cards)))
        rows.append(f'{drawn}<text x="{x + 240}" y="{y + 42}" font-size="17">{name}</text>')
    paper = '<rect width="800" height="430" rx="16" fill="#fffefb"/>'
    return _svg(800, 430, paper + "".join(rows), "Every hand with an example, best first")


def _showdown(rules: PokerRules) -> str:
    """A player's cards below the board, with the five that count lifted."""
    cloth = cloth_of(rules.book)
    mine = parse_cards({2: "As Kd", 3: "As Kd 4c", 4: "As Kd 4c 4h"}[rules.hole_cards])
    board, best = parse_cards("Ah Ks 9d 5c 3h"), set(parse_cards("As Kd Ah Ks 9d"))
    kept = set(mine[:2]) if rules.discard else set(mine)

    def row(cards: tuple[Card, ...], y: int) -> Iterator[str]:
        x = 300 - len(cards) * 36
        for card in cards:
            lifted = 10 if card in best else 0
            drawn = card_svg(card, x, y - lifted, 64)
            faded = f'<g opacity="{1 if card in best else 0.45}">{drawn}</g>'
            yield faded
            if card not in kept and card in mine:
                yield f'<text x="{x + 32}" y="{y + 106}" font-size="13" text-anchor="middle" fill="#fff">discarded</text>'
            x += 72

    body = (
        f'<rect width="600" height="300" rx="24" fill="{cloth.felt}"/>'
        f'<text x="300" y="30" font-size="16" text-anchor="middle" fill="{cloth.print}">in the middle</text>'
        + "".join(row(board, 50))
        + f'<text x="300" y="170" font-size="16" text-anchor="middle" fill="{cloth.print}">your cards</text>'
        + "".join(row(mine, 190))
    )
    return _svg(600, 310, body, "Two pair, aces and kings: two cards of your own with three from the middle")


def _svg(width: int, height: int, body: str, title: str) -> str:
    fonts = "ui-sans-serif,system-ui,Helvetica,Arial,sans-serif"
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" role="img" font-family="{fonts}">'
        f"<title>{title}</title>{body}</svg>\n"
    )


def pages() -> dict[str, str]:
    """Every page by its name."""
    found = {"play": begin()}
    for name, rules in games().items():
        found[f"play/{name}"] = house_page(name, rules) if isinstance(rules, HouseRules) else poker_page(name, rules)
    return found
