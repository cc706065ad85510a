"""What an offer is worth: the payoffs of the vote on it, and the vote solved."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from engine.jit import kernel
from models.good_guys.branch import logit_path, settle
from models.good_guys.continuation import MEAN_CARD, fill_results
from models.good_guys.joint import JOINT_SEATS, Seats, fill_joint, near_end, twins
from models.good_guys.slopes import Stage, table_slopes
from models.good_guys.stage import N_ACTIONS, add_bribes, expected_utilities, skim_chance

Array = NDArray[np.float64]


@kernel()
def value_offer(
    continuation: Array,
    place: NDArray[np.int64],
    seats: Seats,
    share: Array,
    logit: Array,
    mix: Array,
    utility: Array,
) -> float:
    """Solve the vote on ``share``; fill ``mix`` and ``utility`` (n, 5) and return the residual.

    ``logit`` (2,) holds the precision λ per $1k and the residual at which to stop.
    """
    twin = twins_near(continuation, place, seats)
    stage, table = payoffs_of(continuation, place, seats, share, twin)
    residual = logit_path(stage, table, logit, mix)
    fill_utility(mix, stage, table, utility)
    return residual


@kernel()
def value_nearby(
    continuation: Array,
    place: NDArray[np.int64],
    seats: Seats,
    shares: Array,
    logit: Array,
    start: Array,
    values: Array,
) -> None:
    """Fill ``values`` (m,), the boss's, of offers ``shares`` (m, n) near one that is solved.

    Votes are settled from that on the solved offer, ``start`` (n, 5), and solved where that fails;
    minus infinity where this fails too.
    """
    n, twin = start.shape[0], twins_near(continuation, place, seats)
    mix, utility = np.empty((n, N_ACTIONS)), np.empty((n, N_ACTIONS))
    for k in range(shares.shape[0]):
        stage, table = payoffs_of(continuation, place, seats, shares[k], twin)
        mix[:] = start
        residual = settle(stage, table, logit, mix, utility)
        if not residual <= logit[1]:
            residual = logit_path(stage, table, logit, mix)
            fill_utility(mix, stage, table, utility)
        values[k] = (mix[0] * utility[0]).sum() if residual <= logit[1] else -np.inf


@kernel()
def twins_near(continuation: Array, place: NDArray[np.int64], seats: Seats) -> NDArray[np.int32]:
    """Return the twins of profiles where the vote is valued jointly, else none."""
    if valued_jointly(continuation, place, seats[0].shape[0]):
        return twins(seats)
    return np.empty(0, np.int32)


@kernel()
def valued_jointly(continuation: Array, place: NDArray[np.int64], n: int) -> bool:
    """Return whether the vote of ``n`` seats is solved at joint outcomes."""
    return bool(n <= JOINT_SEATS and near_end(continuation, place))


@kernel()
def payoffs_of(
    continuation: Array,
    place: NDArray[np.int64],
    seats: Seats,
    share: Array,
    twin: NDArray[np.int32],
) -> tuple[Stage, Array]:
    """Return the stage of the vote on ``share`` and its table (n, 5**n), empty without twins."""
    wealth, card, marker, _, bribes, _ = seats
    n = share.shape[0]
    dry, wet, gain = np.empty((n, n + 2)), np.empty((n, n + 2)), np.empty((n, n))
    fill_results(continuation, place, 0.0, wealth, share, dry, gain)
    fill_results(continuation, place, 1.0, wealth, share, wet, gain)
    table = np.empty((n if twin.shape[0] > 0 else 0, twin.shape[0]))
    if twin.shape[0] > 0:
        fill_joint(continuation, place, seats, share, twin, table)
    return (dry, wet, gain, card, MEAN_CARD, marker, bribes), table


@kernel()
def fill_utility(mix: Array, stage: Stage, table: Array, utility: Array) -> None:
    """Fill ``utility`` (n, 5) with what each action is worth against ``mix`` (n, 5)."""
    n = mix.shape[0]
    if table.shape[0] > 0:
        table_slopes(mix, table, utility, np.empty((n, N_ACTIONS, n, N_ACTIONS)))
        return
    dry, wet, gain, card, skimmed, marker, bribes = stage
    results = dry + skim_chance(mix) * (wet - dry)
    expected_utilities(mix, results, gain, card, skimmed, marker, utility)
    add_bribes(mix, gain, bribes, utility)
