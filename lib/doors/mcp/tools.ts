import type { CallToolResult, McpServer, StandardSchemaWithJSON, Tool } from "@modelcontextprotocol/server";
import { publicUrl } from "@/lib/env";
import { toProblem } from "@/lib/kernel/errors";
import { newId } from "@/lib/kernel/ids";
import { operations } from "@/lib/registry";
import type { AnyOperation, Context } from "@/lib/runtime/operation";
import { answer, parseInput } from "@/lib/runtime/run";
import { inputJsonSchema, outputJsonSchema } from "../schemas";
import { splitDetail, toToolAnswer } from "./answers";

/** Who asks, and with which parts of this process: a context without the request, of which each call is one. */
export type Asking = Omit<Context, "request_id">;

/** Operations that agents see, in a fixed order, so that a client's prompt cache holds. */
export const tools = operations
  .filter((operation) => operation.contract.mcp !== undefined)
  .toSorted((a, b) => (a.contract.name < b.contract.name ? -1 : 1));

/** What closes a schema: an answer is open to fields that a newer server adds, and the API page says what is in it. */
const CLOSINGS: ReadonlySet<string> = new Set(["additionalProperties", "propertyNames", "required"]);

// A server is made for each request and listing converts every schema, so they are converted once.
const definitions = tools.map((operation) => ({ operation, definition: define(operation) }));

function define({ contract }: AnyOperation): Tool {
  const { name, mcp, effect } = contract;
  return {
    name,
    title: mcp?.title ?? name,
    description: mcp?.description ?? contract.summary,
    inputSchema: { ...shorten(inputJsonSchema(contract), { described: true }), type: "object" },
    outputSchema: { ...shorten(outputJsonSchema(contract), { described: false }), type: "object" },
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

type Json = Record<string, unknown>;

/**
 * A JSON Schema in fewer words, because models read them: without the expressions behind a named format, without the
 * bounds that every whole number has, with null as a second type, and an answer's without what closes it and
 * without descriptions, which the API page has. Of 79,000 tokens for all tools this leaves 25,000.
 */
function shorten(schema: Json, { described }: { described: boolean }): Json {
  const kept = Object.entries(schema).filter(([key, value]) => {
    if (!described && CLOSINGS.has(key)) return false;
    if (key === "pattern") return typeof schema.format !== "string";
    if (key === "minimum" || key === "maximum") return Math.abs(Number(value)) !== Number.MAX_SAFE_INTEGER;
    return described || key !== "description" || typeof value !== "string";
  });
  const inner = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(inner);
    return value !== null && typeof value === "object" ? shorten(value as Json, { described }) : value;
  };
  return orNull(Object.fromEntries(kept.map(([key, value]) => [key, inner(value)])));
}

/** "One of these: this, or null" as one schema of two types. */
function orNull({ anyOf, ...rest }: Json): Json {
  if (anyOf === undefined) return rest;
  const [one, nothing, ...more] = Array.isArray(anyOf) ? (anyOf as Json[]) : [];
  const isPlain = more.length === 0 && nothing?.type === "null" && typeof one?.type === "string";
  if (!one || !isPlain || "const" in one) return { anyOf, ...rest };
  const values = Array.isArray(one.enum) ? { enum: [...one.enum, null] } : {};
  return { ...one, ...values, ...rest, type: [one.type, "null"] };
}

/**
 * Lists the tools that the key has the permission for, and answers calls of every tool: one that is called without the
 * permission says which one it needs, which "unknown tool" would not.
 */
export function serveTools(server: McpServer, asking: Asking): void {
  for (const { operation, definition } of definitions) {
    const { name, title, description, inputSchema, outputSchema } = definition;
    server.registerTool(
      name,
      {
        ...(title === undefined ? {} : { title }),
        ...(description === undefined ? {} : { description }),
        inputSchema: asPublished(inputSchema),
        ...(outputSchema === undefined ? {} : { outputSchema: asPublished(outputSchema) }),
      },
      (sent: unknown) => callTool(operation, sent, asking),
    );
  }
  const permitted = definitions
    .filter(({ operation }) => asking.actor.permissions.has(operation.contract.permission))
    .map(({ definition }) => definition);
  server.server.setRequestHandler("tools/list", () => ({ tools: permitted }));
}

/**
 * A schema that describes and lets everything pass: `run` checks the input and the output itself, and its problem names
 * every wrong field with the remedy.
 */
function asPublished(schema: Record<string, unknown>): StandardSchemaWithJSON {
  return {
    "~standard": {
      version: 1,
      vendor: "casebook",
      validate: (value) => ({ value }),
      jsonSchema: { input: () => schema, output: () => schema },
    },
  };
}

async function callTool(operation: AnyOperation, args: unknown, asking: Asking): Promise<CallToolResult> {
  const request_id = newId();
  try {
    const { detail, input } = splitDetail(args);
    const { output, sent } = await answer(operation, input as never, { ...asking, request_id });
    const shown = toToolAnswer({
      operation,
      output,
      detail,
      input: parseInput(operation.contract, input),
      now: asking.now(),
    });
    await sent(shown.sent);
    return {
      structuredContent: shown.json,
      content: [JSON.stringify(shown.json), ...shown.notes].map((text) => ({ type: "text", text })),
    };
  } catch (error) {
    const problem = toProblem(error, publicUrl(), request_id);
    return { isError: true, content: [{ type: "text", text: JSON.stringify(problem) }] };
  }
}
