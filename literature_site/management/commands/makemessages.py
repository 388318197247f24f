"""Django's ``makemessages``, extended to find the sentences in ``templates/table``, too."""

from pathlib import Path

from django.core.management.commands import makemessages
from django.template import engines
from django.template.backends.jinja2 import Jinja2

from game.presentation.rendering import ENGINE


class TranslatableFile(makemessages.BuildFile):
    """A file with sentences to translate. For the Jinja2 templates, Jinja2's own parser finds the
    sentences.
    """

    def preprocess(self) -> None:
        """For a Jinja2 template, write a file beside it that calls ``gettext``, ``ngettext`` and so
        on with the template's sentences, each on its line in the template.
        """
        engine = engines[ENGINE]
        ours = Path(self.path).resolve().parent in map(Path, engine.template_dirs)
        if not (ours and self.is_templatized and isinstance(engine, Jinja2)):
            super().preprocess()
            return
        source = Path(self.path).read_text(encoding="utf-8")
        calls = [""] * len(source.splitlines())
        for line, name, said in engine.env.extract_translations(source):
            texts = filter(None, [said] if isinstance(said, str) else said)
            calls[line - 1] += f"{name}({', '.join(map(repr, texts))}); "
        Path(self.work_path).write_text("\n".join(calls), encoding="utf-8")


class Command(makemessages.Command):
    build_file_class = TranslatableFile
