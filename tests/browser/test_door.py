"""The door of a table in a real page: tickets, invitations, passwords, and logging out."""

from __future__ import annotations

import pytest
from browser.crowd import Crowd, Serve
from browser.visitor import Visitor
from playwright.sync_api import expect

pytestmark = pytest.mark.browser

WISH = """async (wish) => {
  const wire = await import("/static/js/base/wire.mjs");
  return wire.send(wish);
}"""
TICKET = """async () => {
  const store = await import("/static/js/base/store.mjs");
  return store.ticket.value?.code ?? "";
}"""


def wish(visitor: Visitor, **message: object) -> None:
    """Let a page send a wish, as a button would."""
    assert visitor.page.evaluate(WISH, message)


def test_another_device_takes_the_same_chair_by_a_ticket(crowd: Crowd, serve: Serve) -> None:
    """The link works once, is dropped from the address, and the token is the device's own."""
    origin = serve()
    ann = crowd.visitor(origin)
    link = ann.deal_me_in(origin, "Ann")
    ann.turn()
    wish(ann, type="ticket")
    ann.until(lambda: ann.page.evaluate(TICKET), "there is a ticket")
    code = ann.page.evaluate(TICKET)
    phone, late = crowd.visitor(origin), crowd.visitor(origin)
    phone.page.goto(f"{link}#ticket={code}")
    assert phone.turn() == "act"
    assert phone.hole() == ann.hole()
    assert phone.page.url == link
    phone.page.reload()
    assert phone.turn() == "act"
    late.page.goto(f"{link}#ticket={code}")
    expect(late.at("gate")).to_have_attribute("data-code", "people/ticket")


def test_newcomers_need_the_invitation_and_the_password(crowd: Crowd, serve: Serve) -> None:
    """The bare link says why it fails; the new one asks for the password, and lets in with it."""
    origin = serve()
    ann, bob = crowd.visitor(origin), crowd.visitor(origin)
    link = ann.deal_me_in(origin, "Ann")
    ann.turn()
    wish(ann, type="invites", revoke=True)
    ann.until(lambda: ann.view["you"]["invite"], "there is a code")
    wish(ann, type="password", text="open sesame")
    ann.until(lambda: ann.view["customs"]["password"], "there is a password")
    bob.page.goto(link)
    expect(bob.at("gate")).to_have_attribute("data-code", "table/invite")
    bob.page.goto(f"{origin}/")
    bob.page.goto(f"{link}#invite={ann.view['you']['invite']}")
    expect(bob.at("gate")).to_have_attribute("data-code", "table/password")
    bob.at("gate-word").fill("open sesame")
    bob.at("gate-enter").click()
    expect(bob.at("take-seat")).to_be_visible()
    assert bob.page.url == link


def test_who_logs_out_is_a_stranger(crowd: Crowd, serve: Serve) -> None:
    """The page says so and does not come back by itself; a reload finds no chair."""
    origin = serve()
    ann = crowd.visitor(origin)
    ann.deal_me_in(origin, "Ann")
    ann.turn()
    wish(ann, type="logout")
    expect(ann.page.locator(".connection")).to_be_visible()
    ann.page.reload()
    expect(ann.at("take-seat")).to_be_visible()
    assert ann.view["you"]["chair"] is None
