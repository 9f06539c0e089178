/**
 * `node --import tsx tests/bench/tools.ts`: how many tokens the MCP tools take of a model's context, by tool and by set.
 * A contract test holds the sums to TOOL_LIMITS.
 */
import { fileURLToPath } from "node:url";
import { countTokens } from "gpt-tokenizer/encoding/o200k_base";
import { definitions } from "@/lib/doors/mcp/definitions";
import { TOOL_SETS, type ToolSet } from "@/lib/kernel/contract";
import { formatTable } from "./table";

export type ToolTokens = { tool: string; set: ToolSet | "default"; tokens: number };

/** Tokens (o200k) that a set may take together: its names, descriptions and input schemas. */
export const TOOL_LIMITS: Record<ToolSet | "default", number> = {
  default: 5_000,
  reviews: 2_500,
  administration: 2_500,
  tasks: 2_500,
  logs: 2_500,
};

/** What each tool takes: its name, description and input schema, as clients hand them to a model. */
export function measureTools(): ToolTokens[] {
  return definitions.map(({ set, definition: { name, description, inputSchema } }) => ({
    tool: name,
    set: set ?? "default",
    tokens: countTokens(JSON.stringify({ name, description, input_schema: inputSchema })),
  }));
}

export function sumOfSet(tools: readonly ToolTokens[], set: ToolTokens["set"]): number {
  return tools.filter((tool) => tool.set === set).reduce((sum, { tokens }) => sum + tokens, 0);
}

function main(): void {
  const tools = measureTools();
  const sets: ToolTokens["set"][] = ["default", ...TOOL_SETS];
  const rows = sets.flatMap((set) => [
    ...tools.filter((tool) => tool.set === set).map(({ tool, tokens }) => [set, tool, tokens]),
    [set, "all", `${sumOfSet(tools, set)} of ${TOOL_LIMITS[set]}`],
  ]);
  console.log(
    formatTable(
      ["set", "tool", "tokens"],
      rows.map((row) => row.map(String)),
    ),
  );
}

if (process.argv[1] === fileURLToPath(import.meta.url)) main();
