import type en from "../en/frame";

export default {
  skip: "Zum Inhalt springen",
  sections: "Bereiche",
  home: "Casebook, Übersicht",
  collapse_sidebar: "Seitenleiste einklappen",
  expand_sidebar: "Seitenleiste ausklappen",

  section_overview: "Übersicht",
  section_inbox: "Eingang",
  section_memories: "Memorys",
  section_citations: "Zitate",
  section_reviews: "Reviews",
  section_proposals: "Vorschläge",
  section_skills: "Skills",
  section_recalls: "Abrufe",
  section_sessions: "Sitzungen",
  section_conversations: "Gespräche",
  section_patterns: "Muster",
  section_hygiene: "Hygiene",
  section_settings: "Einstellungen",

  waiting_any: "<count></count><words> offen</words>",
  waiting_for_you: "<count></count><words> für Sie offen</words>",
  waiting_for_decision: "<count></count><words> mit offener Entscheidung</words>",
  waiting_drifted: "<count></count><words> veraltet</words>",
  waiting_to_decide: "<count></count><words> zu entscheiden</words>",
  waiting_not_delivered: "<count></count><words> nicht ausgeliefert</words>",
  waiting_not_read: "<count></count><words> nicht gelesen</words>",
  waiting_returned: "<count></count><words> wiedergekehrt</words>",
  waiting_with_problem: "<count></count><words> mit Problem</words>",
  section_with_count: "{section}: <waiting></waiting>",

  keys_everywhere: "Überall",
  keys_palette: "Palette öffnen",
  keys_shortcuts: "Tastenkürzel anzeigen",
  keys_section: "{section} öffnen",
  keys_quarantine: "Quarantäne öffnen",

  search: "Suchen oder öffnen",
  palette: "Suchen, öffnen oder ausführen",
  palette_hint: "Etwas finden, öffnen oder ausführen",
  repository: "Repository: {name}",
  all_repositories: "Alle Repositorys",
  notifications: "Benachrichtigungen",
  notifications_unread: "Benachrichtigungen, {count, number} ungelesen",
  theme: "Farbschema",
  you: "Sie: {name}",

  offline: "Sie sind offline.",
  offline_meaning:
    "Was Sie sehen, ist möglicherweise nicht mehr aktuell, und andere Seiten öffnen sich erst, wenn die Verbindung wieder steht. Was Sie entscheiden, wird danach gesendet, sofern diese Seite geöffnet bleibt.",
  read_only:
    "Die Datenbank ist schreibgeschützt, etwa als Standby. Alles lässt sich lesen, aber nichts ändern, bis sie wieder beschreibbar ist.",
  disk_full:
    "Die Festplatte der Datenbank ist voll. Alles lässt sich lesen, aber nichts ändern, bis wieder Platz frei ist.",
  unavailable: "Die Datenbank antwortet nicht.",
  memory_off:
    "<strong>Memory ist ausgeschaltet.</strong> Agenten wird nichts ausgeliefert, und nichts, was sie lernen, wird gespeichert.",
  memory_switch_on: "Einschalten",
  memory_settings: "Einstellungen ansehen",
  example:
    "<strong>Dies ist ein Beispiel.</strong> Seine Agenten, Memorys und Reviews sind erfunden; nichts darin betrifft {organization}.",
  example_back: "Zurück zu {organization}",
  example_remove: "Beispiel entfernen",
  example_not_removed: "Das Beispiel konnte nicht entfernt werden",
} satisfies Record<keyof typeof en, string>;
