"""The staff page of the words that are not allowed in open places."""

from django import forms
from django.conf import settings
from django.contrib import admin
from django.core.exceptions import ValidationError
from django.utils.text import Truncator
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts import words
from accounts.models import Word
from staff.admin.adding import AddingAdmin
from staff.audit import Act, ReasonForm, needs_reason
from staff.models import AuditEntry
from staff.read_only_lists import minute

LONGEST_WORD = 60
LONGEST_DETAIL = 200


class WordsForm(ReasonForm):
    """Words, their language, and the reason."""

    words = forms.CharField(
        label=gettext_lazy("Words, one a line"),
        widget=forms.Textarea(attrs={"rows": 12}),
        help_text=gettext_lazy(
            "A line is a word or a phrase. It is refused only as whole words: “bad” refuses "
            "“Bad!”, “b a d”, “b.4.d” and “baad” (so “god” refuses “good”), but not “badly”. A * "
            "at its beginning or end stands for any letters: “bad*” refuses “badly”, too. Look at "
            "each word of a list from elsewhere: many words have a harmless meaning."
        ),
    )
    language = forms.ChoiceField(
        label=gettext_lazy("Language"),
        choices=[("", gettext_lazy("any")), *settings.LANGUAGES],
        required=False,
        help_text=gettext_lazy("For your own order. All words are refused in all languages."),
    )

    field_order = ["words", "language", "reason"]

    def clean_words(self) -> list[str]:
        lines = self.cleaned_data["words"].casefold().splitlines()
        found = [each for line in dict.fromkeys(lines) if (each := " ".join(line.split()))]
        for each in found:
            if len(each) > LONGEST_WORD or not words.letters_of(each):
                told = _("This line is too long, or has no letters: %(line)s")
                raise ValidationError(told % {"line": Truncator(each).chars(LONGEST_WORD)})
        known = set(Word.objects.values_list("text", flat=True))
        if not (new := [each for each in dict.fromkeys(found) if each not in known]):
            raise ValidationError(_("All these words are in the list already."))
        return new


@admin.register(Word)
class WordAdmin(AddingAdmin):
    """The word list. It is empty on a new site."""

    list_display = ("text", "language", "who", "when")
    list_filter = ["language"]
    list_select_related = ["added_by"]
    ordering = ["text"]
    search_fields = ["text"]
    search_help_text = gettext_lazy("Search for a part of a word.")
    fields = readonly_fields = list_display
    actions = ["remove"]
    add_form, adds = WordsForm, AuditEntry.Kind.ADD_WORDS
    add_label = gettext_lazy("Add words")
    warning = gettext_lazy(
        "In open places, names and messages with these words are refused within some seconds."
    )

    @admin.display(description=gettext_lazy("added by"))
    def who(self, word: Word) -> str:
        return word.added_by.username if word.added_by else "\u2013"

    @admin.display(description=gettext_lazy("time (UTC)"))
    def when(self, word: Word) -> str:
        return minute(word.added_at)

    def add(self, act: Act) -> None:
        found, language = act.data["words"], act.data["language"]
        new = [Word(text=each, language=language, added_by=act.entry.by) for each in found]
        # Another member of the staff may add the same word now.
        Word.objects.bulk_create(new, ignore_conflicts=True)
        words.entries.forget()
        detail = f"{len(new)}: {', '.join(found)}"
        act.entry.detail = Truncator(detail).chars(LONGEST_DETAIL)

    @needs_reason(
        AuditEntry.Kind.REMOVE_WORD,
        label=gettext_lazy("Remove from the list"),
        warning=gettext_lazy("The word is allowed again within some seconds."),
        permission="keep",
    )
    def remove(self, word: Word, act: Act) -> None:
        act.entry.detail = word.text
        Word.objects.filter(pk=word.pk).delete()
        words.entries.forget()
