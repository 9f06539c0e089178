import type en from "../en/decision-keys";

export default {
  accept:
    "Annehmen: genehmigen, stimmt noch, beide stimmen; fragt nach einer Begründung, wo das Annehmen riskant ist",
  reject: "Ablehnen, mit Begründung",
  first: "Die erste von mehreren behalten; 2 behält die zweite, und so weiter",
  second: "Die zweite von mehreren behalten",
  edit: "Bearbeiten oder korrigieren",
  comment: "Kommentieren; @ und ein Name benachrichtigt diese Person",
  skip: "Überspringen",
  undo: "Letzte Entscheidung rückgängig machen",
  next: "Nächster Eintrag der Liste",
  previous: "Vorheriger Eintrag der Liste",
  open: "Als Seite öffnen",
  select: "Für Sammelaktionen auswählen",
  view: "Nebeneinander oder vereint",
  check_again: "Erneut prüfen und bestätigen, wenn gültig",
  follow: "Denselben Text dort zitieren, wo er jetzt steht",
  next_hunk: "Nächster Abschnitt eines Vorschlags",
  previous_hunk: "Vorheriger Abschnitt eines Vorschlags",
  take_hunk: "Abschnitt aufnehmen oder weglassen",
  mark_seen: "Abschnitt als gesehen markieren",
  later: "Zurückstellen",
  owner: "Zuweisen",
} satisfies Record<keyof typeof en, string>;
