"""URLs of rooms."""

from django.urls import include, path, register_converter
from django.urls.converters import StringConverter

from rooms.views import (
    delete_account,
    home,
    host,
    lobby,
    moves,
    open_tables,
    regulars,
    report,
    returning,
    room,
    table,
)


class CodeConverter(StringConverter):
    """A path converter for room codes. It accepts upper and lower case."""

    regex = "[A-Za-z0-9]{1,12}"


register_converter(CodeConverter, "code")

app_name = "rooms"

of_a_room = [
    path("", room.room, name="room"),
    path("state.json", room.state, name="state"),
    path("regions/", room.regions, name="regions"),
    path("since/", returning.since, name="since"),
    path("qr.svg", room.qr, name="qr"),
    path("history/", room.history, name="history"),
    path("join/", lobby.join, name="join"),
    path("name/", lobby.rename, name="rename"),
    path("leave/", lobby.leave, name="leave"),
    path("again/", lobby.again, name="again"),
    path("bots/add/", lobby.add_bot, name="add_bot"),
    path("bots/fill/", lobby.fill_with_bots, name="fill_with_bots"),
    path("bots/level/", lobby.set_bot_level, name="set_bot_level"),
    path("bots/pause/", table.pause_bots, name="pause_bots"),
    path("bots/to-my-turn/", table.play_to_turn, name="play_to_turn"),
    path("bots/clear/", lobby.clear_bots, name="clear_bots"),
    path("remove/", lobby.kick, name="kick"),
    path("bans/lift/", lobby.lift_ban, name="lift_ban"),
    path("shuffle/", lobby.shuffle, name="shuffle"),
    path("swap/", lobby.swap, name="swap"),
    path("settings/", host.settings, name="settings"),
    path("host/tools/", host.tools, name="host_tools"),
    path("host/", host.hand_over, name="hand_over"),
    path("lock/", host.lock, name="lock"),
    path("start/", lobby.start, name="start"),
    path("series/end/", lobby.end_series, name="end_series"),
    path("ask/", moves.ask, name="ask"),
    path("claim/", moves.claim, name="claim"),
    path("pass/", moves.pass_turn, name="pass"),
    path("declare/", table.start_claim_pause, name="start_claim_pause"),
    path("declare/cancel/", table.cancel_claim_pause, name="cancel_claim_pause"),
    path("stand-in/", table.substitute, name="substitute"),
    path("stand-in/until-back/", table.substitute_until_back, name="substitute_until_back"),
    path("hand/", table.sort_hand, name="sort_hand"),
    path("end/", table.end, name="end"),
    path("react/", table.react, name="react"),
    path("chat/", table.send_chat_message, name="chat"),
    path("mute/", table.mute, name="mute"),
    path("open/", open_tables.set_open, name="set_open"),
    path("remove/consent/", lobby.consent, name="consent"),
    path("agree/", open_tables.agree, name="agree"),
    path("report/", report.report, name="report"),
    path("block/", report.block, name="block"),
    path("invite/", regulars.invite, name="invite"),
]

urlpatterns = [
    path("", home.home, name="home"),
    path("go/", home.go, name="go"),
    path("rooms/new/", home.new_room, name="new"),
    path("tables/next/", returning.next_table, name="next_table"),
    path("play/", home.play_bots, name="play"),
    path("play/people/", home.play_with_people, name="play_with_people"),
    path("play/again/", home.play_again, name="play_again"),
    path("people/", regulars.people, name="people"),
    path("people/follow/", regulars.follow, name="follow"),
    path("people/decline/", regulars.decline, name="decline"),
    path("tables/", open_tables.list_of_tables, name="open_tables"),
    path("tables/sit/", open_tables.sit, name="sit"),
    path("rules/", home.rules, name="rules"),
    path("strategy/", home.strategy, name="strategy"),
    path("accounts/delete/", delete_account.delete_account, name="delete_account"),
    path("people/<str:key>/report/", report.report, name="report_person"),
    path("people/<str:key>/block/", report.block, name="block_person"),
    path("r/<code:code>/", include(of_a_room)),
]
