"""What goes on round the cards, in real pages: seats and chips, the host, the talk, devices."""

from __future__ import annotations

import re
from typing import Final

import msgspec
import pytest
from browser.crowd import PHONE, Crowd, Serve
from browser.stage import BRISK, stage
from browser.visitor import Visitor
from playwright.sync_api import expect
from table.kit import ToldBots

from wildrank.games import GameCall

pytestmark = pytest.mark.browser
HOLDEM: Final = [GameCall("holdem")] * 9


def tab(visitor: Visitor, name: str) -> None:
    """Open a tab of the panel beside the table, which is a drawer on a telephone."""
    if visitor.at("log-toggle").is_visible() and not visitor.page.locator(".side.is-open").count():
        visitor.at("log-toggle").click()
    visitor.page.locator(f"#tab-{name}").click()


def surely(visitor: Visitor, name: str) -> None:
    """Press a button that asks once more, and say yes."""
    visitor.at(name).click()
    visitor.at(f"{name}-yes").click()


def table_of_two(crowd: Crowd, serve: Serve, **customs: object) -> tuple[Visitor, Visitor, str]:
    """Let Ann open a table without bots, where Bob has opened the link and is asked for a name."""
    config = msgspec.structs.replace(BRISK, bots=0, **customs)
    origin = serve(ToldBots(calls=HOLDEM), config)
    ann, bob = crowd.visitor(origin), crowd.visitor(origin)
    link = ann.deal_me_in(origin, "Ann")
    bob.page.goto(link)
    expect(bob.at("join-dialog")).to_be_visible()
    return ann, bob, link


def both_seated(crowd: Crowd, serve: Serve, **customs: object) -> tuple[Visitor, Visitor, str]:
    """Let Ann and Bob sit at a table of their own, in their first hand."""
    ann, bob, link = table_of_two(crowd, serve, **customs)
    bob.at("name").fill("Bob")
    bob.at("take-seat").click()
    expect(bob.my_seat).to_contain_text("Bob")
    called(ann, bob)
    return ann, bob, link


def called(*people: Visitor) -> None:
    """Let the dealer among some people call hold'em."""
    asked = [one.at("call-dialog") for one in people]
    people[0].until(lambda: any(one.count() for one in asked), "somebody calls the game")
    next(one for one in people if one.at("call-dialog").count()).call_game("holdem")


def ends_by_fold(*people: Visitor) -> None:
    """Let the one of two who acts first fold, and both go on to the next hand."""
    ready = "[data-testid=fold][aria-disabled=false]"
    people[0].until(lambda: any(one.page.locator(ready).count() for one in people), "a turn")
    next(one for one in people if one.page.locator(ready).count()).press("fold")


def go_on(*people: Visitor) -> None:
    """Press on after a hand, everybody who is there."""
    for one in people:
        one.at("next-hand").click()


# ------------------------------------------------------------------------------ seats and chips


@pytest.mark.parametrize("device", [{}, PHONE], ids=["desk", "phone"])
def test_a_chosen_buy_in_is_on_the_chair(
    crowd: Crowd, serve: Serve, device: dict[str, object]
) -> None:
    """The presets and the number lead to a stack within the limits, and that is the one seated."""
    origin = serve(ToldBots(calls=HOLDEM))
    link = crowd.visitor(origin).deal_me_in(origin, "Ann")
    bob = crowd.visitor(origin, **device)
    bob.page.goto(link)
    number = bob.at("chips-number")
    expect(number).to_have_value("200")
    bob.at("chips-high").click()
    expect(number).to_have_value("400")
    number.fill("5000")
    number.blur()
    expect(number).to_have_value("400")
    number.fill("123")
    number.blur()
    expect(bob.at("chips-slider")).to_have_value("123")
    bob.at("name").fill("Bob")
    bob.at("take-seat").click()
    expect(bob.my_seat).to_contain_text("Bob")
    assert bob.stack() == 123
    assert not bob.scrolls_sideways()


def test_a_top_up_comes_with_the_next_hand(crowd: Crowd, serve: Serve) -> None:
    """What is ordered during a hand is told, and on the chair when it is over."""
    origin = serve(ToldBots(calls=HOLDEM))
    ann = crowd.visitor(origin)
    ann.deal_me_in(origin, "Ann")
    ann.turn()
    tab(ann, "table")
    ann.at("chips-open").click()
    ann.at("chips-number").fill("333")
    ann.at("chips-number").blur()
    ann.answered(ann.at("chips-do").click)
    more = 333 - ann.view["chairs"][ann.view["you"]["chair"]]["stack"]
    expect(ann.at("chips-more")).to_contain_text(str(more))
    expect(ann.my_seat).to_contain_text(f"+{more}")
    ann.press("fold")
    assert ann.turn() == "over"
    ann.next_hand()
    expect(ann.at("chips-more")).to_have_count(0)
    ann.until(lambda: ann.view["chairs"][ann.view["you"]["chair"]]["stack"] >= 330, "they come")


def test_who_lost_everything_buys_in_with_one_press(
    crowd: Crowd, serve: Serve, decks: list[str]
) -> None:
    """The loser of an all-in is asked, presses once, and is dealt in with the usual stack."""
    decks.append("2c As 7d Ad  3c Ac 8s 9d  4c Jh  5c Kh")
    calls = [GameCall("holdem", {"limit": "no"})]
    origin = serve(ToldBots(calls=calls), msgspec.structs.replace(BRISK, bots=1))
    ann = crowd.visitor(origin)
    ann.deal_me_in(origin, "Ann")
    for _ in range(9):
        kind = ann.turn()
        if kind == "act" and ann.at("preset-high").count():
            ann.at("preset-high").click()
            ann.press("bet-raise")
        elif kind == "act":
            ann.press("check-call")
        elif kind == "show":
            ann.press("muck")
        else:
            break
    if not ann.at("broke").count():
        pytest.fail(f"Ann did not lose: {ann.log()}")
    expect(ann.at("rebuy")).to_contain_text("200")
    ann.answered(ann.at("rebuy").click)
    expect(ann.at("broke")).to_have_count(0)
    ann.next_hand()
    ann.until(lambda: ann.turn() in {"act", "call"}, "Ann is dealt in again")
    assert ann.view["chairs"][ann.view["you"]["chair"]]["stack"] > 190


def test_sitting_out_and_coming_back(crowd: Crowd, serve: Serve) -> None:
    """Bob sits out from the next hand on, the others play without him, and he comes back."""
    origin = serve(ToldBots(calls=HOLDEM))
    ann, bob = crowd.visitor(origin), crowd.visitor(origin)
    link = ann.deal_me_in(origin, "Ann")
    ann.turn()
    bob.join(link, "Bob")
    bob.at("sit-out-hand").click()
    bob.until(lambda: bob.view["you"]["out"] == "hand", "he is to sit out")
    ann.press("fold")
    go_on(ann, bob)
    called(ann)
    expect(bob.at("sit-in")).to_be_visible()
    tab(ann, "table")
    place = ann.at(f"player-{bob.view['you']['chair']}")
    expect(place).to_contain_text("sits out")
    bob.at("sit-in").click()
    expect(bob.at("sit-in")).to_have_count(0)
    expect(place).not_to_contain_text("sits out")


def test_a_newcomer_posts_or_waits_for_the_big_blind(crowd: Crowd, serve: Serve) -> None:
    """Who owes a blind is asked in the place of the buttons, and may think again."""
    origin = serve(ToldBots(calls=HOLDEM))
    ann, bob = crowd.visitor(origin), crowd.visitor(origin)
    link = ann.deal_me_in(origin, "Ann")
    ann.turn()
    bob.join(link, "Bob")
    assert bob.view["you"]["owes"] == 2
    expect(bob.at("debt-post")).to_contain_text("Post 2")
    for chosen, other in (("wait", "post"), ("post", "wait")):
        bob.answered(bob.at(f"debt-{chosen}").click)
        expect(bob.at(f"debt-{chosen}")).to_have_attribute("aria-pressed", "true")
        expect(bob.at(f"debt-{other}")).to_have_attribute("aria-pressed", "false")


def test_leaving_after_the_hand_can_be_taken_back(crowd: Crowd, serve: Serve) -> None:
    """Who leaves in a hand is told that the hand is played first, and may stay."""
    origin = serve(ToldBots(calls=HOLDEM))
    ann = crowd.visitor(origin)
    ann.deal_me_in(origin, "Ann")
    ann.turn()
    tab(ann, "table")
    ann.at("stand").click()
    expect(ann.at("leaving")).to_be_visible()
    ann.at("stay").click()
    expect(ann.at("stand")).to_be_visible()
    assert ann.view["you"]["leaving"] is False


def test_the_waiting_list_says_who_waits_and_where(crowd: Crowd, serve: Serve) -> None:
    """At a table full of people a newcomer waits, is told the place, and gets the first chair."""
    ann, bob, link = both_seated(crowd, serve, chairs=2)
    cy = crowd.visitor(link)
    cy.page.goto(link)
    expect(cy.at("join-text")).to_contain_text("waiting list")
    cy.at("name").fill("Cy")
    cy.at("take-seat").click()
    expect(cy.at("place")).to_contain_text("number 1")
    tab(ann, "table")
    expect(ann.at("waiting")).to_contain_text("Cy")
    tab(bob, "table")
    bob.at("stand").click()
    ends_by_fold(ann, bob)
    go_on(ann, bob)
    expect(cy.my_seat).to_contain_text("Cy")
    for _ in range(2):
        expect(bob.at("sit")).to_be_visible()
        expect(bob.at("join-dialog")).to_have_count(0)
        bob.page.reload()


# ------------------------------------------------------------------------------------- the host


def test_the_host_lets_people_sit_down(crowd: Crowd, serve: Serve) -> None:
    """Bob asks and is refused, asks again and is let in; both sides see each step."""
    ann, bob, _link = table_of_two(crowd, serve)
    tab(ann, "table")
    ann.at("customs-open").click()
    ann.at("custom-approve").check()
    ann.answered(ann.at("customs-do").click)
    expect(bob.at("join-text")).to_contain_text("Ann is the host")
    bob.at("name").fill("Bob")
    bob.at("take-seat").click()
    expect(bob.at("asking")).to_contain_text("Waiting for Ann")
    expect(ann.at("ask")).to_contain_text("Bob asks for a seat")
    ann.at("refuse").click()
    expect(bob.at("notice")).to_have_attribute("data-code", "table/not-approved")
    bob.at("sit").click()
    bob.at("take-seat").click()
    ann.at("approve").click()
    expect(bob.my_seat).to_contain_text("Bob")
    expect(ann.at("ask")).to_have_count(0)


def test_the_host_pauses_and_everybody_sees_it(crowd: Crowd, serve: Serve) -> None:
    """The banner stands on both pages while the table is paused, and only the host ends it."""
    ann, bob, _link = both_seated(crowd, serve)
    tab(ann, "table")
    ann.at("pause").click()
    for one in (ann, bob):
        expect(one.at("paused")).to_be_visible()
    expect(bob.at("state-go-on")).to_have_count(0)
    tab(bob, "table")
    expect(bob.at("customs-lines")).to_be_visible()
    expect(bob.at("host")).to_have_count(0)
    ann.at("state-go-on").click()
    for one in (ann, bob):
        expect(one.at("paused")).to_have_count(0)


def test_the_host_sends_somebody_away(crowd: Crowd, serve: Serve) -> None:
    """A press alone does nothing; after the second Bob is told, and a reload lets nobody in."""
    ann, bob, _link = both_seated(crowd, serve)
    chair = bob.view["you"]["chair"]
    tab(ann, "table")
    ann.at(f"person-{chair}").click()
    ann.at("kick").click()
    expect(ann.at("kick-yes")).to_be_visible()
    assert ann.view["chairs"][chair]["leaving"] is False
    ann.at("kick-yes").click()
    ends_by_fold(ann, bob)
    ann.at("next-hand").click()
    expect(bob.at("gone").or_(bob.at("gate"))).to_contain_text("sent you away")
    bob.page.reload()
    expect(bob.at("gate")).to_have_attribute("data-code", "table/kicked")


def test_the_host_hands_the_role_over(crowd: Crowd, serve: Serve) -> None:
    """Bob has the host's part afterwards, and Ann has none."""
    ann, bob, _link = both_seated(crowd, serve)
    tab(ann, "table")
    tab(bob, "table")
    ann.at(f"person-{bob.view['you']['chair']}").click()
    surely(ann, "hand-over")
    expect(bob.at("host")).to_be_visible()
    expect(ann.at("host")).to_have_count(0)


def test_the_host_ends_the_table_after_the_hand(crowd: Crowd, serve: Serve) -> None:
    """Everybody is told, the hand is played, and then the table is closed."""
    ann, bob, _link = both_seated(crowd, serve)
    tab(ann, "table")
    surely(ann, "end")
    for one in (ann, bob):
        expect(one.at("ending")).to_be_visible()
    ends_by_fold(ann, bob)
    go_on(ann, bob)
    for one in (ann, bob):
        expect(one.at("gone")).to_be_visible()


def test_customs_change_with_the_next_hand(crowd: Crowd, serve: Serve) -> None:
    """Games and buy-in of the dialog hold from the next hand on; nonsense cannot be sent."""
    origin = serve(ToldBots(calls=HOLDEM))
    ann = crowd.visitor(origin)
    ann.deal_me_in(origin, "Ann")
    ann.turn()
    tab(ann, "table")
    ann.at("customs-open").click()
    for slug in ("omaha-hilo", "reach-around-flop"):
        ann.at(f"allow-{slug}").uncheck()
    ann.at("buy-in-high").fill("150")
    ann.at("buy-in-high").blur()
    expect(ann.at("customs-do")).to_be_disabled()
    ann.at("buy-in-high").fill("900")
    ann.at("buy-in-high").blur()
    ann.answered(ann.at("customs-do").click)
    expect(ann.at("customs-lines")).to_contain_text("Buy-in 100 to 900, usually 200")
    assert ann.view["customs"]["buy_in"]["high"] == 400
    ann.press("fold")
    assert ann.turn() == "over"
    ann.next_hand()
    ann.until(lambda: ann.view["customs"]["buy_in"]["high"] == 900, "they are in force")
    assert set(ann.view["customs"]["games"]) == {"holdem", "holdem-hilo", "reach-around"}


def test_an_old_invitation_lets_nobody_in(crowd: Crowd, serve: Serve) -> None:
    """After the host changed it the bare link fails, the new one works in the same window."""
    ann, _bob, link = both_seated(crowd, serve)
    tab(ann, "table")
    surely(ann, "revoke")
    expect(ann.at("invite-link")).to_have_value(re.compile("#invite="))
    cy = crowd.visitor(link)
    cy.page.goto(link)
    expect(cy.at("gate")).to_have_attribute("data-code", "table/invite")
    cy.page.goto(ann.at("invite-link").input_value())
    expect(cy.at("join-dialog")).to_be_visible()
    assert cy.page.url == link


def test_newcomers_need_the_password_the_host_set(crowd: Crowd, serve: Serve) -> None:
    """A wrong word is refused in plain words, the right one opens the door."""
    ann, _bob, link = both_seated(crowd, serve)
    tab(ann, "table")
    ann.at("password").fill("open sesame")
    ann.at("password-set").click()
    expect(ann.at("locked")).to_be_visible()
    cy = crowd.visitor(link)
    cy.page.goto(link)
    for word in ("sesame", "open sesame"):
        cy.at("gate-word").fill(word)
        cy.at("gate-enter").click()
        if word == "sesame":
            expect(cy.at("gate")).to_contain_text("That is not the password")
    expect(cy.at("join-dialog")).to_be_visible()
    ann.at("password-none").click()
    expect(ann.at("locked")).to_have_count(0)


# --------------------------------------------------------------------------- devices, and the talk


def test_a_ticket_is_a_link_and_a_code(crowd: Crowd) -> None:
    """The link of the dialog seats a telephone on the same chair; its code is a picture."""
    with stage(ToldBots(calls=HOLDEM), others=True) as origin:
        ann, phone = crowd.visitor(origin), crowd.visitor(origin, **PHONE)
        link = ann.deal_me_in(origin, "Ann")
        ann.turn()
        tab(ann, "table")
        ann.at("device-open").click()
        ann.at("ticket").click()
        code = ann.at("ticket-code")
        expect(code).to_be_visible()
        assert code.evaluate("(image) => image.decode().then(() => image.naturalWidth > 0)")
        phone.page.goto(ann.at("ticket-link").input_value())
        assert phone.turn() == "act"
        assert phone.hole() == ann.hole()
        assert phone.page.url == link
        crowd.leave()


def test_logging_out_asks_once_more(crowd: Crowd, serve: Serve) -> None:
    """Both tabs of the browser are closed from the table, and say why."""
    origin = serve(ToldBots(calls=HOLDEM))
    ann = crowd.visitor(origin)
    link = ann.deal_me_in(origin, "Ann")
    ann.turn()
    second = crowd.second_tab(ann)
    second.page.goto(link)
    second.turn()
    tab(ann, "table")
    ann.at("device-open").click()
    surely(ann, "logout")
    for one in (ann, second):
        expect(one.at("gone")).to_contain_text("You have logged out")
    second.page.reload()
    expect(second.at("join-dialog")).to_be_visible()


def test_two_people_talk(crowd: Crowd, serve: Serve) -> None:
    """A message is marked until it is seen, read out once, and not heard from who is muted."""
    ann, bob, _link = both_seated(crowd, serve)
    tab(bob, "chat")
    bob.at("chat-text").fill("Hello <b>there</b>")
    bob.at("chat-send").click()
    expect(ann.at("mark").first).to_contain_text("1")
    expect(ann.at("say-log")).to_contain_text("Bob says: Hello <b>there</b>")
    tab(ann, "chat")
    expect(ann.at("mark")).to_have_count(0)
    expect(ann.at("chat-line")).to_contain_text("Hello <b>there</b>")
    ann.at("chat-text").fill("x" * 400)
    assert len(ann.at("chat-text").input_value()) == 300
    ann.at("chat-send").click()
    expect(bob.at("chat-line")).to_have_count(2)
    ann.at("chat-options").click()
    ann.at("chat-mute").click()
    expect(ann.at("chat-line")).to_have_count(1)
    ann.at("chat-mute").click()
    ann.at("chat-aloud").uncheck()
    bob.at("chat-text").fill("Are you there?")
    bob.at("chat-send").click()
    expect(ann.at("chat-line")).to_have_count(3)
    expect(ann.at("say-log")).not_to_contain_text("Are you there?")


def test_the_talk_is_quiet_in_words_unless_asked(crowd: Crowd, serve: Serve) -> None:
    """In the table in words messages are shown, and read out only when that is wanted."""
    ann, bob, _link = both_seated(crowd, serve)
    ann.at("text-switch").focus()
    ann.page.keyboard.press("Enter")

    def typed(words: str) -> None:
        ann.at("command").fill(words)
        ann.page.keyboard.press("Enter")

    typed("say Good evening")
    tab(bob, "chat")
    expect(bob.at("chat-line")).to_contain_text("Good evening")
    for words, heard in (("first", False), ("second", True)):
        bob.at("chat-text").fill(words)
        bob.at("chat-send").click()
        expect(ann.at("chat-line").last).to_contain_text(words)
        assert (f"Bob says: {words}" in ann.at("say-log").inner_text()) is heard
        typed("chat on")
        expect(ann.at("answer")).to_contain_text("Messages are read out.")
    typed("table rules")
    expect(ann.at("answer")).to_contain_text("Buy-in 100 to 400")
    typed("send away bob")
    expect(ann.at("answer")).to_contain_text("once more")
    typed("pause")
    expect(bob.at("paused")).to_be_visible()


# -------------------------------------------------------------------------------- after the hand


def test_cards_are_shown_and_the_board_is_opened_after_a_hand(
    crowd: Crowd, serve: Serve, decks: list[str]
) -> None:
    """Ann folds, shows one card and then the other; the undealt board stands where it would."""
    decks.append("5s Qd 6d  4c Qh Jd  8s 2c 2h 5d 2d")
    config = msgspec.structs.replace(BRISK, bots=0)
    origin = serve(ToldBots(), config)
    ann, bob = crowd.visitor(origin), crowd.visitor(origin)
    link = ann.deal_me_in(origin, "Ann")
    tab(ann, "table")
    ann.at("customs-open").click()
    ann.at("custom-rabbit").check()
    ann.answered(ann.at("customs-do").click)
    bob.join(link, "Bob")
    called(ann, bob)
    ends_by_fold(ann, bob)
    for one in (ann, bob):
        expect(one.at("after-hand")).to_be_visible()
    ann.at("reveal-card").first.click()
    expect(ann.at("reveal-card")).to_have_count(1)
    expect(bob.at("log")).to_contain_text("Ann shows")
    ann.at("rabbit").click()
    for one in (ann, bob):
        expect(one.at("rabbit-card")).to_have_count(5)
        expect(one.at("rabbit")).to_have_count(0)
