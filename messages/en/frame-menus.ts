/** What opens from the bar at the top: the person's menu, the theme, notifications and repositories. */
export default {
  organization: "Organization",
  language: "Language",
  sign_ins: "Sign-ins",
  settings: "Settings",
  sign_out: "Sign out",
  role: "{role, select, owner {owner} lead {lead} developer {developer} other {{role}}}",

  light: "Light",
  dark: "Dark",
  system: "Same as system",

  notifications: "Notifications",
  notifications_unreadable: "The notifications could not be loaded.",
  all_notifications: "All notifications",
  notification_settings: "Settings",

  choose_repository: "Choose a repository",
  find_repository: "Find a repository",
  no_repository: "No repository has this name.",
  repositories_unreadable: "The repositories could not be loaded.",
};
