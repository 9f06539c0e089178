import type en from "../en/citations-heads";

export default {
  list: "Verdächtige Heads",
  unreadable: "Der Commit konnte nicht geladen werden.",
  keys: "Verdächtiger Head",
  question: "Ist <commit></commit> von {repository} richtig?",
  fails:
    "<strong>{memories, number} von {in_service, plural, one {# Memory} other {# Memorys}} von {repository} {memories, plural, one {besteht} other {bestehen}} die Prüfung nicht</strong>, bei Commit <commit></commit>, gefunden <when></when>. Es kann ein falscher Branch oder ein unfertiger Push sein, deshalb wurde keine Memory geändert. Bis ein Lead entscheidet, bekommen Agenten diese Memorys nur in der Liste „vor der Verwendung prüfen“. Scheitert ein Commit einen Tag später auf dieselbe Weise, gilt dieser hier als bestätigt.",
  verdicts: "Was die Prüfung nicht bestand, neben den zuletzt festgehaltenen Ergebnissen",
  verdict: "<place></place> zuletzt festgehalten als {status}, an diesem Head {found}",
  more: "Und {count, number} weitere.",

  dismiss: "Verwerfen",
  dismiss_keys: "Verwerfen: Dieser Commit ändert nichts",
  confirm: "Fehlschläge bestätigen",
  confirm_keys: "Fehlschläge bestätigen, mit Begründung",
  confirm_meaning:
    "{count, plural, one {# Memory von {repository} wird} other {# Memorys von {repository} werden}} noch einmal geprüft; was die Prüfung nicht besteht, wird nicht mehr an Agenten ausgeliefert.",
  confirm_why: "Warum dieser Commit richtig ist",
  confirm_why_hint: "Wird im Audit festgehalten.",
  confirm_why_example: "Der Umzug in die neue Struktur ist auf dem Standard-Branch.",
  confirm_send: "Bestätigen",
  not_saved: "Die Entscheidung konnte nicht gespeichert werden",
  said_confirm: "Bestätigt: Diese Memorys werden noch einmal geprüft",
  said_dismiss: "Verworfen: Dieser Commit ändert nichts",
  done_confirm: "Bestätigt",
  done_dismiss: "Verworfen",
} satisfies Record<keyof typeof en, string>;
