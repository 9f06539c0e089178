/** How an agent reaches this server. */
export default {
  label: "How the agent connects",
  plugin: "Plugin",
  plugin_meaning: "Claude Code plugin: serves and learns memories automatically",
  command_claude: "Command that connects Claude Code",
  command_plugin: "Commands that install the plugin in Claude Code",
  command_codex: "Entry for ~/.codex/config.toml",
  command_mcp: "Entry for .mcp.json",
  command_curl: "First call with curl",
  remark_plugin:
    "Type these commands in Claude Code. The plugin asks for the address, <code>{address}</code>, and the key; then it serves memories before every task and learns from every answer.",
  remark_codex:
    "Put it into <code>~/.codex/config.toml</code> and set <code>CASEBOOK_KEY</code> where Codex runs.",
  remark_mcp:
    "Put it into <code>.mcp.json</code> at the root of the repository and set <code>CASEBOOK_KEY</code> where the agent runs.",
  remark_key: "<code>CASEBOOK_KEY</code> is the agent key, which is shown once, when it is created.",
};
