import type en from "../en/memory-decisions";

export default {
  released: "{count, plural, one {Memory freigegeben} other {# Memorys freigegeben}}",
  released_effect: "Ab jetzt an Agenten auslieferbar.",
  rejected: "{count, plural, one {Memory abgelehnt} other {# Memorys abgelehnt}}",
  rejected_effect: "Jetzt ungültig und nicht an Agenten ausgeliefert.",
  superseded_back: "{count, plural, one {Memory nicht mehr ersetzt} other {# Memorys nicht mehr ersetzt}}",
  global: "{count, plural, one {Memory jetzt global} other {# Memorys jetzt global}}",
  global_effect: "Sie gilt für jedes Repository.",
  not_global: "{count, plural, one {Memory nicht global gemacht} other {# Memorys nicht global gemacht}}",
  addressed:
    "{count, plural, one {Memory als aufgegriffen markiert} other {# Memorys als aufgegriffen markiert}}",
  addressed_already: "Alle waren schon markiert",
  addressed_effect: "Nicht mehr in Paketen, aber weiterhin über die Suche zu finden.",
  not_addressed:
    "{count, plural, one {Memory nicht mehr als aufgegriffen markiert} other {# Memorys nicht mehr als aufgegriffen markiert}}",
  not_addressed_already: "Keine war markiert",
  restored: "{count, plural, one {Memory wiederhergestellt} other {# Memorys wiederhergestellt}}",
  back_in_quarantine:
    "{count, plural, one {Memory wieder in Quarantäne} other {# Memorys wieder in Quarantäne}}",
  refreshed: "{count, plural, one {Memory aufgefrischt} other {# Memorys aufgefrischt}}",
  refreshed_effect: "Jedes Zitat ist beim neuesten Commit gültig.",
  recited:
    "{count, plural, one {Memory bestätigt: Sie zitiert die neuen Zeilen} other {# Memorys bestätigt: Sie zitieren die neuen Zeilen}}",
  recited_effect: "Von jetzt an vergleichen Prüfungen mit diesen Zeilen.",
  recited_back:
    "{count, plural, one {Memory zitiert wieder ihre vorherigen Zeilen} other {# Memorys zitieren wieder ihre vorherigen Zeilen}}",
  followed:
    "{count, plural, one {Memory dorthin verschoben, wo ihr Text jetzt steht} other {# Memorys dorthin verschoben, wo ihr Text jetzt steht}}",
  followed_back:
    "{count, plural, one {Memory zitiert wieder ihre vorherige Stelle} other {# Memorys zitieren wieder ihre vorherige Stelle}}",
  invalidated: "{count, plural, one {Memory für ungültig erklärt} other {# Memorys für ungültig erklärt}}",
  invalidated_effect: "Nicht mehr an Agenten ausgeliefert.",
  deleted: "{count, plural, one {Memory gelöscht} other {# Memorys gelöscht}}",
  deleted_effect: "Aus der Liste gelöschter Memorys wiederherzustellen.",
  suggested: "{count, plural, one {Memory angeregt} other {# Memorys angeregt}}",
  suggested_effect: "Ein Lead entscheidet, ob sie global wird.",
  suggested_back: "{count, plural, one {Memory nicht mehr angeregt} other {# Memorys nicht mehr angeregt}}",
  global_back:
    "{count, plural, one {Memory in ihrem vorherigen Zustand wiederhergestellt} other {# Memorys in ihrem vorherigen Zustand wiederhergestellt}}",
  pinned: "{count, plural, one {Memory angeheftet} other {# Memorys angeheftet}}",
  pinned_effect: "Angeheftete Memorys laufen nie ab.",
  unpinned: "{count, plural, one {Memory nicht mehr angeheftet} other {# Memorys nicht mehr angeheftet}}",
  could_not:
    "{which, select, only {Die Memory konnte nicht {done} werden} one {Memory konnte nicht {done} werden} other {{count, number} Memorys konnten nicht {done} werden}}",
  done_released: "freigegeben",
  done_rejected: "abgelehnt",
  done_global: "global gemacht",
  done_dismissed: "verworfen",
  done_restored: "wiederhergestellt",
  done_put_back: "zurückgesetzt",
  done_refreshed: "aufgefrischt",
  done_moved: "auf die neuen Zeilen verschoben",
  done_followed: "an die neue Stelle verschoben",
  done_invalidated: "für ungültig erklärt",
  done_deleted: "gelöscht",
  done_suggested: "angeregt",
  done_pinned: "angeheftet",
  done_unpinned: "losgelöst",
  undone: "Rückgängig gemacht",
  unmark_failed: "Die Markierung konnte nicht rückgängig gemacht werden",
  mark_failed: "Die Memorys konnten nicht markiert werden",
  refreshed_uncited: "Sie hat keine Zitate, daher zählt Ihre Bestätigung.",
  not_refreshed_unreachable: "Nicht aufgefrischt: Das Repository konnte nicht gelesen werden",
  not_refreshed_unreachable_hint:
    "Das spricht nicht gegen die Memory. Holen Sie das Repository ab und versuchen Sie es erneut.",
  not_refreshed_invalid: "Nicht aufgefrischt: Ein Zitat ist geändert oder fehlt",
  not_refreshed_invalid_hint:
    "Korrigieren Sie sie nach dem jetzigen Code, oder erklären Sie sie für ungültig.",
  refresh_failed: "Die Memory konnte nicht aufgefrischt werden",
  nothing_to_check: "Nichts zu prüfen: Sie hat keine Zitate",
  checked_valid: "{count, plural, one {# Zitat geprüft: gültig} other {# Zitate geprüft: alle gültig}}",
  checked_unknown: "{count, plural, one {# Zitat} other {# Zitate}} geprüft: {unknown, number} nicht lesbar",
  checked_unknown_hint: "Was nicht gelesen werden kann, spricht nicht gegen die Memory.",
  checked_invalid:
    "{count, plural, one {# Zitat} other {# Zitate}} geprüft: {invalid, number} geändert oder fehlend",
  checked_invalid_hint: "Die Memory wird nicht ausgeliefert, bis jemand entscheidet.",
  check_failed: "Die Zitate konnten nicht geprüft werden",
} satisfies Record<keyof typeof en, string>;
