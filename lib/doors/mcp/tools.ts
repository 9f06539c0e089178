import type { CallToolResult, McpServer, StandardSchemaWithJSON, Tool } from "@modelcontextprotocol/server";
import { publicUrl } from "@/lib/env";
import { toProblem } from "@/lib/kernel/errors";
import { newId } from "@/lib/kernel/ids";
import { operations } from "@/lib/registry";
import type { AnyOperation, Context } from "@/lib/runtime/operation";
import { run } from "@/lib/runtime/run";
import { inputJsonSchema, outputJsonSchema } from "../schemas";
import { fittingItems, withTextsCut } from "./bounded";

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

async function callTool(operation: AnyOperation, sent: unknown, asking: Asking): Promise<CallToolResult> {
  const request_id = newId();
  try {
    const { answer, note } = await answerShortly(operation, sent, { ...asking, request_id });
    return {
      structuredContent: answer,
      content: [
        { type: "text", text: JSON.stringify(answer) },
        ...(note === null ? [] : [{ type: "text" as const, text: note }]),
      ],
    };
  } catch (error) {
    const problem = toProblem(error, publicUrl(), request_id);
    return { isError: true, content: [{ type: "text", text: JSON.stringify(problem) }] };
  }
}

type Answered = { answer: Record<string, unknown>; note: string | null };

/** The answer within what a model can take in: fewer rows of a list, then shorter texts; `note` says what was left out. */
async function answerShortly(operation: AnyOperation, sent: unknown, context: Context): Promise<Answered> {
  const { contract } = operation;
  const ask = async (input: unknown) =>
    (await run(operation, input as never, context)) as Record<string, unknown>;
  const whole = await ask(sent);
  const notes: string[] = [];
  const limit = contract.effect === "read" && "limit" in contract.input.shape ? fittingItems(whole) : null;
  // Asked for again and not cut off, so that a page's cursor follows its last row.
  const listed = limit === null ? whole : await ask({ ...Object(sent), limit });
  if (limit !== null) {
    const more = "next_cursor" in listed ? "; the rest follows from next_cursor" : "";
    notes.push(`Only the first ${limit} are here, to keep the answer short${more}. Narrow what you ask for.`);
  }
  const { answer, characters } = withTextsCut(listed);
  if (characters !== null)
    notes.push(
      `Texts longer than ${characters} characters were cut. Whole: the resources casebook://memories/{memory_id} and skill://….`,
    );
  return { answer, note: notes.length === 0 ? null : notes.join(" ") };
}
