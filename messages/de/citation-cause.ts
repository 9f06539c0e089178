import type en from "../en/citation-cause";

export default {
  unreadable:
    "Der Commit, der die Zeilen geändert hat, konnte nicht geladen werden. Laden Sie die Seite neu, um es noch einmal zu versuchen.",
  looking: "Der Commit wird gesucht",
  unknown: "Es ist nicht bekannt, welcher Commit die Zeilen geändert hat. {reason}",
  no_reason: "Es wurde kein Grund angegeben.",
  changed:
    "<who>Geändert von {author}</who> am <day></day> in <commit></commit> <subject></subject><pulled>, Pull Request <pull></pull></pulled><merged>, zusammengeführt von {merger} in <merge></merge></merged>",
  from_message: "Aus der Commit-Nachricht",
} satisfies Record<keyof typeof en, string>;
