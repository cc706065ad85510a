"""What every solver returns."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Any

from solver.certificate import Certificate, certify
from solver.errors import SolveFailed
from solver.extensive import ExtensiveForm, Floats
from solver.strategic import NormalForm


@dataclass(frozen=True, eq=False)
class Profile:
    """One strategy profile with what the independent evaluator says of it.

    Attributes
    ----------
    strategy : (n_actions_total,)
        Behavior strategy of a tree, mixed profile of a strategic form; flat.
    certificate : Certificate
    strategy_exact, payoffs_exact : tuples of Fraction, or None
        Given where an exact check found no deviation gain at all.
    """

    strategy: Floats
    certificate: Certificate
    strategy_exact: tuple[Fraction, ...] | None = None
    payoffs_exact: tuple[Fraction, ...] | None = None

    @property
    def exact(self) -> bool:
        """Whether the profile is proven in exact arithmetic."""
        return self.strategy_exact is not None


@dataclass(frozen=True, eq=False)
class SolveResult:
    """Outcome of one solve.

    Attributes
    ----------
    method, selection : str
        The algorithm, and which of several equilibria it picks.
    profiles : tuple of Profile
        At least one; several where the method lists them.
    tolerance : float
        What ``converged`` was judged by, in payoff units.
    converged : bool
        Whether every profile's gain is within the tolerance (and the residual, where there is one).
    residual : float or None
        Violation of the selection's own equations: duality gap of an LP, logit residual.
    complete : bool
        Whether ``profiles`` are proven to be all equilibria.
    note : str
        One sentence where something must be said: a limit that was hit, a continuum.
    """

    method: str
    selection: str
    profiles: tuple[Profile, ...]
    tolerance: float
    converged: bool
    payoff_range: tuple[float, float]
    seconds: float
    residual: float | None = None
    complete: bool = False
    note: str = ""
    parameters: Mapping[str, Any] = field(default_factory=dict)
    versions: Mapping[str, str] = field(default_factory=dict)

    @property
    def strategy(self) -> Floats:
        """Strategy of the first profile."""
        return self.profiles[0].strategy

    @property
    def payoffs(self) -> Floats:
        """Payoffs of the first profile; (n_players,)."""
        return self.profiles[0].certificate.payoffs

    @property
    def epsilon(self) -> float:
        """Largest single deviation gain over all profiles, in payoff units."""
        return max(profile.certificate.epsilon for profile in self.profiles)

    @property
    def nash_conv(self) -> float:
        """Largest sum of deviation gains over all profiles, in payoff units."""
        return max(profile.certificate.nash_conv for profile in self.profiles)


def default_tolerance(form: ExtensiveForm | NormalForm) -> float:
    """Return the gain that still counts as none: 1e-6 of the payoff range."""
    low, high = form.payoff_range
    return 1e-6 * (high - low) if high > low else 1e-12


def certified(form: ExtensiveForm | NormalForm, strategy: Floats) -> Profile:
    """Return a profile with its certificate."""
    return Profile(strategy, certify(form, strategy))


def demand_nash(result: SolveResult) -> SolveResult:
    """Return a result whose profiles are equilibria within its tolerance, or refuse it.

    For solvers that promise an equilibrium when they end: one that does not keep the promise is
    broken, and its answer must not be shown.

    Raises
    ------
    SolveFailed
        If a profile has a larger deviation gain.
    """
    if not result.profiles:
        raise SolveFailed(f"{result.method} returned no equilibrium")
    if not result.epsilon <= result.tolerance:
        raise SolveFailed(
            f"{result.method} returned a profile from which a player gains {result.epsilon:.3g} by "
            f"deviating; allowed: {result.tolerance:.3g}"
        )
    return replace(result, converged=True)
