"""Django's ``makemessages``, extended to find the sentences in ``templates/table``, too."""

from pathlib import Path
from typing import Any

from django.core.management.commands import makemessages
from django.template import engines

from game.presentation.rendering import ENGINE


class TranslatableFile(makemessages.BuildFile):
    """A file with sentences to translate. For the Jinja2 templates, Jinja2's own parser finds the
    sentences.
    """

    def preprocess(self) -> None:
        """For a Jinja2 template, write a file beside it that has the template's sentences in a form
        that ``xgettext`` understands.
        """
        engine = engines[ENGINE]
        ours = Path(self.path).resolve().parent in engine.template_dirs
        if not ours or not self.is_templatized:
            super().preprocess()
            return
        source = Path(self.path).read_text(encoding="utf-8")
        found = list(engine.env.extract_translations(source))
        Path(self.work_path).write_text(_as_python(found), encoding="utf-8")


class Command(makemessages.Command):
    build_file_class = TranslatableFile


def _as_python(found: list[tuple[int, str, Any]]) -> str:
    """Return Python code that calls ``gettext``, ``ngettext`` and so on with the sentences of a
    template. Each call is on the same line as its sentence in the template.
    """
    lines = [""] * max((line for line, _name, _said in found), default=0)
    for line, name, said in found:
        said = said if isinstance(said, tuple) else (said,)
        texts = ", ".join(repr(text) for text in said if text is not None)
        lines[line - 1] += f"{name}({texts}); "
    return "\n".join(lines)
