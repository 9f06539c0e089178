import type en from "../en/settings-tabs";

export default {
  navigation: "Einstellungen",
  tab_organization: "Organisation",
  tab_members: "Mitglieder",
  tab_sign_ins: "Anmeldungen",
  tab_notifications: "Benachrichtigungen",
  tab_keys: "Agentenschlüssel",
  tab_connections: "Verbindungen",
  tab_services: "Modelle und E-Mail",
  tab_repositories: "Repositorys",
  tab_jobs: "Jobs",
  tab_audit: "Audit",
  tab_exchange: "Export und Import",
  tab_privacy: "Datenschutz",
  tab_danger: "Gefahrenzone",
} satisfies Record<keyof typeof en, string>;
