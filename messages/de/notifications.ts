import type en from "../en/notifications";

export default {
  title: "Benachrichtigungen",
  question: "Was ist geschehen, das mich betrifft?",
  marked: "{count, plural, one {# Benachrichtigung} other {# Benachrichtigungen}} als gelesen markiert",
  not_marked: "Sie konnten nicht als gelesen markiert werden",
  unreadable: "Die Benachrichtigungen konnten nicht geladen werden.",
  mark_all: "Alle als gelesen markieren",
  settings: "Einstellungen",
  which: "Welche Benachrichtigungen",
  all: "Alle",
  unread: "Ungelesen {count, number}",
} satisfies Record<keyof typeof en, string>;
