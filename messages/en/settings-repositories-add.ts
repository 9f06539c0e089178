/** Adding a repository. */
export default {
  title: "Add repository",
  where: "Where it is",
  kind_url: "URL",
  kind_github: "GitHub",
  kind_path: "Folder on the server",
  url_label: "URL",
  url_hint:
    "https:// or ssh://, without a password in it. A private one is read through a connection, or by the server's ssh key.",
  repository_label: "Repository",
  repository_hint: "Its owner/name at GitHub. It is read through GitHub's API; nothing is cloned.",
  folder_label: "Folder",
  folder_hint:
    "Below a folder that the server's setting CASEBOOK_REPOSITORY_ROOTS names. Where it is not set, there is none: use a URL.",
  name: "Name",
  name_hint: "owner/name, as agents and people call it.",
  add: "Add",
  added: "{name} is added",
  not_connected:
    "GitHub is not connected yet. <link>Add a connection</link> first, or clone a public repository by its URL.",
  connection: "Connection",
  connection_hint: "Only for a private https repository.",
  connection_none: "None",
};
