"""Every decision of the registry: what its module must hold, and its way back into play."""

from importlib import import_module

import numpy as np
import pytest

from engine.good_guys.rules import GoodGuysRules
from engine.good_guys.state import PHASES
from engine.registry import game
from models.base import Assumption, ClosedForm, Lift, Parameter
from models.registry import DECISIONS, decisions

ALL = [
    pytest.param(game_name, path, id=f"{game_name}: {name}")
    for game_name, known in DECISIONS.items()
    for name, path in known.items()
]
QUESTIONS = {"good-guys": PHASES, "kraken": ("claim", "pick")}
OFFERS = ("models.good_guys.bargaining", "models.good_guys.boss_limit")
VOTES = ("models.good_guys.rob_guard", "models.good_guys.skim_race")


def test_unknown_game_has_no_decisions():
    assert dict(decisions("chess")) == {}


@pytest.mark.parametrize(("game_name", "path"), ALL)
def test_a_model_says_what_it_is(game_name, path):
    model = import_module(path)
    assert model.QUESTION.endswith("?")
    assert model.SOURCE.startswith("docs/rules/")
    assert all(isinstance(a, Assumption) for a in model.ASSUMPTIONS)
    ids = [a.id for a in model.ASSUMPTIONS]
    assert ids
    assert len(ids) == len(set(ids))
    assert all(isinstance(p, Parameter) for p in model.PARAMETERS.values())
    assert model.KNOWN
    assert all(isinstance(form, ClosedForm) and callable(form.value) for form in model.KNOWN)
    assert isinstance(model.LIFT, Lift)
    assert model.LIFT.question in QUESTIONS[game_name]
    assert callable(model.build)
    assert callable(model.solve)


def played_to(phase, seed, **rules):
    """Random play up to the first question of a phase; returns game, position and observation."""
    good_guys, rng = game("good-guys"), np.random.default_rng(seed)
    position = good_guys.initial(GoodGuysRules(players=5, **rules))
    while PHASES[int(position.record.phase)] != phase:
        if good_guys.actor(position) < 0:
            outcomes = good_guys.chance_outcomes(position)
            codes, chances = zip(*outcomes, strict=True)
            position = good_guys.apply(position, int(rng.choice(codes, p=chances)))
        else:
            position = good_guys.apply(position, int(rng.choice(good_guys.legal_actions(position))))
    seat = good_guys.actor(position)
    return good_guys, position, good_guys.observation(position, seat)


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize("path", OFFERS)
def test_offers_come_back_as_real_cards(path, seed):
    good_guys, position, observation = played_to("offer", seed, boss_limit=True)
    lift = import_module(path).LIFT
    for label in ("keep all", "pay 3: 3.5; 4: 7"):
        text = lift.action_of(observation, label)
        given = {}
        for part in text.split(";"):
            seat, _, cards = part.partition(":")
            given[(int(seat) - int(observation.boss)) % 5] = sum(map(int, cards.split(",")))
        wanted = {3: 3.5, 4: 7.0} if "3:" in label else {}
        assert set(given) <= {0, *wanted}
        assert all(abs(given[seat] - money) <= 1.0 for seat, money in wanted.items())
        assigned = position
        for action in good_guys.parse_move(position, text):
            assert action in good_guys.legal_actions(assigned)
            assigned = good_guys.apply(assigned, action)


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize("path", VOTES)
def test_actions_come_back_as_cards(path, seed):
    good_guys, position, observation = played_to("action", seed)
    lift = import_module(path).LIFT
    relative = (int(observation.seat) - int(observation.boss)) % 5
    assert lift.infoset_of(observation) == ("boss" if relative == 0 else f"seat {relative}")
    for label in ("YES", "NO", "SKIM", "ROB", "GUARD"):
        (action,) = good_guys.parse_move(position, lift.action_of(observation, label))
        assert good_guys.action_text(position, action) == label.lower()


def test_rob_guard_covers_who_threatens_or_is_threatened():
    lift, seen = import_module("models.good_guys.rob_guard").LIFT, set()
    for seed in range(12):
        _, _, observation = played_to("action", seed)
        own = int(observation.seat)
        expected = observation.marker[own] > 0 or 1 + own in list(observation.marker[:5])
        assert lift.covers(observation) == expected
        seen.add(bool(expected))
    assert True in seen


def test_boss_limit_covers_the_last_round_only():
    lift = import_module("models.good_guys.boss_limit").LIFT
    assert not lift.covers(played_to("offer", 0)[2])
    assert not lift.covers(played_to("offer", 0, boss_limit=True)[2])
    assert lift.covers(played_to("offer", 0, boss_limit=True, boss_limit_rounds=1)[2])


def test_a_bribe_comes_back_step_by_step():
    good_guys, position, observation = played_to("deal", 1, payoffs=True, gifts=False)
    lift, seat = import_module("models.good_guys.payoff").LIFT, int(observation.seat)
    assert lift.covers(observation)
    relative = (seat + 2 - int(observation.boss)) % 5
    steps = []
    while good_guys.actor(position) == seat and (not steps or steps[-1] != "done"):
        text = lift.action_of(observation, f"no to {relative}: 3,payoff,payoff")
        (action,) = good_guys.parse_move(position, text)
        assert action in good_guys.legal_actions(position)
        position = good_guys.apply(position, action)
        observation = good_guys.observation(position, seat)
        steps.append(text)
    target = (seat + 2) % 5
    assert steps == [f"token no to {target}", "add 3", "add payoff", "add payoff", "done"]
    assert lift.action_of(observation, "no bribe") == "done"


def test_two_bribes_come_back_one_after_the_other():
    good_guys, position, observation = played_to("deal", 1, payoffs=True, gifts=False)
    lift, seat = import_module("models.good_guys.payoff").LIFT, int(observation.seat)
    first, second = ((seat + k - int(observation.boss)) % 5 for k in (2, 3))
    steps = []
    while good_guys.actor(position) == seat and (not steps or steps[-1] != "done"):
        text = lift.action_of(observation, f"yes to {first}: payoff; yes to {second}: payoff")
        (action,) = good_guys.parse_move(position, text)
        assert action in good_guys.legal_actions(position)
        position = good_guys.apply(position, action)
        observation = good_guys.observation(position, seat)
        steps.append(text)
    one, other = ((seat + k) % 5 for k in (2, 3))
    placed = [f"token yes to {one}", "add payoff", f"token yes to {other}", "add payoff", "done"]
    assert steps == placed
