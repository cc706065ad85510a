"""The user's bot of the documentation."""


class Timid:
    def act(self, observation, legal_actions, rng):  # type: ignore[no-untyped-def]  # as users write
        return int(legal_actions[0])
