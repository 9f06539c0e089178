import type { z } from "zod";
import type { Permission } from "./permissions";

export type Effect = "read" | "write" | "destroy";
export type HttpMethod = "GET" | "POST" | "PATCH" | "PUT" | "DELETE";

/**
 * REST answers with a file instead of JSON: `content` and `etag` name the fields of the output that hold its text and
 * what changes exactly when it does, so that If-None-Match saves sending it again.
 */
export type FileAnswer = { content_type: string; content: string; etag: string };

/** A measurement of a moment, as Prometheus reads it: a value for each combination of labels. */
export type Gauge = {
  name: string;
  help: string;
  values: readonly { labels: Record<string, string>; value: number }[];
};

/** Tools beside the default ones, which a client asks for by name in the address of the MCP server. */
export const TOOL_SETS = ["reviews", "administration", "tasks", "logs"] as const;
export type ToolSet = (typeof TOOL_SETS)[number];

/**
 * An operation as an MCP tool, with a description of when to use it and when not. Without a `set` every client gets it.
 * `unlisted` are fields that are accepted and that a model need not read about.
 */
export type McpTool = {
  title: string;
  description: string;
  always_load?: boolean;
  set?: ToolSet;
  unlisted?: readonly string[];
};

/** What answers are made of and commands change; a browser asks again for what shares a tag with a command. */
export const TAGS = [
  "audit",
  "checks",
  "citations",
  "conflicts",
  "connections",
  "conversations",
  "deliveries",
  "duplicates",
  "expectations",
  "failures",
  "findings",
  "imports",
  "inbox",
  "invitations",
  "jobs",
  "keys",
  "logins",
  "passkeys",
  "members",
  "memories",
  "memory_supports",
  "model_use",
  "notifications",
  "patterns",
  "preferences",
  "probes",
  "proposals",
  "recalls",
  "refusals",
  "relevance",
  "repositories",
  "sessions",
  "settings",
  "skills",
  "suggestions",
  "suspicious_heads",
  "tasks",
  "vectors",
  "views",
] as const;
export type Tag = (typeof TAGS)[number];

/** A query names what its answer is made of, a command what it changes besides the audit log. */
type Tags<E extends Effect> = E extends "read" ? { reads: readonly Tag[] } : { changes: readonly Tag[] };

/** Why an agent reads and stores nothing. */
export const MEMORY_OFF = "Memory is switched off for agents.";

/** A method, so that a contract of certain fields is still a contract. */
type WhenOff<I extends z.ZodObject, O extends z.ZodType> = { answer(input: z.output<I>): z.output<O> };

/**
 * What an operation reaches: the whole organization, which a key bound to repositories may not; rows of repositories, of
 * which such a key reaches its own; or only what is the actor's.
 */
export type Reach = "organization" | "repository" | "self";

/**
 * What an operation promises, as browser-safe data. Every transport is made from it: REST dispatches on `http`, MCP
 * publishes it when `mcp` is there, OpenAPI prints it, the browser client calls it by reference.
 *
 * - `name`: snake_case noun_verb, unique; also operationId, MCP tool name, query key and audit action (at most 24
 *   characters when published over MCP, because clients prefix it and cut at 64).
 * - `effect`: read (no state changes), write, destroy (what it does cannot be seen afterwards without a restore).
 * - `permission`, `reach`, `people_only` and `agents_need` are checked before anything is read; see `whyNotAllowed`.
 * - `suggested_without`: what an agent that lacks this permission asks of a memory of others waits for a person instead.
 * - `versioned`: what the caller read and may have changed since, such as "memory": a `version` in the input that is not the row's is a conflict.
 * - `when_off`: what an agent gets while memory is switched off, instead of the operation. `refused`: the answer is the
 *   record that was written, so there is none that would say that nothing was.
 * - `http.path`: below `/api/v1`, with `{parameters}` that are fields of `input`.
 * - `input`: a strict object; unknown fields are refused unless it `ignores_unknown`. `output`: everything not listed in it is dropped.
 */
export type Contract<
  I extends z.ZodObject = z.ZodObject,
  O extends z.ZodType = z.ZodType,
  E extends Effect = Effect,
> = Tags<E> & {
  name: string;
  module: string;
  summary: string;
  effect: E;
  permission: Permission;
  reach: Reach;
  /** No agent key may call it, whatever its permissions. */
  people_only?: true;
  /** The permission that an agent key needs besides. */
  agents_need?: Permission;
  /** What an agent without this permission asks of a memory that is not its own waits for a person. */
  suggested_without?: Permission;
  versioned?: string;
  when_off?: "not_found" | "refused" | WhenOff<I, O>["answer"];
  http: {
    method: HttpMethod;
    path: `/${string}`;
    status: 200 | 201 | 202;
    file?: FileAnswer;
    /** Of a body over REST. Default: 2 MB. */
    max_body_bytes?: number;
    /** False for an output that says nothing was created: it is answered with 200 instead of 201. */
    created?(output: z.output<O>): boolean;
  };
  /** The answer holds a secret that is shown once, so it is not kept for a repeated Idempotency-Key. */
  answers_secret?: true;
  /** Fields that are not known are ignored: for clients that are newer than we are and must not lose their memory. */
  ignores_unknown?: true;
  mcp?: McpTool;
  /** What the metrics endpoint says of its answer; for operations that read and need no input. */
  gauges?(output: z.output<O>): readonly Gauge[];
  /** What the API page shows as a call, without the path's parameters; needed where what is required alone is refused. */
  example?: Partial<z.input<I>>;
  input: I;
  output: O;
};

export type QueryContract = Contract<z.ZodObject, z.ZodType, "read">;
export type CommandContract = Contract<z.ZodObject, z.ZodType, "write" | "destroy">;

export type InputOf<C> = C extends Contract<infer I, z.ZodType> ? z.output<I> : never;
/** What a caller writes: fields with a default may be left out. */
export type CallOf<C> = C extends Contract<infer I, z.ZodType> ? z.input<I> : never;
export type OutputOf<C> = C extends Contract<z.ZodObject, infer O> ? z.output<O> : never;

/** Keeps the exact schema types of a contract while checking its shape. */
export function defineContract<I extends z.ZodObject, O extends z.ZodType, E extends Effect>(
  contract: Contract<I, O, E>,
): Contract<I, O, E> {
  return contract;
}

/** Names of the `{parameters}` in a contract's path, in order. */
export function pathParameters(path: string): string[] {
  return [...path.matchAll(/\{(\w+)\}/g)].flatMap((match) => match[1] ?? []);
}
