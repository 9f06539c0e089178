"use client";

import { type ReactNode, useState } from "react";
import { CodeBlock } from "@/components/ui/code-block";
import { ToggleGroup } from "@/components/ui/toggle-group";

const WAYS = [
  { value: "claude", label: "Claude Code" },
  { value: "plugin", label: "Plugin", title: "Claude Code plugin: serves and learns memories automatically" },
  { value: "codex", label: "Codex" },
  { value: "mcp", label: ".mcp.json" },
  { value: "curl", label: "curl" },
] as const;
type Way = (typeof WAYS)[number]["value"];

const PLACEHOLDER = "$CASEBOOK_KEY";

function commandOf(way: Way, address: string, key: string | null): { code: string; label: string } {
  const mcp = `${address}/api/mcp`;
  if (way === "claude")
    return {
      label: "Command that connects Claude Code",
      code: `claude mcp add --transport http casebook ${mcp} \\\n  --header "Authorization: Bearer ${key ?? PLACEHOLDER}"`,
    };
  if (way === "plugin")
    return {
      label: "Commands that install the plugin in Claude Code",
      code: `/plugin marketplace add <path or address of the Casebook repository>\n/plugin install casebook@casebook`,
    };
  if (way === "codex")
    return {
      label: "Entry for ~/.codex/config.toml",
      code: `[mcp_servers.casebook]\nurl = "${mcp}"\nbearer_token_env_var = "CASEBOOK_KEY"`,
    };
  if (way === "mcp")
    return {
      label: "Entry for .mcp.json",
      // A file that is committed names the variable; the key itself stays in the environment.
      code: JSON.stringify(
        {
          mcpServers: {
            casebook: {
              type: "http",
              url: mcp,
              // biome-ignore lint/suspicious/noTemplateCurlyInString: Claude Code fills in the variable
              headers: { Authorization: "Bearer ${CASEBOOK_KEY}" },
            },
          },
        },
        null,
        2,
      ),
    };
  return {
    label: "First call with curl",
    code: `curl ${address}/api/v1/organization \\\n  -H "Authorization: Bearer ${key ?? PLACEHOLDER}"`,
  };
}

const isFile = (way: Way) => way === "mcp" || way === "codex";

/** What else is to be done for a way, besides what can be copied. */
function remarkOf(way: Way, { address, has_key }: { address: string; has_key: boolean }): ReactNode {
  if (way === "plugin")
    return (
      <>
        Type these commands in Claude Code. The plugin asks for the address, <code>{address}</code>, and the
        key; then it serves memories before every task and learns from every answer.
      </>
    );
  if (way === "codex")
    return (
      <>
        Put it into <code>~/.codex/config.toml</code> and set <code>CASEBOOK_KEY</code> where Codex runs.
      </>
    );
  if (way === "mcp")
    return (
      <>
        Put it into <code>.mcp.json</code> at the root of the repository and set <code>CASEBOOK_KEY</code>{" "}
        where the agent runs.
      </>
    );
  if (has_key) return null;
  return (
    <>
      <code>CASEBOOK_KEY</code> is the agent key, which is shown once, when it is created.
    </>
  );
}

/** How an agent reaches this server, for the way the person chooses; with the key in it while it can be seen. */
export function ConnectCommands({
  address,
  agent_key = null,
}: {
  address: string;
  agent_key?: string | null;
}) {
  const [way, setWay] = useState<Way>("claude");
  const command = commandOf(way, address, agent_key);
  const remark = remarkOf(way, { address, has_key: agent_key !== null });
  return (
    <div className="flex min-w-0 flex-col items-start gap-2">
      <ToggleGroup
        label="How the agent connects"
        value={way}
        options={WAYS}
        onValueChange={setWay}
        className="h-auto max-w-full flex-wrap [&>button]:h-6"
      />
      <CodeBlock {...command} wrap={!isFile(way)} className="w-full" />
      {remark !== null && <p className="text-pretty text-muted-foreground text-xs">{remark}</p>}
    </div>
  );
}
