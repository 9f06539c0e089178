"use client";

import { type ReactNode, useState } from "react";
import { CodeBlock } from "@/components/ui/code-block";
import { useMessages } from "@/components/ui/messages";
import { ToggleGroup } from "@/components/ui/toggle-group";
import { connectCommands } from "@/messages/compiled/connect-commands";
import type { Translate } from "@/messages/message";

type Way = "claude" | "plugin" | "codex" | "mcp" | "curl";
type T = Translate<typeof connectCommands>;

const waysOf = (t: T): { value: Way; label: string; title?: string }[] => [
  { value: "claude", label: "Claude Code" },
  { value: "plugin", label: t("plugin"), title: t("plugin_meaning") },
  { value: "codex", label: "Codex" },
  { value: "mcp", label: ".mcp.json" },
  { value: "curl", label: "curl" },
];

const PLACEHOLDER = "$CASEBOOK_KEY";

function codeOf(way: Way, { address, key }: { address: string; key: string | null }): string {
  const mcp = `${address}/api/mcp`;
  if (way === "claude")
    return `claude mcp add --transport http casebook ${mcp} \\\n  --header "Authorization: Bearer ${key ?? PLACEHOLDER}"`;
  if (way === "plugin")
    return `/plugin marketplace add <path or address of the Casebook repository>\n/plugin install casebook@casebook`;
  if (way === "codex") return `[mcp_servers.casebook]\nurl = "${mcp}"\nbearer_token_env_var = "CASEBOOK_KEY"`;
  if (way === "mcp")
    // A file that is committed names the variable; the key itself stays in the environment.
    return JSON.stringify(
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
    );
  return `curl ${address}/api/v1/organization \\\n  -H "Authorization: Bearer ${key ?? PLACEHOLDER}"`;
}

const isFile = (way: Way) => way === "mcp" || way === "codex";

const asCode = (content: ReactNode) => <code>{content}</code>;

/** What else is to be done for a way, besides what can be copied. */
function remarkOf({
  t,
  way,
  address,
  has_key,
}: {
  t: T;
  way: Way;
  address: string;
  has_key: boolean;
}): ReactNode {
  if (way === "plugin") return t.rich("remark_plugin", { address, code: asCode });
  if (way === "codex") return t.rich("remark_codex", { code: asCode });
  if (way === "mcp") return t.rich("remark_mcp", { code: asCode });
  if (has_key) return null;
  return t.rich("remark_key", { code: asCode });
}

/** How an agent reaches this server, for the way the person chooses; with the key in it while it can be seen. */
export function ConnectCommands({
  address,
  agent_key = null,
}: {
  address: string;
  agent_key?: string | null;
}) {
  const t = useMessages(connectCommands);
  const [way, setWay] = useState<Way>("claude");
  const remark = remarkOf({ t, way, address, has_key: agent_key !== null });
  return (
    <div className="flex min-w-0 flex-col items-start gap-2">
      <ToggleGroup
        label={t("label")}
        value={way}
        options={waysOf(t)}
        onValueChange={setWay}
        className="h-auto max-w-full flex-wrap [&>button]:h-6"
      />
      <CodeBlock
        code={codeOf(way, { address, key: agent_key })}
        label={t(`command_${way}`)}
        wrap={!isFile(way)}
        className="w-full"
      />
      {remark !== null && <p className="text-pretty text-muted-foreground text-xs">{remark}</p>}
    </div>
  );
}
