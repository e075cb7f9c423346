"""What the room offers and who waits for it: joining and leaving a list, being called, not coming."""

from croupier.kernel.actors import Said
from croupier.kernel.decisions import Decision, Refused
from croupier.kernel.telling import moment
from croupier.kernel.waiting import comes_to_list
from croupier.room import commands, events
from croupier.room.state import Room, RoomRules


def open_room(rules: RoomRules, room: Room, command: commands.OpenRoom, said: Said) -> Decision:
    if room.open:
        return rules.refuse("room_opened", "the room is already open")
    if command.settings.call_seconds < 1:
        return rules.refuse("room_opened", "a call must last at least a second")
    return rules.accept(events.RoomOpened, command)


def offer_game(rules: RoomRules, room: Room, command: commands.OfferGame, said: Said) -> Decision:
    if command.game in room.lists:
        return rules.refuse("list_name_taken")
    if command.played not in rules.games or not command.game.strip() or command.needed < 1:
        return rules.refuse("no_such_game", f"the games are {', '.join(rules.games)}, each under a name of the board")
    return rules.accept(events.GameOffered, command)


def withdraw_game(rules: RoomRules, room: Room, command: commands.WithdrawGame, said: Said) -> Decision:
    kept = any(picked.game == command.game for picked in room.picked_up)
    if room.lists[command.game].waiting or room.tables_of(command.game) or kept:
        return rules.refuse("players_there")
    return rules.accept(events.GameWithdrawn, command)


def join_list(rules: RoomRules, room: Room, command: commands.JoinList, said: Said) -> Decision:
    """To the bottom; to the top for a player who was picked up from the game and is back in time, behind others who were."""
    person, game = command.person, command.game
    waiting = room.lists[game].waiting
    if room.lists[game].entry(person) is not None:
        return rules.refuse("on_list_already")
    sits, place = room.seat_of(person)
    if sits and room.tables[sits].game == game:
        return rules.refuse("seated_already", f"{person} plays that game at {sits}, seat {place}: ask for a table change")
    since = room.picked_up_from(person, game)
    ground = comes_to_list(since.at if since is not None else None, said.at, rules.return_seconds)
    in_time = ground == "back_in_time"
    place = sum(entry.first == "picked up" for entry in waiting) if in_time else len(waiting)
    going, first = command.going or in_time, "picked up" if in_time else ""
    return rules.accept(events.ListJoined, command, ground, place=place, going=going, first=first)


def say_going(rules: RoomRules, room: Room, command: commands.SayGoing, said: Said) -> Decision:
    if (entry := room.lists[command.game].entry(command.person)) is None:
        return rules.refuse("not_on_list")
    if entry.going:
        return rules.refuse("going_already")
    return rules.accept(events.GoingSaid, command)


def leave_list(rules: RoomRules, room: Room, command: commands.LeaveList, said: Said) -> Decision:
    """Off the list; a picked-up player who does not wait takes the kept chips, and no longer belongs to this game."""
    kept = room.picked_up_from(command.person, command.game)
    if room.lists[command.game].entry(command.person) is None and kept is None:
        return rules.refuse("not_on_list")
    return rules.accept(events.ListLeft, command, kept=kept.table if kept is not None else "")


def request_seat(rules: RoomRules, room: Room, command: commands.RequestSeat, said: Said) -> Decision:
    if room.lists[command.game].entry(command.person) is None:
        return rules.refuse("not_on_list")
    if (refusal := no_place_of(rules, room, command.game, command.table, command.place)) is not None:
        return refusal
    return rules.accept(events.SeatRequested, command)


def call_player(rules: RoomRules, room: Room, command: commands.CallPlayer, said: Said) -> Decision:
    """The next one who is going to play, as long as there are vacant places for everyone called."""
    game = command.game
    if not room.tables_of(game):
        return rules.refuse("game_not_going")
    if (entry := room.lists[game].next) is None:
        return rules.refuse("nobody_waiting")
    if room.vacancies(game, said.at) < 1:
        return rules.refuse("no_vacant_seat")
    if command.table or command.place:
        if (refusal := no_place_of(rules, room, game, command.table, command.place)) is not None:
            return refusal
        if command.place in room.tables[command.table].seats:
            return rules.refuse("place_occupied")
        if not room.tables[command.table].free(command.place, said.at, entry.person):
            return rules.refuse("seat_reserved")
        if (refusal := players_first(rules, room, command.table)) is not None:
            return refusal
    return rules.accept(events.PlayerCalled, command, person=entry.person, until=said.at + room.settings.call_seconds)


def pass_over(rules: RoomRules, room: Room, command: commands.PassOver, said: Said) -> Decision:
    if (entry := room.lists[command.game].entry(command.person)) is None:
        return rules.refuse("not_on_list")
    if not entry.called:
        return rules.refuse("not_called")
    if said.at <= entry.until:
        return rules.refuse("call_runs", f"{entry.person} has until {moment(entry.until)} to answer")
    return rules.accept(events.CallMissed, command, bottom=room.settings.missed_call == "bottom")


def players_first(rules: RoomRules, room: Room, table: str) -> Refused | None:
    """Why a vacant place is not for people who wait: players of a must-move game, or who asked for the table, come before."""
    if feeders := room.feeders(table):
        return rules.refuse("must_move_first", f"the players of {', '.join(feeders)} move to {table} first")
    if mover := next(room.wanting(table), ""):
        return rules.refuse("change_first", f"{mover} has asked for {table} before")
    return None


def no_place_of(rules: RoomRules, room: Room, game: str, table: str, place: int) -> Refused | None:
    """Why there is no such place at a table of the game."""
    here = room.tables.get(table)
    if here is None:
        return rules.refuse("no_such_table")
    if here.game != game:
        return rules.refuse("another_game")
    if not 1 <= place <= here.places:
        return rules.refuse("no_such_place", f"seats are numbered 1 to {here.places}; there is no {place}")
    return None
