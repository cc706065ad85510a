"""Hypothesis strategies shared by the engine's tests."""

from hypothesis import strategies as st

from engine.api import CHANCE, TERMINAL
from engine.good_guys.rules import GoodGuysRules
from engine.registry import game

GAME = game("good-guys")

rules = st.builds(
    GoodGuysRules,
    players=st.integers(4, 8),
    loot_extra=st.integers(-2, 2),
    talk_turns=st.integers(0, 2),
    markers=st.sampled_from(["simultaneous", "in_turn", "with_actions"]),
    marker_bluff=st.booleans(),
    skim_hidden=st.booleans(),
    rob_empty=st.sampled_from(["nothing", "forbidden"]),
    guard_takes=st.sampled_from(["each", "one"]),
    payoffs=st.booleans(),
    payoff_cards=st.integers(0, 5),
    payoff_tokens=st.integers(0, 2),
    bribes_face_up=st.booleans(),
    bribe_settles=st.sampled_from(["revealed", "in_turn"]),
    escrow_safe=st.booleans(),
    boss_limit=st.booleans(),
    boss_limit_rounds=st.integers(1, 3),
    boss_limit_counts=st.sampled_from(["consecutive", "total"]),
)


@st.composite
def positions(draw, most=150):
    """Draw a position some random steps into a game of random rules."""
    position = GAME.initial(draw(rules))
    rng = draw(st.randoms(use_true_random=False))
    for _ in range(draw(st.integers(0, most))):
        actor = GAME.actor(position)
        if actor == TERMINAL:
            break
        if actor == CHANCE:
            outcomes, odds = zip(*GAME.chance_outcomes(position), strict=True)
            action = rng.choices(outcomes, odds)[0]
        else:
            legal = GAME.legal_actions(position).tolist()
            # Windows with many small steps are left more readily than by pure chance.
            action = legal[0] if rng.random() < 0.3 else rng.choice(legal)
        position = GAME.apply(position, action)
    return position
