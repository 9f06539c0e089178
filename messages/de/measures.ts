import type en from "../en/measures";

export default {
  memories_in_use_term: "Memorys in Verwendung",
  memories_in_use_definition: "Memorys, die aktiv oder veraltet sind.",
  memories_backed_term: "Mit Zitaten",
  memories_backed_definition:
    "Memorys in Verwendung (aktiv oder veraltet), die Code zitieren ÷ alle Memorys in Verwendung. Alle werden gezählt, daher gibt es kein Intervall.",
  memories_holding_term: "Geprüft",
  memories_holding_definition:
    "Memorys in Verwendung (aktiv oder veraltet), deren Zitate bei der letzten Prüfung alle gültig waren ÷ diejenigen in Verwendung, die Code zitieren. Alle werden gezählt, daher gibt es kein Intervall.",
  memories_drifted_term: "Veraltete Memorys",
  memories_drifted_definition:
    "Memorys mit einem Zitat, das bei einer Prüfung geändert war oder fehlte. Sie werden nicht ausgeliefert.",
  memories_waiting_for_safety_term: "Auf Sicherheit zu prüfende Memorys",
  memories_waiting_for_safety_definition:
    "Memorys in Quarantäne und Memorys, die anderen Agenten vorenthalten werden, bis ein Lead sie annimmt.",
  memories_waiting_for_leads_term: "Auf Sicherheit zu prüfende Memorys",
  memories_waiting_for_leads_definition: "Dieselbe Zahl, für Personen, die nicht darüber entscheiden dürfen.",
  memories_quarantined_term: "Memorys in Quarantäne",
  memories_quarantined_definition:
    "Memorys, deren Text KI-Modellen Anweisungen gibt. Sie werden nicht ausgeliefert.",
  memories_suggested_term: "Für alle Repositorys angeregte Memorys",
  memories_suggested_definition: "Memorys, die darauf warten, dass ein Lead sie global macht.",
  memories_stored_term: "Gespeichert",
  memories_stored_definition:
    "Im Zeitraum gespeicherte Memorys, heute eingeschlossen, unabhängig von ihrem jetzigen Status. Gelöschte zählen nicht.",
  memories_citing_term: "Memorys, die sie zitieren",
  memories_citing_definition:
    "Memorys in Verwendung, also aktiv, veraltet oder in Quarantäne, mit einem Zitat in dieser Datei oder unterhalb dieses Ordners.",
  average_quality_term: "Durchschnittliche Qualität",
  average_quality_definition:
    "Die mittlere Qualität, 0–1, aller aktiven Memorys. Die Seite einer Memory erklärt ihre Qualität Teil für Teil.",
  low_quality_term: "Geringe Qualität",
  low_quality_definition: "Aktive Memorys mit einer Qualität unter 0,5 ÷ alle aktiven Memorys.",
  citations_holding_term: "Gültige Zitate",
  citations_holding_definition:
    "Zitate von Memorys in Verwendung, die bei ihrer letzten Prüfung unverändert, verschoben oder umbenannt waren ÷ diejenigen, die geprüft wurden und gelesen werden konnten.",
  citations_with_status_term: "Zitate",
  citations_with_status_definition:
    "Zitate von Memorys in Verwendung, nach dem Ergebnis ihrer letzten Prüfung.",
  citations_failing_term: "Ungültig",
  citations_failing_definition:
    "Zitate von Memorys in Verwendung, die bei ihrer letzten Prüfung geändert waren oder fehlten, ohne diejenigen, deren Zeilen nur umformatiert wurden, von allen je gelesenen.",
  citations_changed_term: "Geänderte Prüfergebnisse",
  citations_changed_definition:
    "Prüfungen, bei denen ein Zitat ungültig war, das bei der Prüfung davor oder beim Zitieren gültig war, oder umgekehrt.",
  supports_changed_term: "Geänderter Kontext",
  supports_changed_definition:
    "Funktionen und Werte, auf denen Memorys beruhen und die sich geändert haben, bis jemand entscheidet, ob die Memorys noch stimmen.",
  citations_held_then_term: "Gültige Zitate",
  citations_held_then_definition:
    "Am Ende jeder Woche: Zitate, die bei ihrer letzten Prüfung gültig waren ÷ diejenigen, die bis dahin geprüft und gelesen waren. Ein Zitat zählt nicht mehr, sobald seine Memory ersetzt, für ungültig erklärt oder abgelaufen ist. Die Klammern zeigen das 95-%-Intervall (Wilson).",
  citations_turned_term: "Drift",
  citations_turned_definition:
    "Zitate, die bei einer Prüfung der Woche geändert waren oder fehlten und davor gültig waren ÷ diejenigen, die bis zum Ende der Woche geprüft und gelesen waren. Die Klammern zeigen das 95-%-Intervall (Wilson).",
  inbox_arrived_term: "Neu im Eingang",
  inbox_arrived_definition:
    "Einträge, die seit Ihrem letzten Besuch in Ihrem Eingang erschienen sind und noch warten.",
  repositories_cited_term: "Repositorys",
  repositories_cited_definition: "Registrierte Repositorys, deren Zeilen Memorys zitieren können.",
  repositories_failed_term: "Nicht abgeholte Repositorys",
  repositories_failed_definition: "Repositorys, deren letztes Abholen fehlgeschlagen ist.",
  repository_failed_term: "Nicht abgeholte Repositorys",
  repository_failed_definition: "Ob das letzte Abholen des gewählten Repositorys fehlgeschlagen ist.",
  conflicts_open_term: "Konflikte",
  conflicts_open_definition: "Memorys, die nicht alle stimmen können, bis jemand entscheidet.",
  suggestions_open_term: "Anregungen",
  suggestions_open_definition: "Änderungen an Memorys, die angeregt wurden und auf eine Entscheidung warten.",
  hygiene_term: "Hygiene",
  hygiene_definition: "Memorys, Gruppen oder Paare einer Hygiene-Warteschlange.",
  logs_failed_term: "Nicht lesbare Protokolle",
  logs_failed_definition:
    "Tage mit Gesprächen, die nicht gelesen werden konnten, sodass nichts aus ihnen gelernt wurde.",
  jobs_failed_term: "Fehlgeschlagene Jobs",
  jobs_failed_definition: "Hintergrundjobs, deren letzter Versuch fehlgeschlagen ist.",
  rejection_rate_term: "Ablehnungsrate",
  rejection_rate_definition:
    "Abgelehnte ÷ gemeldete Befunde. Gemeldet sind die umzusetzenden, abgelehnten und aufgeschobenen; zu klärende zählen nicht, ebenso wenig diejenigen, die eine Skill-Version aufgegriffen hat. Die Klammern zeigen das 95-%-Intervall (Wilson).",
  rejection_rate_around_version_term: "Ablehnungsrate vor und nach einer Version",
  rejection_rate_around_version_definition:
    "Abgelehnte ÷ gemeldete Befunde der Regeln, die eine Version aufgegriffen hat, in ihrem Skill; Befunde ohne Skill zählen, wo das Repository keinen anderen hat.",
  findings_term: "Befunde",
  findings_definition: "Befunde ausgewerteter Reviews, mit beliebiger Entscheidung.",
  findings_decided_term: "Befunde nach Entscheidung",
  findings_decided_definition: "Befunde mit dieser Entscheidung, die keine Skill-Version aufgegriffen hat.",
  rules_term: "Regeln",
  rules_definition: "Regeln mit mindestens einem Befund im Zeitraum.",
  rules_of_high_rejection_term: "Regeln, die Zeit kosten",
  rules_of_high_rejection_definition:
    "Regeln, deren Ablehnungsrate und Zahl gemeldeter Befunde die Schwellen für hohe Ablehnung erreichen, von allen Regeln mit einem Befund im Zeitraum.",
  proposals_term: "Vorschläge",
  proposals_definition: "Vorgeschlagene Änderungen an Skills mit diesem Status.",
  adoption_term: "Annahme",
  adoption_definition:
    "Genehmigte Vorschläge ÷ Vorschläge, die genehmigt oder abgelehnt wurden, über die gesamte Zeit; ein teilweise genehmigter zählt als genehmigt.",
  deliveries_stuck_term: "Auslieferungen",
  deliveries_stuck_definition: "Genehmigte Skill-Versionen, deren Datei nicht geschrieben wurde.",
  recalls_term: "Abrufe",
  recalls_definition:
    "Wie oft Agenten vor ihrer Arbeit nach Memorys gefragt haben, was auch immer ihnen ausgeliefert wurde.",
  tokens_given_term: "An Agenten ausgelieferte Tokens",
  tokens_given_definition:
    "Die Tokens aller Pakete des Zeitraums, gezählt mit o200k_base. Agenten bezahlen sie als Eingabe.",
  recalled_used_term: "Verwendet",
  recalled_used_definition:
    "Memorys, die ein Agent angewendet oder als hilfreich gemeldet hat, von allen, die Abrufe ausgeliefert haben. Eine Memory zählt einmal je Abruf.",
  recalled_refused_term: "Nicht nützlich",
  recalled_refused_definition:
    "Ignoriert, nicht hilfreich oder widerlegt, und in diesem Abruf nie angewendet oder hilfreich.",
  recalled_tokens_used_term: "Tokens für Verwendetes",
  recalled_tokens_used_definition:
    "Die Tokens verwendeter Memorys in ihren Paketen, von allen Tokens der Pakete. Der Rest war nicht nützlich oder es wurde nichts dazu gemeldet.",
  recalled_unreported_term: "Nicht gemeldet",
  recalled_unreported_definition:
    "Ausgelieferte Memorys, zu denen kein Agent etwas gemeldet hat. Was die Antworten der Agenten vermuten lassen, steht getrennt darunter.",
  pack_precision_term: "Präzision der Pakete, gemeldet",
  pack_precision_definition:
    "In Paketen ausgelieferte Memorys, die angewendet oder als hilfreich gemeldet wurden oder die eine gespeicherte Erwartung für dieselbe Aufgabe nennt, von allen, zu denen jemand etwas gemeldet hat oder die eine Erwartung nennt.",
  pack_precision_inferred_term: "Präzision der Pakete, erschlossen",
  pack_precision_inferred_definition:
    "Ausgelieferte Memorys, zu denen niemand etwas gemeldet hat: diejenigen, denen die Antwort eines Agenten folgt ÷ diejenigen, denen sie folgt oder widerspricht oder die sie ignoriert. Ein schwaches Signal, nach Regeln erschlossen; es ändert die Qualität nicht.",
  packs_empty_term: "Leere Pakete",
  packs_empty_definition:
    "Pakete, die leer waren, weil nichts relevant war ÷ diese und alle Pakete, die etwas ausgeliefert haben. Leere Pakete, denen ein Teil fehlte, zählen nicht. Ein leeres Paket ist richtig, wenn zu einer Aufgabe nichts bekannt ist.",
  tokens_per_pack_term: "Tokens je Paket",
  tokens_per_pack_definition:
    "Mittlere Zahl der Tokens der Pakete, die etwas ausgeliefert haben, gezählt mit o200k_base.",
  delivered_twice_term: "Doppelt ausgeliefert",
  delivered_twice_definition:
    "Memorys, die ein Kontextfenster schon unverändert hatte, als ein Paket sie auslieferte, von allen, deren Empfang Clients bestätigt haben. Pakete, die kein Client bestätigt hat, zählen nicht.",
  disputed_served_term: "Umstritten und ausgeliefert",
  disputed_served_definition:
    "Memorys, die bei ihrer Auslieferung Teil eines offenen Konflikts waren, von allen ausgelieferten Memorys. Beide Seiten werden zusammen ausgeliefert, jede als umstritten markiert, bis jemand über den Konflikt entscheidet.",
  verified_before_use_term: "Vor der Verwendung geprüft",
  verified_before_use_definition:
    "Wie oft einem Agenten eine Memory mit Zitaten, in einem Paket oder über ihre ID, ausgeliefert wurde, für die eine Prüfung am Head ihres Repositorys aufgezeichnet war, von allen Auslieferungen einer solchen Memory. Suchergebnisse werden getrennt gezählt. Alle werden gezählt, daher gibt es kein Intervall.",
  verified_in_searches_term: "In Suchergebnissen geprüft",
  verified_in_searches_definition:
    "Dasselbe für die Ergebnisse von Suchen der Agenten. Eine Suche liefert viele Memorys, von denen die meisten nicht gelesen werden, daher zählen sie nicht als ausgeliefert.",
  with_metadata_term: "Mit Metadaten",
  with_metadata_definition:
    "Aktive Memorys, die die Daten ihrer Art oder freie Metadaten haben, von allen aktiven Memorys.",
  agent_types_contributing_term: "Beitragende Agententypen",
  agent_types_contributing_definition:
    "Agententypen, die eine aktive Memory haben, von allen, die gefragt oder geantwortet haben oder eine Memory haben.",
  invalid_detection_term: "Von Prüfungen gefundene überholte Memorys",
  invalid_detection_definition:
    "Memorys mit Zitaten, die Personen ersetzt oder für ungültig erklärt haben, nachdem eine Prüfung sie als veraltet erkannt hatte, von allen, die Personen ersetzt oder für ungültig erklärt haben. Memorys, die niemand korrigiert hat, zählen nicht.",
  false_alarms_term: "Fehlalarme",
  false_alarms_definition:
    "Veraltete Memorys, die Personen unverändert wiederhergestellt haben, von allen veralteten Memorys, über die Personen im Zeitraum entschieden haben.",
  bytes_per_10000_term: "Speicher für 10.000 Memorys",
  bytes_per_10000_definition:
    "Plattenplatz der Tabellen für Memorys, Vektoren, Ereignisse und Zitate mit ihren Indizes, für 10.000 Memorys, berechnet für den ganzen Server, weil sich seine Organisationen die Tabellen teilen. Bei wenigen Memorys ist der Wert zu hoch.",
  planning_hits_7_days_term: "Planung fand ein Muster, 7 Tage",
  planning_hits_7_days_definition:
    "Suchen von Agenten in der Phase planning, die mindestens ein Muster fanden.",
  planning_hits_30_days_term: "Planung fand ein Muster, 30 Tage",
  planning_hits_30_days_definition:
    "Suchen von Agenten in der Phase planning, die mindestens ein Muster fanden.",
  passed_with_pattern_term: "Bestandene Aufgaben mit Muster",
  passed_with_pattern_definition:
    "Aufgaben, die ein Muster in patterns_used nannten und bestanden wurden oder scheiterten.",
  passed_without_pattern_term: "Bestandene Aufgaben ohne Muster",
  passed_without_pattern_definition:
    "Alle anderen beendeten Aufgaben. Sie können sich in mehr als dem Muster unterscheiden.",
  failures_with_solution_term: "Fehler mit Lösung",
  failures_with_solution_definition:
    "Fehler, gruppiert nach Signatur und Repository, die eine Lösung haben, auch solche, die wiedergekehrt sind.",
  time_to_solved_term: "Vom ersten Auftreten bis zur Lösung",
  time_to_solved_definition:
    "Median der zuletzt gelösten Fehler, mit seinem 95-%-Intervall nach Ordnungsstatistiken ab sechs.",
  failures_returned_term: "Wiedergekehrte Fehler",
  failures_returned_definition: "Fehler, die eine Lösung hatten und seitdem wieder aufgetreten sind.",
  of_memories_in_use: "Memorys in Verwendung",
  of_memories_that_cite_code: "Memorys, die Code zitieren",
  of_active_memories: "aktiven Memorys",
  of_citations_that_were_read: "gelesenen Zitaten",
  of_flagged_findings: "gemeldeten Befunden",
  of_rules: "Regeln",
  of_decided_proposals: "entschiedenen Vorschlägen",
  of_packs: "Paketen",
  of_memories_served: "ausgelieferten Memorys",
  of_tokens: "Tokens",
  of_memories_judged: "beurteilten Memorys",
  of_memories_in_context_windows: "Memorys in Kontextfenstern",
  of_times_one_was_served: "Auslieferungen",
  of_search_hits: "Suchtreffern",
  of_agent_types: "Agententypen",
  of_corrections: "Korrekturen",
  of_decisions: "Entscheidungen",
  of_searches: "Suchen",
  of_tasks: "Aufgaben",
  of_failures: "Fehlern",
  counts: "{term}: n ist die Zahl von {of}",
} satisfies Record<keyof typeof en, string>;
