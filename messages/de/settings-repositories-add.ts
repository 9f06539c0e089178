import type en from "../en/settings-repositories-add";

export default {
  title: "Repository hinzufügen",
  where: "Wo es liegt",
  kind_url: "URL",
  kind_github: "GitHub",
  kind_path: "Ordner auf dem Server",
  url_label: "URL",
  url_hint:
    "https:// oder ssh://, ohne Passwort darin. Ein privates wird über eine Verbindung gelesen oder mit dem SSH-Schlüssel des Servers.",
  repository_label: "Repository",
  repository_hint:
    "Sein owner/name bei GitHub. Es wird über die API von GitHub gelesen; nichts wird geklont.",
  folder_label: "Ordner",
  folder_hint:
    "Unterhalb eines Ordners, den die Einstellung CASEBOOK_REPOSITORY_ROOTS des Servers nennt. Ist sie nicht gesetzt, gibt es keinen: Nehmen Sie eine URL.",
  name: "Name",
  name_hint: "owner/name, wie Agenten und Personen es nennen.",
  add: "Hinzufügen",
  added: "{name} ist hinzugefügt",
  not_connected:
    "GitHub ist noch nicht verbunden. <link>Fügen Sie zuerst eine Verbindung hinzu</link>, oder klonen Sie ein öffentliches Repository über seine URL.",
  connection: "Verbindung",
  connection_hint: "Nur für ein privates https-Repository.",
  connection_none: "Keine",
} satisfies Record<keyof typeof en, string>;
