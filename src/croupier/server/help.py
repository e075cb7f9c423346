"""The documentation, served by the casino itself."""

from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response
from starlette.routing import BaseRoute, Route

from croupier.kernel.languages import language
from croupier.server.answers import problems
from croupier.server.page_answers import Pages
from croupier.web import documentation


def routes(pages: Pages) -> list[BaseRoute]:
    async def begin(request: Request) -> Response:
        return RedirectResponse("/help/play.html", status_code=303)

    async def show(request: Request) -> Response:
        name = request.path_params["name"]
        if name in documentation.FILES:
            return Response(documentation.file(name), media_type=documentation.FILES[name])
        with problems(404, "no_such_page", documentation.NoSuchPage):
            if name.startswith(f"{documentation.PICTURES}/"):
                content, kind = documentation.picture(name)
                return Response(content, media_type=kind)
            return HTMLResponse(documentation.page(name.removesuffix(".html"), language()))

    return [Route("/help", begin), Route("/help/{name:path}", pages.shown(show))]
