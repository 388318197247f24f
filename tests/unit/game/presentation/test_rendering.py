"""The templates of a table, which Jinja2 renders: escaping, errors, CSRF tokens, languages."""

from functools import cache
from types import SimpleNamespace

import pytest
from django.template import Context, Template, engines
from django.templatetags.static import static
from django.test import RequestFactory
from django.test.utils import override_script_prefix
from django.utils import translation
from jinja2 import UndefinedError

from game.presentation import rendering
from game.presentation.rendering import render_part

REFUSAL = {"oob": False, "refused_at": "refusal", "suggestion": ""}


def test_text_of_people_is_escaped():
    html = render_part("refusal.html", REFUSAL | {"refusal": "<b>\"&'</b>"})
    assert "<b>" not in html
    assert "&lt;b&gt;&#34;&amp;&#39;&lt;/b&gt;" in html


def test_a_missing_variable_is_an_error():
    with pytest.raises(UndefinedError, match="refusal"):
        render_part("refusal.html", REFUSAL)


def test_a_page_renders_the_part_in_its_own_context():
    page = Template('{% load table %}<main>{% table_part "refusal.html" oob=False %}</main>')
    html = page.render(Context(REFUSAL | {"refusal": "No & no."}))
    assert html == '<main><div id="refusal" class="refusal" role="alert">No &amp; no.</div></main>'


def test_forms_of_a_page_work_without_a_script(chatting):
    with_request = render_part("chat_form.html", chatting, RequestFactory().get("/"))
    assert 'name="csrfmiddlewaretoken"' in with_request
    assert "csrfmiddlewaretoken" not in render_part("chat_form.html", chatting)


def test_parts_are_cached_for_each_language(monkeypatch):
    monkeypatch.setattr(rendering, "_names_of", cache(rendering._names_of.__wrapped__))
    monkeypatch.setattr(
        rendering, "gettext", lambda message: f"{translation.get_language()}: {message}"
    )
    said = {}
    for language in ("de", "fr", "de"):
        with translation.override(language):
            html = render_part("chat.html", {"chat": ()})
        assert said.setdefault(language, html) == html
        assert f"{language}: No messages yet." in html


def test_cached_urls_depend_on_the_path_prefix(chatting):
    """A prefix of one request does not stay in the pages of others."""
    usual = render_part("chat_form.html", chatting)
    with override_script_prefix("http://evil.example/"):
        assert 'action="http://evil.example/r/ABCDE/chat/"' in render_part(
            "chat_form.html", chatting
        )
        assert static("x.svg") == "/static/x.svg"
    assert render_part("chat_form.html", chatting) == usual


@pytest.mark.parametrize(
    ("source", "html"),
    [
        ("<p>\n  {{ name }}\n</p>\n", "<p>Asha</p>"),
        ("<b>1</b>\n<b>2</b>{{ ' ' }}\n<b>3</b>", "<b>1</b><b>2</b> <b>3</b>"),
        ("<p>two\n  words</p>", "<p>two words</p>"),
        ('<p\n  {% if name %}id="a"{% endif %}\n  class="x\n    y"\n>', '<p id="a" class="x y">'),
        ("{% if name %}\n  <i>{{ name }}:\n    {{ name }}</i>\n{% endif %}", "<i>Asha:Asha</i>"),
    ],
)
def test_line_breaks_between_elements_are_free(source, html):
    assert engines[rendering.ENGINE].from_string(source).render({"name": "Asha"}) == html


@pytest.fixture
def chatting():
    """The context for a person who may write in the chat."""
    return {"has_room_seat": True, "is_muted": False, "room": SimpleNamespace(code="ABCDE")}
