import type en from "../en/conversation-dialogs";

export default {
  erase: "Löschen",
  erase_log_title: "Das Protokoll von {agent} vom {day} löschen",
  log_gone: "{count, plural, one {# Nachricht wird} other {# Nachrichten werden}} endgültig gelöscht.",
  with_facts: "Auch die Fakten löschen, die aus keinem anderen Protokoll gelernt wurden",
  log_erased:
    "{lines, plural, one {# Nachricht} other {# Nachrichten}} und {facts, plural, one {# Fakt} other {# Fakten}} gelöscht",
  correct: "Korrigieren",
  correct_title: "Zeile {number} korrigieren",
  correct_meaning:
    "Für Text, der falsch gehört oder falsch aufgeschrieben wurde. Fakten, die nur aus dieser Zeile gelernt wurden, werden gelöscht, und die Zeile wird erneut gelesen.",
  what_was_said: "Was gesagt wurde",
  line_corrected:
    "Zeile {number} korrigiert. {facts, plural, =0 {Kein Fakt wurde nur aus dieser Zeile gelernt.} one {# Fakt wurde gelöscht, der nur aus dieser Zeile stammte.} other {# Fakten wurden gelöscht, die nur aus dieser Zeile stammten.}}",
  erase_title: "Zeile {number} löschen",
  erase_meaning:
    "Ihr Text wird endgültig gelöscht, mit den Fakten, die nur aus ihr gelernt wurden. Ein erneuter Import des Protokolls stellt sie nicht wieder her.",
  line_erased:
    "Zeile {number} gelöscht. {facts, plural, =0 {Kein Fakt wurde nur aus dieser Zeile gelernt.} one {# Fakt wurde gelöscht, der nur aus dieser Zeile stammte.} other {# Fakten wurden gelöscht, die nur aus dieser Zeile stammten.}}",
} satisfies Record<keyof typeof en, string>;
