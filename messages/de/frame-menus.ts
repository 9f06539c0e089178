import type en from "../en/frame-menus";

export default {
  organization: "Organisation",
  language: "Sprache",
  sign_ins: "Anmeldungen",
  settings: "Einstellungen",
  sign_out: "Abmelden",
  role: "{role, select, owner {Eigentümer} lead {Lead} developer {Entwickler} other {{role}}}",

  light: "Hell",
  dark: "Dunkel",
  system: "Wie das System",

  notifications: "Benachrichtigungen",
  notifications_unreadable: "Die Benachrichtigungen konnten nicht geladen werden.",
  all_notifications: "Alle Benachrichtigungen",
  notification_settings: "Einstellungen",

  choose_repository: "Repository wählen",
  find_repository: "Repository suchen",
  no_repository: "Kein Repository heißt so.",
  repositories_unreadable: "Die Repositorys konnten nicht geladen werden.",
} satisfies Record<keyof typeof en, string>;
