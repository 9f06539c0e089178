import type en from "../en/measure-definitions";

export default {
  memories_in_use: "Memorys, die aktiv oder veraltet sind.",
  memories_backed:
    "Memorys in Verwendung (aktiv oder veraltet), die Code zitieren ÷ alle Memorys in Verwendung. Alle werden gezählt, daher gibt es kein Intervall.",
  memories_holding:
    "Memorys in Verwendung (aktiv oder veraltet), deren Zitate bei der letzten Prüfung alle gültig waren ÷ diejenigen in Verwendung, die Code zitieren. Alle werden gezählt, daher gibt es kein Intervall.",
  memories_drifted:
    "Memorys mit einem Zitat, das bei einer Prüfung geändert war oder fehlte. Sie werden nicht ausgeliefert.",
  memories_waiting_for_safety:
    "Memorys in Quarantäne und Memorys, die anderen Agenten vorenthalten werden, bis ein Lead sie annimmt.",
  memories_waiting_for_leads: "Dieselbe Zahl, für Personen, die nicht darüber entscheiden dürfen.",
  memories_quarantined: "Memorys, deren Text KI-Modellen Anweisungen gibt. Sie werden nicht ausgeliefert.",
  memories_suggested: "Memorys, die darauf warten, dass ein Lead sie global macht.",
  memories_stored:
    "Im Zeitraum gespeicherte Memorys, heute eingeschlossen, unabhängig von ihrem jetzigen Status. Gelöschte zählen nicht.",
  memories_citing:
    "Memorys in Verwendung, also aktiv, veraltet oder in Quarantäne, mit einem Zitat in dieser Datei oder unterhalb dieses Ordners.",
  average_quality:
    "Die mittlere Qualität, 0–1, aller aktiven Memorys. Die Seite einer Memory erklärt ihre Qualität Teil für Teil.",
  low_quality: "Aktive Memorys mit einer Qualität unter 0,5 ÷ alle aktiven Memorys.",
  citations_holding:
    "Zitate von Memorys in Verwendung, die bei ihrer letzten Prüfung unverändert, verschoben oder umbenannt waren ÷ diejenigen, die geprüft wurden und gelesen werden konnten.",
  citations_with_status: "Zitate von Memorys in Verwendung, nach dem Ergebnis ihrer letzten Prüfung.",
  citations_failing:
    "Zitate von Memorys in Verwendung, die bei ihrer letzten Prüfung geändert waren oder fehlten, ohne diejenigen, deren Zeilen nur umformatiert wurden, von allen je gelesenen.",
  citations_changed:
    "Prüfungen, bei denen ein Zitat ungültig war, das bei der Prüfung davor oder beim Zitieren gültig war, oder umgekehrt.",
  supports_changed:
    "Funktionen und Werte, auf denen Memorys beruhen und die sich geändert haben, bis jemand entscheidet, ob die Memorys noch stimmen.",
  citations_held_then:
    "Am Ende jeder Woche: Zitate, die bei ihrer letzten Prüfung gültig waren ÷ diejenigen, die bis dahin geprüft und gelesen waren. Ein Zitat zählt nicht mehr, sobald seine Memory ersetzt, für ungültig erklärt oder abgelaufen ist. Die Klammern zeigen das 95-%-Intervall (Wilson).",
  citations_turned:
    "Zitate, die bei einer Prüfung der Woche geändert waren oder fehlten und davor gültig waren ÷ diejenigen, die bis zum Ende der Woche geprüft und gelesen waren. Die Klammern zeigen das 95-%-Intervall (Wilson).",
  inbox_arrived: "Einträge, die seit Ihrem letzten Besuch in Ihrem Eingang erschienen sind und noch warten.",
  repositories_cited: "Registrierte Repositorys, deren Zeilen Memorys zitieren können.",
  repositories_failed: "Repositorys, deren letztes Abholen fehlgeschlagen ist.",
  repository_failed: "Ob das letzte Abholen des gewählten Repositorys fehlgeschlagen ist.",
  conflicts_open: "Memorys, die nicht alle stimmen können, bis jemand entscheidet.",
  suggestions_open: "Änderungen an Memorys, die angeregt wurden und auf eine Entscheidung warten.",
  hygiene: "Memorys, Gruppen oder Paare einer Hygiene-Warteschlange.",
  logs_failed:
    "Tage mit Gesprächen, die nicht gelesen werden konnten, sodass nichts aus ihnen gelernt wurde.",
  jobs_failed: "Hintergrundjobs, deren letzter Versuch fehlgeschlagen ist.",
  rejection_rate:
    "Abgelehnte ÷ gemeldete Befunde. Gemeldet sind die umzusetzenden, abgelehnten und aufgeschobenen; zu klärende zählen nicht, ebenso wenig diejenigen, die eine Skill-Version aufgegriffen hat. Die Klammern zeigen das 95-%-Intervall (Wilson).",
  rejection_rate_around_version:
    "Abgelehnte ÷ gemeldete Befunde der Regeln, die eine Version aufgegriffen hat, in ihrem Skill; Befunde ohne Skill zählen, wo das Repository keinen anderen hat.",
  findings: "Befunde ausgewerteter Reviews, mit beliebiger Entscheidung.",
  findings_decided: "Befunde mit dieser Entscheidung, die keine Skill-Version aufgegriffen hat.",
  rules: "Regeln mit mindestens einem Befund im Zeitraum.",
  rules_of_high_rejection:
    "Regeln, deren Ablehnungsrate und Zahl gemeldeter Befunde die Schwellen für hohe Ablehnung erreichen, von allen Regeln mit einem Befund im Zeitraum.",
  proposals: "Vorgeschlagene Änderungen an Skills mit diesem Status.",
  adoption:
    "Genehmigte Vorschläge ÷ Vorschläge, die genehmigt oder abgelehnt wurden, über die gesamte Zeit; ein teilweise genehmigter zählt als genehmigt.",
  deliveries_stuck: "Genehmigte Skill-Versionen, deren Datei nicht geschrieben wurde.",
  recalls:
    "Wie oft Agenten vor ihrer Arbeit nach Memorys gefragt haben, was auch immer ihnen ausgeliefert wurde.",
  tokens_given:
    "Die Tokens aller Pakete des Zeitraums, gezählt mit o200k_base. Agenten bezahlen sie als Eingabe.",
  recalled_used:
    "Memorys, die ein Agent angewendet oder als hilfreich gemeldet hat, von allen, die Abrufe ausgeliefert haben. Eine Memory zählt einmal je Abruf.",
  recalled_refused:
    "Ignoriert, nicht hilfreich oder widerlegt, und in diesem Abruf nie angewendet oder hilfreich.",
  recalled_tokens_used:
    "Die Tokens verwendeter Memorys in ihren Paketen, von allen Tokens der Pakete. Der Rest war nicht nützlich oder es wurde nichts dazu gemeldet.",
  recalled_unreported:
    "Ausgelieferte Memorys, zu denen kein Agent etwas gemeldet hat. Was die Antworten der Agenten vermuten lassen, steht getrennt darunter.",
  pack_precision:
    "In Paketen ausgelieferte Memorys, die angewendet oder als hilfreich gemeldet wurden oder die eine gespeicherte Erwartung für dieselbe Aufgabe nennt, von allen, zu denen jemand etwas gemeldet hat oder die eine Erwartung nennt.",
  pack_precision_inferred:
    "Ausgelieferte Memorys, zu denen niemand etwas gemeldet hat: diejenigen, denen die Antwort eines Agenten folgt ÷ diejenigen, denen sie folgt oder widerspricht oder die sie ignoriert. Ein schwaches Signal, nach Regeln erschlossen; es ändert die Qualität nicht.",
  packs_empty:
    "Pakete, die leer waren, weil nichts relevant war ÷ diese und alle Pakete, die etwas ausgeliefert haben. Leere Pakete, denen ein Teil fehlte, zählen nicht, ebenso wenig, was zu Beginn einer Sitzung oder nach einer Änderung hinzukommt, denn das wird nur festgehalten, wenn etwas ausgeliefert wird. Ein leeres Paket ist richtig, wenn zu einer Aufgabe nichts bekannt ist.",
  tokens_per_pack:
    "Mittlere Zahl der Tokens der Pakete, die etwas ausgeliefert haben, gezählt mit o200k_base.",
  delivered_twice:
    "Memorys, die ein Kontextfenster schon unverändert hatte, als ein Paket sie auslieferte, von allen, deren Empfang Clients bestätigt haben. Pakete, die kein Client bestätigt hat, zählen nicht.",
  disputed_served:
    "Memorys, die bei ihrer Auslieferung Teil eines offenen Konflikts waren, von allen ausgelieferten Memorys. Beide Seiten werden zusammen ausgeliefert, jede als umstritten markiert, bis jemand über den Konflikt entscheidet.",
  verified_before_use:
    "Wie oft einem Agenten eine Memory mit Zitaten, in einem Paket oder über ihre ID, ausgeliefert wurde, für die eine Prüfung am Head ihres Repositorys aufgezeichnet war, von allen Auslieferungen einer solchen Memory. Suchergebnisse werden getrennt gezählt. Alle werden gezählt, daher gibt es kein Intervall.",
  verified_in_searches:
    "Dasselbe für die Ergebnisse von Suchen der Agenten. Eine Suche liefert viele Memorys, von denen die meisten nicht gelesen werden, daher zählen sie nicht als ausgeliefert.",
  with_metadata:
    "Aktive Memorys, die die Daten ihrer Art oder freie Metadaten haben, von allen aktiven Memorys.",
  agent_types_contributing:
    "Agententypen, die eine aktive Memory haben, von allen, die gefragt oder geantwortet haben oder eine Memory haben.",
  invalid_detection:
    "Memorys mit Zitaten, die Personen ersetzt oder für ungültig erklärt haben, nachdem eine Prüfung sie als veraltet erkannt hatte, von allen, die Personen ersetzt oder für ungültig erklärt haben. Memorys, die niemand korrigiert hat, zählen nicht.",
  false_alarms:
    "Veraltete Memorys, die Personen unverändert wiederhergestellt haben, von allen veralteten Memorys, über die Personen im Zeitraum entschieden haben.",
  bytes_per_10000:
    "Plattenplatz der Tabellen für Memorys, Vektoren, Ereignisse und Zitate mit ihren Indizes, für 10.000 Memorys, berechnet für den ganzen Server, weil sich seine Organisationen die Tabellen teilen. Bei wenigen Memorys ist der Wert zu hoch.",
  planning_hits_7_days: "Suchen von Agenten in der Phase planning, die mindestens ein Muster fanden.",
  planning_hits_30_days: "Suchen von Agenten in der Phase planning, die mindestens ein Muster fanden.",
  passed_with_pattern:
    "Aufgaben, die ein Muster in patterns_used nannten und bestanden wurden oder scheiterten.",
  passed_without_pattern:
    "Alle anderen beendeten Aufgaben. Sie können sich in mehr als dem Muster unterscheiden.",
  failures_with_solution:
    "Fehler, gruppiert nach Signatur und Repository, die eine Lösung haben, auch solche, die wiedergekehrt sind.",
  time_to_solved:
    "Median der zuletzt gelösten Fehler, mit seinem 95-%-Intervall nach Ordnungsstatistiken ab sechs.",
  failures_returned: "Fehler, die eine Lösung hatten und seitdem wieder aufgetreten sind.",
} satisfies Record<keyof typeof en, string>;
