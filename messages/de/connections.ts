import type en from "../en/connections";

export default {
  title: "Verbindungen",
  description:
    "Über eine davon werden Repositorys bei GitHub gelesen und Pull Requests geöffnet. Tokens und Schlüssel werden verschlüsselt und nie wieder gezeigt.",
  leads_only: "Leads und Eigentümer verbinden GitHub. Wenden Sie sich an jemanden von ihnen.",
  add: "Verbindung hinzufügen",
  unreadable: "Die Verbindungen konnten nicht geladen werden.",
  empty: "Noch keine Verbindungen",
  empty_meaning:
    "Öffentliche Repositorys können ohne Verbindung geklont werden. Mit einer werden private Repositorys über GitHub gelesen, und ein Push wird geprüft, sobald er ankommt.",
  name: "Name",
  kind: "Art",
  kind_github_token: "GitHub-Token",
  kind_github_app: "GitHub-App",
  kind_git_password: "Git-Passwort",
  address: "Adresse",
  repositories: "Repositorys",
  repositories_none: "noch keine",
  state: "Status",
  state_untested: "nicht getestet",
  state_untested_meaning: "Noch nicht getestet. Testen Sie sie, um zu sehen, ob GitHub sie annimmt.",
  state_works: "funktioniert",
  state_works_meaning: "GitHub hat sie angenommen.",
  state_failed: "fehlgeschlagen",
  state_failed_meaning: "GitHub hat sie abgelehnt.",
  state_with_fetch: "beim Abholen getestet",
  state_with_fetch_meaning:
    "Sie wird jedes Mal versucht, wenn ein Repository, das sie verwendet, abgeholt wird.",
  user: "Benutzer",
  app: "App",
  app_installed: "{app}, Installation {installation}",
  account: "Konto",
  permissions: "Rechte",
  limits: "Limits",
  unknown: "noch nicht bekannt",
  permissions_not_reported: "GitHub teilt das bei fein abgestuften Tokens nicht mit",
  test: "Jetzt testen",
  change: "Ändern",
  remove: "Entfernen",
  remove_title: "{name} entfernen?",
  remove_effect:
    "Ihre Geheimnisse werden gelöscht. Eine Verbindung, die ein Repository verwendet, kann nicht entfernt werden.",
  removed: "{name} wurde entfernt",
  webhook_off:
    "GitHub meldet diesem Server noch keine Pushes. Geben Sie der Verbindung ein Webhook-Geheimnis, damit Zitate geprüft werden, sobald sich Code ändert.",
  webhook_set_up:
    "Fügen Sie bei GitHub einen Webhook mit dieser Adresse hinzu, mit dem Content-Type application/json, demselben Geheimnis und dem Ereignis „Pushes“.",
  webhook_address: "Adresse des Webhooks",
} satisfies Record<keyof typeof en, string>;
