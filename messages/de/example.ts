import type en from "../en/example";

export default {
  example: "Beispiel",
  explore: "Erkunden Sie erst ein Beispiel.",
  explore_meaning:
    "Repository, Agenten, Reviews und ein zu entscheidender Vorschlag eines erfundenen Teams, in einer eigenen Organisation neben Ihrer.",
  create: "Beispiel erstellen",
  create_title: "Ein Beispiel neben Ihren Daten erstellen?",
  create_verb: "Erstellen",
  create_meaning:
    "Diese Organisation hat eigene Daten. Das Beispiel wird als eigene Organisation erstellt: Ihre Daten werden weder geändert noch dort gezeigt noch damit vermischt, und Sie können das Beispiel mit einem Klick entfernen.",
  open: "Beispiel öffnen",
  stop: "Anhalten und entfernen",
  remove: "Beispiel entfernen",
  creating: "Das Beispiel wird erstellt: {step} <progress>({done, number} von {steps, number})</progress>",
  waiting: "wartet auf den Worker",
  steps: "Schritte des Beispiels",
  failed: "<failed>Das Beispiel wurde nicht erstellt.</failed> {error}",
  removing: "Das Beispiel wird entfernt.",
  ready: "<name></name> <rest>liegt neben Ihrer Organisation, getrennt von ihr.</rest>",
} satisfies Record<keyof typeof en, string>;
