"use client";

import { useState } from "react";
import { CodeBlock } from "@/components/ui/code-block";
import { ToggleGroup } from "@/components/ui/toggle-group";

const WAYS = [
  { value: "claude", label: "Claude Code" },
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
  return (
    <div className="flex min-w-0 flex-col items-start gap-2">
      <ToggleGroup label="How the agent connects" value={way} options={WAYS} onValueChange={setWay} />
      <CodeBlock {...command} wrap={way !== "mcp"} className="w-full" />
      {way === "mcp" && (
        <p className="text-muted-foreground text-xs">
          Put it into <code>.mcp.json</code> at the root of the repository and set <code>CASEBOOK_KEY</code>{" "}
          where the agent runs.
        </p>
      )}
      {way !== "mcp" && agent_key === null && (
        <p className="text-muted-foreground text-xs">
          <code>CASEBOOK_KEY</code> stands for the agent key, which is shown once when it is made.
        </p>
      )}
    </div>
  );
}
