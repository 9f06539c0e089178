import { AppError, invalidField } from "@/lib/kernel/errors";
import { newId } from "@/lib/kernel/ids";
import { MAX_BATCH, memoryStoreMany, type WriteAnswer } from "@/lib/memories/contract";
import type { Context } from "@/lib/runtime/operation";
import { learningExtract } from "@/lib/sessions/contract";
import { assertStored, call, inClientsWords } from "./caller";
import { ENTITY_FIELDS, type EntityIds, entityIds, repositoryOf } from "./entities";
import {
  assertKnown,
  booleanField,
  expirationField,
  type Fields,
  isObject,
  listOf,
  momentOf,
  objectField,
} from "./fields";
import { storedMetadata } from "./memory";

const FIELDS = [
  "messages",
  ...ENTITY_FIELDS,
  "metadata",
  "filters",
  "infer",
  "expiration_date",
  "timestamp",
  "immutable",
  "custom_instructions",
  "agent_custom_instructions",
  "custom_categories",
  "structured_data_schema",
  "includes",
  "excludes",
  "memory_type",
  "prompt",
];

type Message = { role: string; content: string; at: string };

/** What is stored of a request: statements, with what the extractor knows of each. */
type Statement = {
  kind: "fact" | "decision" | "procedure" | "anti_pattern" | "error_solution";
  statement: string;
  at: string;
  metadata: Fields;
  reasoning?: string;
  category?: string;
  confidence?: number;
};

type Read = { statements: Statement[]; extractor: string };

/** Stores what messages say: their texts with `infer: false`, else what the extractor finds in them. */
export async function add(context: Context, fields: Fields) {
  assertKnown(fields, FIELDS);
  const messages = messagesOf(fields.messages);
  const within = objectField(fields, "filters") ?? {};
  const ids = { ...entityIds(within), ...entityIds(fields) };
  if (Object.keys(ids).length === 0)
    throw invalidField("/user_id", "is missing; name at least one of user_id, agent_id, app_id and run_id");
  const event_id = newId();
  const read = booleanField(fields, "infer", true) ? await learned(context, messages) : asSaid(messages);
  const answers = await store(context, {
    read,
    ids,
    kept: keptOf(fields, event_id),
    metadata: objectField(fields, "metadata") ?? {},
  });
  const results = answers.flatMap(({ memory, duplicate_of }, index) => {
    // What was there before, and is not shown to the caller, is answered in the words that were sent.
    const id = memory?.id ?? duplicate_of;
    const text = memory?.statement ?? read.statements[index]?.statement;
    if (id === null || text === undefined) return [];
    const event = duplicate_of === null ? "ADD" : "NOOP";
    return [{ id, memory: text, data: { memory: text }, event }];
  });
  return {
    message: messageOf(results.length, read.extractor),
    status: "SUCCEEDED",
    event_id: results.some(({ event }) => event === "ADD") ? event_id : null,
    extractor: read.extractor,
    results,
  };
}

function messageOf(count: number, extractor: string): string {
  if (count === 1) return `Stored 1 memory, read by: ${extractor}.`;
  if (count > 1) return `Stored ${count} memories, read by: ${extractor}.`;
  return `Nothing was learned, read by: ${extractor}. Send infer: false to store the text as it is.`;
}

function keptOf(fields: Fields, event_id: string): Fields {
  const kept: Record<string, unknown> = { event_id };
  const expiration_date = expirationField(fields);
  if (expiration_date) kept.expiration_date = expiration_date;
  const { timestamp } = fields;
  if (timestamp !== undefined && timestamp !== null) kept.created_at = momentOf(timestamp, "/timestamp");
  if (booleanField(fields, "immutable", false)) kept.immutable = true;
  return kept;
}

/** @throws AppError invalid_input naming the message. */
function messagesOf(value: unknown): Message[] {
  if (typeof value === "string") return messagesOf([{ role: "user", content: value }]);
  if (!Array.isArray(value) || value.length === 0)
    throw invalidField("/messages", "must be a list of at least one message with role and content");
  if (value.length > MAX_BATCH) throw invalidField("/messages", `must be at most ${MAX_BATCH} messages`);
  return value.map((message: unknown, index) => {
    const at = `messages/${index}`;
    if (!isObject(message)) throw invalidField(`/${at}`, "must be an object with role and content");
    const { role = "user", content } = message;
    if (typeof role !== "string") throw invalidField(`/${at}/role`, "must be a text");
    return { role, content: contentOf(content, `/${at}/content`), at: `${at}/content` };
  });
}

function contentOf(content: unknown, pointer: string): string {
  if (typeof content === "string" && content.trim() !== "") return content;
  const texts = listOf(content).map((part) => {
    if (isObject(part) && part.type === "text" && typeof part.text === "string") return part.text;
    throw invalidField(pointer, "must be a text; images and files are not read");
  });
  return texts.join("\n");
}

function asSaid(messages: readonly Message[]): Read {
  const statements = messages.flatMap(({ role, content, at }): Statement[] => {
    if (role === "system") return [];
    return [{ kind: "fact", statement: content, at, metadata: {} }];
  });
  return { statements, extractor: "none" };
}

const KINDS: ReadonlySet<string> = new Set(["decision", "procedure", "anti_pattern", "error_solution"]);

const isLearned = (kind: string): kind is Statement["kind"] => KINDS.has(kind);

function extractorOf(model: string | null): string {
  if (model === null) return "rules";
  return `rules and the model ${model}`;
}

async function learned(context: Context, messages: readonly Message[]): Promise<Read> {
  const said = messages.filter(({ role }) => role !== "system");
  if (said.length === 0) return { statements: [], extractor: "rules" };
  const text = said.map(({ content }) => content).join("\n\n");
  const found = await call(context, learningExtract, { text });
  const statements = found.learnings.flatMap((learning): Statement[] => {
    const { kind, statement, reasoning, category, confidence, metadata } = learning;
    if (!isLearned(kind)) return [];
    return [
      { kind, statement, at: "messages", metadata, category, confidence, reasoning: reasoning ?? undefined },
    ];
  });
  return { statements, extractor: extractorOf(found.model) };
}

type Storing = { read: Read; ids: EntityIds; kept: Fields; metadata: Fields };

async function store(context: Context, storing: Storing): Promise<WriteAnswer[]> {
  const { statements } = storing.read;
  if (statements.length === 0) return [];
  const { app_id } = storing.ids;
  const repository = repositoryOf(app_id);
  try {
    return await storeIn(context, storing, repository);
  } catch (error) {
    const unknown = error instanceof AppError && error.errors?.[0]?.pointer === "/memories/0/repository";
    if (repository === undefined || !unknown)
      throw inClientsWords(error, (index) => statements[index]?.at ?? "messages");
  }
  return storeIn(context, storing, undefined).catch((error: unknown) => {
    throw inClientsWords(error, (index) => statements[index]?.at ?? "messages");
  });
}

async function storeIn(
  context: Context,
  { read, ids, kept, metadata }: Storing,
  repository: string | undefined,
): Promise<WriteAnswer[]> {
  const { results } = await call(context, memoryStoreMany, {
    memories: read.statements.map(
      ({ kind, statement, metadata: learned, reasoning, category, confidence }) => ({
        kind,
        statement,
        reasoning,
        category,
        confidence,
        repository,
        user: ids.user_id,
        session_id: ids.run_id,
        source: { kind: "conversation" as const, id: null },
        metadata: { ...storedMetadata({ kind, metadata, ids, kept }), ...learned },
      }),
    ) as Parameters<typeof call<typeof memoryStoreMany>>[2]["memories"],
  });
  for (const answer of results) assertStored(answer);
  return results;
}
