import type en from "../en/memory-page";

export default {
  all: "Memorys",
  loading: "Die Memory wird geladen",
  unreadable: "Die Memory konnte nicht geladen werden.",
  pinned: "angeheftet",
  pinned_meaning: "Angeheftete Memorys laufen nie ab.",
  addressed: "aufgegriffen <when></when>",
  addressed_meaning:
    "Ein Skill enthält sie jetzt: Sie kommt in keine Pakete mehr, die Suche findet sie weiterhin.",
  deleted:
    "Gelöscht <when></when>: Sie wird nicht ausgeliefert, und die Suche findet sie nicht. Stellen Sie sie wieder her, um sie weiter zu verwenden.",
  held: "Anderen Agenten vorenthalten <when></when>; Grund: it {reason}.",
  decide: "Entscheiden",
  open_replacement: "Öffnen, was sie ersetzt hat",
  kept_unnamed:
    "Sie wurde in einem ungenannten Repository gelernt und wird deshalb nicht ausgeliefert. Machen Sie sie global, oder machen Sie dies in ihrem Verlauf rückgängig.",
  kept_for:
    "Sie wurde in <name></name> gelernt, das hier nicht registriert ist, und wird deshalb nicht ausgeliefert. Sobald das Repository registriert ist, erhalten seine Agenten sie.",
  more_tags: "{count, plural, one {# weiterer Tag} other {# weitere Tags}}",

  citations: "Zitate",
  citations_counted: "Zitate ({count})",
  citations_definition:
    "Die Zeilen, die sie belegen. Sie wird nur ausgeliefert, solange alle unverändert, verschoben oder umbenannt sind.",
  no_citations:
    "Sie hat keine Zitate, also lässt sich nichts prüfen. Beurteilen Sie sie nach ihrer Herkunft.",
  probe: "Probe",
  probe_definition:
    "Eine Regel für ast-grep. Beim Speichern wird das ganze Repository danach durchsucht; jede Prüfung durchsucht dann die geänderten Dateien. Agenten, die an Code arbeiten, der sie verletzt, wird gezeigt, wo.",
  applies_to: "Gilt für",
  applies_to_definition:
    "Die Änderungen, für die sie ausgeliefert wird: Dateien, Arten von Änderungen, Agenten. Beim Speichern abgeleitet, bis jemand es korrigiert.",
  versions: "Versionen",
  version_stored: "gespeichert <when></when>",
  this_version: "diese Memory",
  details: "Details",
  reasoning: "Begründung",
  outcome: "Ergebnis",
  similar: "Ähnliche Memorys",
  similarity: "zu {share} ähnlich",
  suspected_duplicate: "vermutetes Duplikat",

  depends_on: "Beruht auf",
  depends_on_counted: "Beruht auf ({count, number})",
  depends_on_definition:
    "Werte und Funktionen, die ihre zitierten Zeilen verwenden oder ihre Aussage nennt, sofern das Repository sie genau einmal definiert. Ändert sich davon etwas, wird die Memory zusammen mit der Änderung ausgeliefert, und jemand entscheidet, ob sie noch stimmt.",
  depends_on_unreadable: "Worauf sie beruht, konnte nicht geladen werden.",
  depends_on_more: "Und {count, number} weitere.",
  support_changed: "geändert <when></when>: Stimmt sie noch?",
  support_place: "{kind}, <place></place>",

  quality: "Qualität",
  quality_definition:
    "Ein Wert zwischen 0 und 1. Er beginnt mit den Angaben der Memory; Abrufe, Verwendung und Prüfungen ändern ihn. Hoch ab 0,70, niedrig unter 0,50.",
  quality_not_served:
    "Sie ist {status} und wird deshalb nicht ausgeliefert. Der Wert sagt, welche Angaben sie hat und wie sie vorher verwendet wurde, nicht, ob sie stimmt.",
  uses: "Wo sie verwendet wurde",
  history: "Verlauf",

  origin: "Herkunft",
  stored_by: "Gespeichert von",
  agent: "Agent",
  about: "Betrifft",
  source: "Quelle",
  session: "Sitzung",
  learned_in: "Gelernt in",
  stored: "Gespeichert",
  confirmed: "Bestätigt",
  confidence: "Konfidenz",
  confidence_of: "{share} <whose>des Extraktors</whose>",
  served: "Ausgeliefert",
  observed: "Beobachtet",
  verified: "Geprüft",
  times: "{count, plural, =0 {nie} one {einmal} other {#-mal}}",
  redacted: "Geschwärzt",
  id: "ID",
  copy_id: "ID kopieren",
  conversation: "ein Gespräch",
  conversation_line: "Zeile {line, number} eines Gesprächs",

  as_of: "Stand {at} ({time_zone})",
  did_not_exist: "Sie gab es noch nicht.",
  was: "Sie war <status></status>",
  since_then: "Seither: {became}",
  since_then_at: "Seither: {became}, <when></when>",
  side_then: "damals",
  side_now: "jetzt",
  none: "keine Angabe",
  yes: "ja",
  no: "nein",
} satisfies Record<keyof typeof en, string>;
