import type en from "../en/suggestions";

export default {
  title: "Anregungen",
  question: "Was möchten Agenten an Memorys anderer ändern?",
  unreadable: "Die Anregungen konnten nicht geladen werden.",
  loading: "Die Anregungen werden geladen",
  next: "Als Nächstes: {statement}",
  open_page: "Die Memory als Seite öffnen",
  which: "Welche Anregungen",
  to_decide: "Zu entscheiden",
  accepted: "Angenommen",
  rejected: "Abgelehnt",
  total: "{count, number} insgesamt",
  total_of: "{count, number} insgesamt in {repository}",
  empty_open: "Keine Anregungen",
  empty_open_meaning:
    "Agenten dürfen Memorys ändern, die sie selbst gespeichert haben oder denen der Code widerspricht. Änderungen an anderen Memorys warten hier, bis jemand entscheidet.",
  empty_accepted: "Noch keine angenommenen Anregungen",
  empty_accepted_meaning: "Angenommene Anregungen erscheinen hier, wo sie sich rückgängig machen lassen.",
  empty_rejected: "Noch keine abgelehnten Anregungen",
  empty_rejected_meaning:
    "Abgelehnte Anregungen erscheinen hier, wo sich die Entscheidung rückgängig machen lässt.",
} satisfies Record<keyof typeof en, string>;
