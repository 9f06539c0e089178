import type en from "../en/reviews-new-import";

export default {
  import: "Importieren",
  title: "Reviews importieren",
  description:
    "Ein Pull Request oder das Protokoll eines Analysewerkzeugs wird zuerst ein Entwurf: Sie sehen, wie jeder Eintrag gelesen wird, und können ihn korrigieren.",
  from: "Aus",
  from_github: "Pull Request",
  from_sarif: "SARIF",
  from_evaluations: "Auswertungen",
  read: "Einlesen",
  repository: "Repository",
  repository_hint: "Der registrierte owner/name.",
  optional: "Optional.",
  pull_request: "Nummer des Pull Requests",
  reviewer: "Reviewer",
  reviewer_hint: "Optional: nur Threads, die dieser Login begonnen hat.",
  sarif_file: "SARIF-Datei",
  run: "Lauf",
  run_hint:
    "Kennzeichnet diesen Lauf des Analysewerkzeugs, etwa durch seinen Commit. Derselbe Lauf wird nicht zweimal gespeichert.",
  include_open: "Auch offene Ergebnisse zählen, als aufgeschoben",
  evaluations_file: "JSON- oder JSON-Lines-Datei",
  not_json: "Die Datei ist kein gültiges JSON.",
  not_sarif: "Die Datei ist kein SARIF-Protokoll.",
  no_evaluations: "Die Datei enthält keine Auswertungen.",
} satisfies Record<keyof typeof en, string>;
