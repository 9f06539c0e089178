import type en from "../en/problem";

export default {
  broken_link:
    "Die Adresse nennt keinen Eintrag: Vielleicht wurde der Link abgeschnitten. Öffnen Sie den Eintrag stattdessen aus seiner Liste.",
  unknown_remedy: "Versuchen Sie es erneut; wenn es dabei bleibt, laden Sie die Seite neu.",
  remedy_correct: "Berichtigen Sie, was genannt ist, und versuchen Sie es erneut.",
  remedy_reload: "Laden Sie die Seite neu und versuchen Sie es erneut.",
  remedy_sign_in: "Melden Sie sich erneut an und wiederholen Sie es.",
  remedy_other_role:
    "Jemand mit einer anderen Rolle kann das tun; fragen Sie einen Eigentümer der Organisation.",
  remedy_address:
    "Öffnen Sie das Dashboard unter seiner üblichen Adresse; wer diesen Server betreibt, kennt sie.",
  remedy_not_found:
    "Vielleicht ist es gelöscht oder gehört zu einer anderen Organisation. Suchen Sie es in seiner Liste.",
  remedy_conflict: "Sehen Sie sich den jetzigen Stand an und entscheiden Sie erneut.",
  remedy_shorter: "Kürzen Sie es oder gehen Sie in Teilen vor.",
  remedy_wait: "Warten Sie einen Moment und versuchen Sie es erneut.",
  remedy_wait_seconds:
    "Warten Sie {seconds, plural, one {# Sekunde} other {# Sekunden}} und versuchen Sie es erneut.",
  remedy_internal:
    "Es wurde nichts gespeichert. Versuchen Sie es erneut; wenn es dabei bleibt, sagen Sie es denen, die diesen Server betreiben.",
  remedy_unavailable:
    "Versuchen Sie es gleich noch einmal; wenn es dabei bleibt, sagen Sie es denen, die diesen Server betreiben.",
  remedy_unreachable: "Es wurde nichts geändert. Prüfen Sie, ob Casebook läuft, und versuchen Sie es erneut.",
  nothing_changed: "Es wurde nichts geändert.",
  request: "Anfrage <id></id>",
  try_again: "Erneut versuchen",
  part_not_loaded: "Dieser Teil der Seite konnte nicht geladen werden",
  no_answer: "Der Server antwortet nicht. Es wurde nichts geändert; versuchen Sie es erneut.",
} satisfies Record<keyof typeof en, string>;
