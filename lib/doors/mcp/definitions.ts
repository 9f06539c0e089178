import type { Tool } from "@modelcontextprotocol/server";
import { z } from "zod";
import type { Actor } from "@/lib/kernel/actor";
import { TOOL_SETS, type ToolSet } from "@/lib/kernel/contract";
import { invalidField } from "@/lib/kernel/errors";
import { operations } from "@/lib/registry";
import type { AnyOperation } from "@/lib/runtime/operation";
import { DETAILS } from "./answers";
import { shortSchema } from "./short-schemas";

/** An operation as a tool. `set` is null for the tools that every client gets. */
type ToolDefinition = { operation: AnyOperation; set: ToolSet | null; definition: Tool };

const byName = (a: AnyOperation, b: AnyOperation) => {
  if (a.contract.name < b.contract.name) return -1;
  return 1;
};

/** Every tool, in a fixed order, so that a client's prompt cache holds. Converted once: a server is made per request. */
export const definitions: readonly ToolDefinition[] = operations
  .filter(({ contract }) => contract.mcp !== undefined)
  .toSorted(byName)
  .map((operation) => ({
    operation,
    set: operation.contract.mcp?.set ?? null,
    definition: define(operation),
  }));

const ALL = "all";

/**
 * The sets of tools beside the default one: those of the key, and those that the address asks for,
 * `?tools=reviews,administration` or `?tools=all`.
 * @throws AppError invalid_input for a set that does not exist.
 */
export function toolSetsOf(url: string, { tool_sets = [] }: Pick<Actor, "tool_sets">): ReadonlySet<ToolSet> {
  const names = new URL(url).searchParams.getAll("tools").flatMap((value) => value.split(","));
  const sets = names
    .filter((name) => name !== "")
    .flatMap((name) => {
      if (name === ALL) return TOOL_SETS;
      return [setNamed(name)];
    });
  return new Set([...tool_sets, ...sets]);
}

function setNamed(name: string): ToolSet {
  const set = TOOL_SETS.find((each) => each === name);
  if (set === undefined)
    throw invalidField(
      "/tools",
      `of the address must be ${TOOL_SETS.join(", ")} or ${ALL}, joined by commas`,
    );
  return set;
}

/**
 * A tool without an output schema: it sends a short answer or the whole one, and clients would hold either against it.
 * docs/api.md has what is in the whole one.
 */
function define({ contract }: AnyOperation): Tool {
  const { name, mcp, effect } = contract;
  const input = z.toJSONSchema(contract.input, { io: "input", target: "draft-2020-12", reused: "ref" });
  const schema = shortSchema({ ...input }, { unlisted: mcp?.unlisted ?? [] });
  return {
    name,
    title: mcp?.title ?? name,
    description: mcp?.description ?? contract.summary,
    inputSchema: {
      ...schema,
      type: "object",
      properties: { ...Object(schema.properties), detail: { enum: [...DETAILS] } },
    },
    annotations: {
      title: mcp?.title ?? name,
      readOnlyHint: effect === "read",
      destructiveHint: effect === "destroy",
      idempotentHint: effect !== "write",
      openWorldHint: false,
    },
    ...(mcp?.always_load ? { _meta: { "anthropic/alwaysLoad": true } } : {}),
  };
}
