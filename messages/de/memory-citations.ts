import type en from "../en/memory-citations";

export default {
  valid: "{count, plural, one {Das Zitat ist} other {Alle # Zitate sind}} beim neuesten Commit gültig.",
  invalid:
    "{count, number} von {all, number} {count, plural, one {ist geändert oder fehlt} other {sind geändert oder fehlen}}: Die Memory wird nicht ausgeliefert, bis jemand entscheidet.",
  unknown:
    "{count, number} von {all, number} {count, plural, one {konnte} other {konnten}} nicht gelesen werden. Das spricht nicht gegen die Memory.",
  never_checked: "nie geprüft",
  last_checked: "zuletzt geprüft <when></when>",
  all_checks: "Alle Prüfungen dieses Zitats",
  open_in_file: "In der Datei öffnen",
  show_comparison: "Damals und jetzt von {path} anzeigen",
  hide_comparison: "Damals und jetzt von {path} ausblenden",
  removed: "Zitat entfernt; es wird nicht wieder abgeleitet",
  not_removed: "Das Zitat konnte nicht entfernt werden",
  remove_inferred: "Das abgeleitete Zitat von {path} entfernen",
  remove_hint: "Entfernen; es wird nicht wieder abgeleitet",
  was: "war {status}",
  check: "Jetzt prüfen",
  checking: "Wird geprüft",
} satisfies Record<keyof typeof en, string>;
