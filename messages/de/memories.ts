import type en from "../en/memories";

export default {
  list: "Memorys",
  drawer: "Memory",
  unreadable: "Die Memorys konnten nicht geladen werden.",
  keys_search: "Suchen",
  keys_invalidate: "Ausgewählte für ungültig erklären",
  keys_addressed: "Ausgewählte als aufgegriffen markieren",

  search: "Memorys durchsuchen",
  search_hint: "In eigenen Worten suchen oder nach einem genauen Namen",
  clear_search: "Suche leeren",
  order: "Reihenfolge",
  sort_kind: "Konventionen zuerst",
  sort_refreshed_at: "Zuletzt bestätigt",
  sort_created_at: "Neueste",
  sort_quality: "Höchste Qualität",
  sort_status_since: "Status zuletzt geändert",
  sort_usage_count: "Am häufigsten ausgeliefert",
  sort_reach: "Größte Reichweite",

  quarantine: "Quarantäne",
  suggested: "Angeregt",
  suggested_note_to_decide:
    "Jede dieser Memorys wurde für alle Repositorys angeregt. Öffnen Sie eine, um zu lesen, warum, und machen Sie sie global oder verwerfen Sie die Anregung.",
  suggested_note:
    "Jede dieser Memorys wurde für alle Repositorys angeregt. Öffnen Sie eine, um zu lesen, warum; ein Lead entscheidet.",

  by_words_only: "Nur nach Wörtern gesucht: Memorys, die dasselbe mit anderen Worten sagen, können fehlen.",
  partly_searched: "Ein Teil der Suche war nicht verfügbar, daher können Ergebnisse fehlen.",
  left_out: "Ausgelassen: {parts}.",
  none_relevant: "Keine Memory ist für diese Suche wahrscheinlich relevant. Aufgeführt sind die ähnlichsten.",
  relevant:
    "{relevant, plural, one {# von {found, number} ist für diese Suche wahrscheinlich relevant.} other {# von {found, number} sind für diese Suche wahrscheinlich relevant.}}",
  found_best: "Die besten {count, number}, beste zuerst; es kann weitere geben.",
  found: "{count, plural, one {# Memory gefunden.} other {# Memorys gefunden, beste zuerst.}}",
  show_more: "Mehr anzeigen",

  empty_filtered: "Keine Memory passt zu diesen Filtern",
  empty_filtered_hint: "Entfernen Sie einen Filter, um mehr zu sehen.",
  empty_found: "Keine Memory gefunden",
  empty_found_hint:
    "Keine Memory ähnelt der Suche in Bedeutung oder Wortlaut. Versuchen Sie es mit einem genauen Namen aus dem Code.",
  clear_filters: "Filter zurücksetzen",

  restore: "Wiederherstellen",
  invalidate: "Für ungültig erklären",
  mark_addressed: "Als aufgegriffen markieren",
  delete: "Löschen",

  column_statement: "Aussage",
  column_status: "Status",
  column_since: "Seither",
  column_citations: "Zitate",
  column_quality: "Qualität",
  column_uses: "Verwendet",
  column_confirmed: "Bestätigt",
  column_why: "Warum",
  pinned: "angeheftet",
  pinned_meaning: "Angeheftete Memorys laufen nie ab.",
  addressed: "aufgegriffen",
  addressed_meaning:
    "Ein Skill enthält sie jetzt: Sie kommt in keine Pakete mehr, die Suche findet sie weiterhin.",
  no_citation: "kein Zitat",
  worst: "{count}/{total} {status}",
  worst_meaning: "{count} von {total} {status}. {meaning}",

  facet_status: "Status",
  facet_kind: "Art",
  facet_scope: "Geltungsbereich",
  facet_repository: "Repository",
  facet_category: "Kategorie",
  facet_marks: "Markierungen",
  facets_without_search:
    "Die Zahlen zählen alle Memorys, die zu den Filtern passen, unabhängig von der Suche.",
  scope_global: "ganze Organisation",
  scope_repository: "Repository",
  scope_agent: "ein Agent",
  scope_session: "Sitzung",
  mark_pinned: "Angeheftet",
  mark_addressed_by_skill: "Von einem Skill aufgegriffen",
  mark_suggested: "Als global angeregt",
  mark_pending: "Repository nicht registriert",
  mark_deleted: "Gelöscht",
  no_repository: "kein Repository",

  chip_safety: "Sicherheit",
  chip_safety_waits: "wartet auf einen Lead",
  chip_tag: "Tag",
  chip_agent: "Agent",
  chip_path: "Pfad",
  chip_citations: "Zitate",
  chip_citations_any: "beliebige",
  chip_stored_since: "gespeichert seit",
  chip_stored_before: "gespeichert vor",

  as_of: "Stand",
  as_of_moment:
    "Stand <moment>{at} ({time_zone})</moment>: {active_then, plural, one {# Memory war} other {# Memorys waren}} aktiv. Jetzt {active_now, plural, one {ist # Memory} other {sind # Memorys}} aktiv.",
  as_of_commit:
    "Stand <moment>{at} ({time_zone})</moment>, der Zeitpunkt des Commits <commit></commit>: {active_then, plural, one {# Memory war} other {# Memorys waren}} aktiv. Jetzt {active_now, plural, one {ist # Memory} other {sind # Memorys}} aktiv.",
  set_ended: "<figure>{count, number}</figure> nicht mehr aktiv",
  set_added: "<figure>{count, number}</figure> seither hinzugekommen",
  set_changed: "<figure>{count, number}</figure> geändert",
  set_returned: "<figure>{count, number}</figure> wieder aktiv",
  ended_by: "Nicht mehr aktiv: {how}.",
  back_to_now: "Zurück zum jetzigen Stand",

  first_title: "Noch keine Memorys",
  first_ways:
    "Agenten speichern hier, was sie lernen, jeder mit seinem eigenen <keys>Agentenschlüssel</keys>. Zwei Wege, die erste zu speichern:",
  first_mcp: "Einen Agenten über MCP verbinden; er findet die Werkzeuge selbst",
  first_mcp_command: "Befehl, um Claude Code zu verbinden",
  first_curl: "Oder eine mit curl speichern",
  first_curl_command: "Befehl, um eine Memory zu speichern",
} satisfies Record<keyof typeof en, string>;
