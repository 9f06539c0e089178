import type en from "../en/ui";

export default {
  close: "Schließen",
  cancel: "Abbrechen",
  undo: "Rückgängig",
  copy: "Kopieren",
  copied: "Kopiert",
  copy_refused: "Nicht erlaubt: von Hand markieren und kopieren",
  copy_named: "Kopieren: {name}",
  offline: "Sie sind offline; andere Seiten öffnen sich, sobald die Verbindung wieder da ist.",
  progress: "{value, number} von {max, number}",
  notifications: "Benachrichtigungen",
  discard: "Eingegebenes verwerfen",
  leave_unsaved: "Was Sie hier geändert haben, ist nicht gespeichert. Die Seite trotzdem verlassen?",
  this_screen: "Diese Ansicht",
} satisfies Record<keyof typeof en, string>;
