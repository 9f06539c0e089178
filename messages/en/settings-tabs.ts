/** The parts of the settings. */
export default {
  navigation: "Settings",
  tab_organization: "Organization",
  tab_members: "Members",
  tab_sign_ins: "Sign-ins",
  tab_notifications: "Notifications",
  tab_keys: "Agent keys",
  tab_connections: "Connections",
  tab_services: "Models and mail",
  tab_repositories: "Repositories",
  tab_jobs: "Jobs",
  tab_audit: "Audit",
  tab_exchange: "Export and import",
  tab_privacy: "Privacy",
  tab_danger: "Danger zone",
};
