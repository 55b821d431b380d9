"""A visitor hosts a game, and a friend with a telephone finds it by the link."""

from __future__ import annotations

from browser.crowd import PHONE, Crowd, Serve
from browser.stage import stage
from playwright.sync_api import expect
from table.kit import ToldBots


def test_a_friend_joins_by_link_on_a_telephone(crowd: Crowd) -> None:
    """*Host a game* seats the visitor and shows a link and its code; the link seats a friend."""
    with stage(ToldBots(), others=True) as origin:
        host = crowd.visitor(origin)
        host.page.goto(origin)
        host.at("name").fill("Ann")
        host.at("host-a-game").click()
        code = host.at("invite-dialog").get_by_test_id("invite-code")
        expect(code).to_be_visible()
        assert code.evaluate("(image) => image.decode().then(() => image.naturalWidth > 0)")
        link = host.at("invite-dialog").get_by_test_id("invite-link").input_value()
        assert link.startswith(f"{origin}/t/")
        expect(host.page.get_by_text("A hand needs two.")).to_be_visible()
        friend = crowd.visitor(origin, **PHONE)
        friend.page.goto(link)
        friend.at("name").fill("Bob")
        friend.at("take-seat").click()
        expect(host.page.get_by_text("Bob").first).to_be_visible()
        crowd.leave()


def test_alone_the_dialog_says_how_to_let_others_in(crowd: Crowd, serve: Serve) -> None:
    """Where the server listens to its own machine only, there is no code but a command."""
    origin = serve()
    host = crowd.visitor(origin)
    host.page.goto(origin)
    host.at("host-a-game").click()
    text = host.at("invite-dialog").get_by_test_id("invite-text")
    expect(text).to_contain_text("--host 0.0.0.0")
    expect(host.at("invite-code")).to_have_count(0)
