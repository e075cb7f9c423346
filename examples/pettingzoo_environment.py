"""A table of the poker room as a PettingZoo environment, for players that learn. It needs `pip install 'croupier[pettingzoo]'`.

Agents take their turns as at the table, see what their seat may see, and choose among a few actions, of which a mask says
the legal ones. The reward is what a hand brought, in blinds (the last and largest one).
"""

from typing import Any, ClassVar

try:
    import numpy as np
    from gymnasium import spaces
    from pettingzoo import AECEnv
except ModuleNotFoundError as error:
    raise ModuleNotFoundError(
        f"{error.name} is missing: the environment needs PettingZoo; pip install 'croupier[pettingzoo]'"
    ) from None

from croupier.books import USUAL_POKER_GAME
from croupier.kernel.cards import DECK, HIDDEN
from croupier.kernel.decisions import Refused
from croupier.kernel.errors import TableError
from croupier.kernel.events import Command
from croupier.poker import commands
from croupier.poker.rules import Options
from croupier.poker.telling import tell
from croupier.tables.poker_table import PokerTable, poker_table

ACTIONS = (
    "fold",
    "check or call",
    "least bet or raise",
    "half the pot",
    "the pot",
    "all-in",
    "discard the first card",
    "discard the second card",
    "discard the third card",
)
_FOLD, _CALL, _LEAST, _HALF, _POT, _ALL_IN, _DISCARD = range(7)
_PLACE = {card: place for place, card in enumerate(DECK)}
_OF_TABLE = 8
_OF_SEAT = 5


class PokerEnvironment(AECEnv):  # type: ignore[misc]  # PettingZoo has no types
    """Hands of one game among `seats` players, the agents `seat_1`, `seat_2` and so on; the house deals.

    An observation is a dict. Its `action_mask` has a 1 for each of `ACTIONS` that is legal now; `observation` is a vector:

    - for each hole card that the game deals, 52 places with a 1 for the card that the agent holds (none once discarded),
    - 52 places with a 1 for each community card,
    - the four betting rounds, with a 1 for this one; a 1 while players discard; the pot; what must be added to call; the bet,
    - for each player from the agent clockwise: chips, what is in front in this round, live, all-in, on the button.

    Sums are in blinds. `table` is the table itself, with its whole history.

    >>> env = PokerEnvironment("crown-holdem", seats=3)
    >>> env.reset(seed=7)
    >>> observation, reward, over, cut_off, info = env.last()
    >>> env.agent_selection, [ACTIONS[n] for n, legal in enumerate(observation["action_mask"]) if legal]
    ('seat_3', ['fold', 'check or call', 'least bet or raise', 'half the pot', 'the pot', 'all-in'])
    """

    metadata: ClassVar[dict[str, Any]] = {"name": "croupier_poker_v0", "render_modes": ["ansi"], "is_parallelizable": False}

    table: PokerTable

    def __init__(
        self,
        game: str = USUAL_POKER_GAME,
        *,
        seats: int = 6,
        chips: int = 1000_00,
        hands: int = 1,
        options: Options | None = None,
        render_mode: str | None = None,
    ) -> None:
        super().__init__()
        if hands < 1:
            raise TableError(f"{hands} hands cannot be played; say 1 or more")
        if render_mode not in (None, *self.metadata["render_modes"]):
            raise TableError(f"there is no render mode {render_mode!r}; there is 'ansi'")
        self.render_mode = render_mode
        self._game, self._seats, self._chips, self._hands, self._options = game, seats, chips, hands, options
        self._open(None)
        self.possible_agents = [f"seat_{seat}" for seat in range(1, seats + 1)]
        self._hole = self.table.rules.hole_cards
        size = (self._hole + 1) * len(DECK) + _OF_TABLE + _OF_SEAT * seats
        most = max(seats * chips / self._blind, 1.0)
        space = spaces.Dict(
            {"observation": spaces.Box(0.0, most, (size,), np.float32), "action_mask": spaces.Box(0, 1, (len(ACTIONS),), np.int8)}
        )
        self.observation_spaces = dict.fromkeys(self.possible_agents, space)
        self.action_spaces = {agent: spaces.Discrete(len(ACTIONS)) for agent in self.possible_agents}
        self.agents: list[str] = []

    def observation_space(self, agent: str) -> Any:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Open a new table and play up to the first decision; the same seed deals the same cards."""
        self._open(seed)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.agents[0]
        self._stacks = self.table.stacks
        self._go_on()

    def observe(self, agent: str) -> dict[str, Any]:
        seat = _seat_of(agent)
        mask = np.zeros(len(ACTIONS), np.int8)
        if agent == self.agent_selection and not self.terminations.get(agent, False):
            mask[list(self._choices(seat))] = 1
        return {"observation": self._vector(seat), "action_mask": mask}

    def step(self, action: int | None) -> None:
        """The selected agent acts; `ValueError` where the mask does not allow the action."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        choices = self._choices(_seat_of(agent))
        if action is None or int(action) not in choices:
            legal = ", ".join(f"{n} ({ACTIONS[n]})" for n in choices)
            raise ValueError(f"{agent} cannot do {action}; the legal actions are {legal}")
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        self._do(choices[int(action)])
        self._go_on()
        self._accumulate_rewards()

    def render(self) -> str | None:
        """The history of the table as everybody may see it, one sentence a line; None without a render mode."""
        if self.render_mode is None:
            return None
        return "\n".join(tell(event, self.table.rules) for event in self.table.view())

    def close(self) -> None:
        """Nothing is held open."""

    @property
    def _blind(self) -> int:
        return self.table.state.options.blinds[-1]

    def _open(self, seed: int | None) -> None:
        self.table = poker_table(self._game, seats=self._seats, seed=seed, chips=self._chips, options=self._options)

    def _do(self, command: Command) -> None:
        if isinstance(refused := self.table.do(command), Refused):
            raise ValueError(refused.reason)

    def _go_on(self) -> None:
        """The house's part until somebody has to decide; rewards come when a hand is over."""
        while True:
            hand = self.table.state.hand.number
            played = self.table.run()
            state = self.table.state
            if turn := self.table.turn:
                self.agent_selection = f"seat_{turn}"
                return
            if state.phase != "between" or not played:
                break
            stacks = self.table.stacks
            for seat, chips in stacks.items():
                self.rewards[f"seat_{seat}"] += (chips - self._stacks[seat]) / self._blind
            self._stacks = stacks
            if hand and state.hand.number >= self._hands:
                break
        self.terminations = dict.fromkeys(self.agents, True)

    def _choices(self, seat: int) -> dict[int, Command]:
        """The legal actions by their number. Sizes that come to the same as a smaller or the greatest one are left out."""
        seen = self.table.seen_by(seat)
        found: dict[int, Command] = {}
        for offer in self.table.moves(seat):
            match offer.command:
                case commands.Fold():
                    found[_FOLD] = offer.command
                case commands.Check() | commands.Call():
                    found[_CALL] = offer.command
                case commands.AllIn():
                    found[_ALL_IN] = offer.command
                case commands.Discard(card=card):
                    found[_DISCARD + seen.hand.players[seat].cards.index(card)] = offer.command
                case commands.Bet(amount=least) | commands.Raise(to=least):
                    found[_LEAST] = offer.command
                    pot = seen.pot + seen.hand.to_call(seen.hand.players[seat])
                    for size, wanted in ((_HALF, seen.hand.bet + pot // 2), (_POT, seen.hand.bet + pot)):
                        to = least + (wanted - least) // offer.step * offer.step
                        if least < to < offer.most:
                            bets = isinstance(offer.command, commands.Bet)
                            found[size] = commands.Bet(seat=seat, amount=to) if bets else commands.Raise(seat=seat, to=to)
        return dict(sorted(found.items()))

    def _vector(self, number: int) -> Any:
        seen = self.table.seen_by(number)
        cards = np.zeros((self._hole + 1, len(DECK)), np.float32)
        me = seen.hand.players[number]
        for slot, card in enumerate(me.cards if me.dealt_in else ()):
            if card is not HIDDEN and slot < self._hole:
                cards[slot, _PLACE[card]] = 1
        for card in seen.hand.board:
            cards[-1, _PLACE[card]] = 1
        rounds = [float(seen.phase == "betting" and seen.hand.street == street) for street in range(4)]
        sums = [seen.pot / self._blind, seen.hand.to_call(me) / self._blind, seen.hand.bet / self._blind]
        players: list[float] = []
        for other in seen.clockwise((number - 2) % self._seats + 1):
            player = seen.hand.players[other]
            players += [
                seen.stack(other) / self._blind,
                player.wagered / self._blind,
                float(player.live),
                float(player.live and player.all_in),
                float(bool(seen.positions) and seen.positions[0] == other),
            ]
        rest = [*rounds, float(seen.phase == "discard"), *sums, *players]
        return np.concatenate([cards.ravel(), np.array(rest, np.float32)])


def _seat_of(agent: str) -> int:
    return int(agent.removeprefix("seat_"))
