import type en from "../en/memory-dialogs";

export default {
  invalidate_title:
    "{count, plural, one {Diese Memory für ungültig erklären} other {# Memorys für ungültig erklären}}",
  invalidate: "{count, plural, one {Für ungültig erklären} other {# für ungültig erklären}}",
  invalidate_description:
    "{count, plural, one {Sie wird nicht mehr an Agenten ausgeliefert. Die Begründung steht in ihrem Verlauf, und sie kann wiederhergestellt werden.} other {Sie werden nicht mehr an Agenten ausgeliefert. Die Begründung steht im Verlauf einer jeden, und sie können wiederhergestellt werden.}}",
  reason: "Begründung",
  reason_hint: "Was widerspricht ihr? Wird dem nächsten Leser gezeigt.",
  reason_example: "Seit dem Umzug auf das Gateway gilt die Grenze je Mandant.",
  supersede_title: "Durch eine Korrektur ersetzen",
  supersede_description:
    "Die korrigierte Memory ersetzt diese. Art, Repository, Geltungsbereich, Kategorie und Tags bleiben; die alte bleibt im Verlauf.",
  superseded: "Memory ersetzt",
  superseded_effect: "Die korrigierte Memory wird an ihrer Stelle ausgeliefert.",
  true_now: "Was jetzt stimmt",
  correction_reason: "Warum die alte nicht mehr stimmt",
  correction_reason_hint: "Optional; steht im Verlauf.",
  citations: "Zitate, beim neuesten Commit",
  citation_path: "Pfad von Zitat {place}",
  citation_first_line: "Erste Zeile von Zitat {place}",
  citation_last_line: "Letzte Zeile von Zitat {place}",
  remove_citation: "Zitat {place} entfernen",
  as_it_is_now: "{path}, wie es jetzt ist",
  convention_needs_citation: "Eine Konvention braucht mindestens ein Zitat.",
  no_citations: "Sie wird keine Zitate haben und kann daher nicht geprüft werden.",
  add_lines: "Zeilen hinzufügen",
  supersede: "Ersetzen",
  recite_title: "Stimmt noch: die neuen Zeilen zitieren",
  recite_description:
    "Die Memory bleibt unverändert, zitiert diese Zeilen, wie sie jetzt sind, und wird wieder ausgeliefert.",
  recite_impossible:
    "Die Zeilen konnten nicht bei einem einzigen Commit gelesen werden. Schließen Sie diesen Dialog, prüfen Sie die Zitate erneut und entscheiden Sie dann.",
  recite: "Stimmt noch: diese Zeilen zitieren",
} satisfies Record<keyof typeof en, string>;
