"""A passkey in a real browser: Chromium's own virtual device makes it on My evening, and signs in with it."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Page, expect

from browser.driving import PHONE, Visit, serious, sideways
from server.running import PASSWORD

WHO = "admin-1"


def with_device(page: Page) -> Any:
    """A device with passkeys, which agrees to whatever it is asked."""
    device = page.context.new_cdp_session(page)
    device.send("WebAuthn.enable")
    kind = {"protocol": "ctap2", "transport": "internal", "hasResidentKey": True, "hasUserVerification": True}
    options = {**kind, "isUserVerified": True, "automaticPresenceSimulation": True}
    return device, device.send("WebAuthn.addVirtualAuthenticator", {"options": options})["authenticatorId"]


def fill(page: Page, *, password: str = PASSWORD) -> None:
    form = page.locator('form[action="/sign-in"]').first
    form.locator("[name=person]").fill(WHO)
    form.locator("[name=password]").fill(password)


def test_a_passkey_is_added_used_and_removed(visit: Visit) -> None:
    house = visit.house
    house.run(house.server.set_password(WHO, PASSWORD))
    page = visit.page("", "/sign-in", PHONE)
    fill(page)
    page.get_by_role("button", name="Sign in with a passkey").click()
    expect(page.locator("#refusal")).to_contain_text("http://localhost:")  # not at a number, where no passkey works
    there = house.url.replace("127.0.0.1", "localhost")
    page.goto(f"{there}/sign-in")
    device, authenticator = with_device(page)
    fill(page)
    page.get_by_role("button", name="Sign in", exact=True).click()
    page.goto(f"{there}/me")
    add = page.locator("form[data-passkey]")
    for name in ("my phone", "another"):
        add.locator("[name=name]").fill(name)
        add.locator("[name=password]").fill("wrong" if name == "another" else PASSWORD)
        add.get_by_role("button").click()
        if name == "another":
            expect(page.locator("#refusal")).to_contain_text("not the password")
        else:
            expect(page.locator("li", has_text="my phone")).to_contain_text("added")
    assert len(device.send("WebAuthn.getCredentials", {"authenticatorId": authenticator})["credentials"]) == 1
    assert not serious(page)
    assert sideways(page) <= 0
    page.context.clear_cookies()
    page.goto(f"{there}/sign-in?to=/me")
    assert not serious(page)
    fill(page)
    page.get_by_role("button", name="Sign in", exact=True).click()
    expect(page.locator(".refusal:visible")).to_contain_text("a code or passkey is missing")
    fill(page)
    page.get_by_role("button", name="Sign in with a passkey").click()
    expect(page.get_by_role("heading", name="Passkeys")).to_be_visible()
    assert list(house.server.floor.house.people.state.people[WHO].passkeys.values()) != [0]
    page.get_by_text("Remove my phone").click()
    remove = page.locator('form[data-post="/api/passkeys"]')
    remove.locator("[name=password]").fill(PASSWORD)
    remove.get_by_role("button").click()
    expect(page.locator("li", has_text="my phone")).to_have_count(0)
    page.context.clear_cookies()
    page.goto(f"{there}/sign-in?to=/me")
    fill(page)
    page.get_by_role("button", name="Sign in", exact=True).click()
    expect(page.get_by_role("heading", name="Passkeys")).to_be_visible()  # a password is enough again
