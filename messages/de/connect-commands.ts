import type en from "../en/connect-commands";

export default {
  label: "Wie der Agent sich verbindet",
  plugin: "Plugin",
  plugin_meaning: "Plugin für Claude Code: liefert Memorys automatisch aus und lernt sie",
  command_claude: "Befehl, der Claude Code verbindet",
  command_plugin: "Befehle, die das Plugin in Claude Code installieren",
  command_codex: "Eintrag für ~/.codex/config.toml",
  command_mcp: "Eintrag für .mcp.json",
  command_curl: "Erster Aufruf mit curl",
  remark_plugin:
    "Geben Sie diese Befehle in Claude Code ein. Das Plugin fragt nach der Adresse, <code>{address}</code>, und dem Schlüssel; dann liefert es vor jeder Aufgabe Memorys aus und lernt aus jeder Antwort.",
  remark_codex:
    "Fügen Sie ihn in <code>~/.codex/config.toml</code> ein und setzen Sie <code>CASEBOOK_KEY</code> dort, wo Codex läuft.",
  remark_mcp:
    "Fügen Sie ihn in <code>.mcp.json</code> im Wurzelverzeichnis des Repositorys ein und setzen Sie <code>CASEBOOK_KEY</code> dort, wo der Agent läuft.",
  remark_key:
    "<code>CASEBOOK_KEY</code> ist der Agentenschlüssel; er wird nur einmal gezeigt, beim Erstellen.",
} satisfies Record<keyof typeof en, string>;
