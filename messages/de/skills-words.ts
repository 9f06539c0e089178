import type en from "../en/skills-words";

export default {
  proposal_open: "offen",
  proposal_open_meaning: "Wartet auf eine Entscheidung.",
  proposal_approved: "genehmigt",
  proposal_approved_meaning: "Er wurde eine Version des Skills.",
  proposal_rejected: "abgelehnt",
  proposal_rejected_meaning: "Er wurde abgelehnt, mit einer Begründung.",
  proposal_superseded: "ersetzt",
  proposal_superseded_meaning: "Ein anderer Vorschlag trat an seine Stelle.",
  hunk_approved: "genehmigt",
  hunk_approved_meaning: "Dieser Abschnitt ist im Skill.",
  hunk_rejected: "abgelehnt",
  hunk_rejected_meaning: "Dieser Abschnitt wurde weggelassen.",
  delivery_pending: "wird ausgeliefert",
  delivery_pending_meaning: "Die Version wird gerade ausgeliefert.",
  delivery_open: "wartet auf den Merge",
  delivery_open_meaning:
    "Sie liegt auf ihrem Branch oder in ihrem Pull Request; der Standard-Branch hat sie noch nicht.",
  delivery_closed: "ohne Merge geschlossen",
  delivery_closed_meaning: "Ihr Pull Request wurde ohne Merge geschlossen. Jemand muss entscheiden.",
  delivery_delivered: "ausgeliefert",
  delivery_delivered_meaning: "Die Datei hat diese Version.",
  delivery_conflict: "Konflikt",
  delivery_conflict_meaning:
    "Die Datei wurde inzwischen geändert und daher nicht überschrieben. Jemand muss entscheiden.",
  delivery_failed: "fehlgeschlagen",
  delivery_failed_meaning:
    "Die Datei konnte nicht geschrieben werden. Die Entscheidung ist gespeichert; versuchen Sie es erneut.",
  delivery_superseded: "ersetzt",
  delivery_superseded_meaning: "Eine spätere Version oder eine Lösung trat an ihre Stelle.",
  delivery_as_in_file: "wie in der Datei",
  delivery_as_in_file_meaning: "Die neueste Version wurde aus der Datei selbst übernommen.",
  view_unified: "vereint",
  view_split: "nebeneinander",
} satisfies Record<keyof typeof en, string>;
