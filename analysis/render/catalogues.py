"""Message catalogues: English is written in the source, other languages lie in ``locale/*.po``."""

from __future__ import annotations

import gettext
from collections.abc import Callable
from functools import cache
from importlib.resources import files
from io import BytesIO

Translate = Callable[[str], str]


@cache
def catalogue(lang: str) -> Translate:
    """Return the function that translates an English message into a language.

    Parameters
    ----------
    lang : str
        ``"en"``, or the name of a file in ``locale``.

    Raises
    ------
    FileNotFoundError
        If there is no catalogue of that language.
    """
    if lang == "en":
        return lambda message: message
    from babel.messages.mofile import write_mo
    from babel.messages.pofile import read_po

    text = files("analysis.render").joinpath("locale", f"{lang}.po").read_bytes()
    compiled = BytesIO()
    write_mo(compiled, read_po(BytesIO(text), locale=lang))
    compiled.seek(0)
    translations = gettext.GNUTranslations(compiled)
    # The empty message is the catalogue's header, never a sentence.
    return lambda message: translations.gettext(message) if message else message
