import type en from "../en/view-dialogs";

export default {
  new_title: "Als Ansicht speichern",
  edit_title: "Ansicht umbenennen oder teilen",
  description: "Eine Ansicht speichert die Filter, die Reihenfolge, die Spalten und die Zeilenhöhe.",
  name: "Name",
  shared: "Alle in der Organisation sehen sie",
  who_may_share: "Nur {roles} dürfen Ansichten teilen.",
  save: "Speichern",
  saved: "Ansicht gespeichert",
  deleted: "Ansicht gelöscht",
  delete_title: "Ansicht „{name}“ löschen",
  delete: "Löschen",
  delete_shared:
    "Sie wird für alle in der Organisation gelöscht. Die aufgelisteten Einträge ändern sich nicht.",
  delete_own: "Nur Sie haben diese Ansicht. Die aufgelisteten Einträge ändern sich nicht.",
} satisfies Record<keyof typeof en, string>;
