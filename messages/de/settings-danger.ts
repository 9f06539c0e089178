import type en from "../en/settings-danger";

export default {
  leads_only: "Nur Leads und Eigentümer können diese Seite verwenden.",
  example: "Beispiel",
  example_description: "Eine erfundene Organisation neben Ihrer, zum Erkunden oder Vorführen.",
  memory: "Memory ausschalten",
  memory_description:
    "Agenten lesen und speichern ab jetzt nichts, bis Memory wieder eingeschaltet wird. Gespeicherte Memorys bleiben.",
  memory_off: "Memory ausschalten…",
  memory_on: "Memory einschalten",
  memory_is_on: "Memory ist eingeschaltet",
  memory_is_off: "Memory ist ausgeschaltet",
  repository: "Ein Repository entfernen",
  repository_description:
    "Es wird nicht mehr abgeholt, und nichts kann es zitieren. Seine Aufgaben, Fehler, Reviews und Skills werden mit ihm gelöscht; nicht möglich, solange eine Memory dazugehört oder es zitiert.",
  repository_field: "Repository",
  repository_none: "Kein Repository ist registriert",
  repository_choose: "Eines wählen",
  repository_remove: "Entfernen…",
  leave: "Die Organisation verlassen",
  leave_description:
    "Sie verlieren sofort den Zugang; was Sie geschrieben haben, bleibt. Nur eine Einladung bringt Sie zurück.",
  leave_only_owner:
    "Sie sind der einzige Eigentümer: Machen Sie zuerst unter „Mitglieder“ jemand anderen zum Eigentümer.",
  leave_open: "Verlassen…",
  leave_title: "{name} verlassen?",
  leave_confirm: "Verlassen",
  leave_effect:
    "Sie werden hier abgemeldet. Schlüssel, die Sie erstellt haben, funktionieren weiter, bis sie jemand widerruft.",
} satisfies Record<keyof typeof en, string>;
