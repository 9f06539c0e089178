import { invalidField } from "@/lib/kernel/errors";
import {
  MAX_SEARCH_RESULTS,
  type MemoryConditionInput,
  type MemoryEvent,
  memoryEntityList,
  memoryEventList,
  memoryQuery,
  memorySearch,
  type SearchItem,
} from "@/lib/memories/contract";
import type { Context } from "@/lib/runtime/operation";
import { call, memoryOf } from "./caller";
import { ENTITY_FIELDS, entityIds } from "./entities";
import {
  assertKnown,
  booleanField,
  type Fields,
  integerField,
  objectField,
  textField,
  textOf,
  textsField,
} from "./fields";
import { filterCondition, idsCondition, unexpired } from "./filters";
import { type Mem0Memory, toMem0 } from "./memory";

/** v1 and v2 take entities beside the filters; v3 takes them in the filters only. */
export type Version = 1 | 2 | 3;

const SEARCH_FIELDS = [
  "query",
  ...ENTITY_FIELDS,
  "filters",
  "top_k",
  "limit",
  "threshold",
  "rerank",
  "fields",
  "categories",
  "metadata",
  "show_expired",
  "latest_only",
  "reference_date",
  "keyword_search",
  "filter_memories",
  "criteria",
  "only_metadata_based_search",
];

const LIST_FIELDS = [
  ...ENTITY_FIELDS,
  "filters",
  "page",
  "page_size",
  "limit",
  "top_k",
  "fields",
  "categories",
  "metadata",
  "keywords",
  "start_date",
  "end_date",
  "show_expired",
  "latest_only",
];

/** The condition that a request's entities, filters and dates say together. @throws AppError invalid_input. */
function conditionOf(context: Context, fields: Fields, version: Version): MemoryConditionInput {
  const filters = objectField(fields, "filters") ?? {};
  const ids = entityIds(fields);
  for (const field of ENTITY_FIELDS) {
    if (ids[field] === undefined) continue;
    if (version === 3)
      throw invalidField(`/${field}`, `belongs into filters in v3: send filters: {"${field}": …}`);
    if (field in filters) throw invalidField(`/${field}`, "is in filters too; leave one out");
  }
  const all: MemoryConditionInput[] = [filterCondition(filters), ...idsCondition(ids)];
  const categories = textsField(fields, "categories");
  if (categories) all.push(filterCondition({ categories: { in: categories } }, ""));
  const metadata = objectField(fields, "metadata");
  if (metadata) all.push(filterCondition({ metadata }, ""));
  const keywords = textField(fields, "keywords");
  if (keywords) all.push(filterCondition({ keywords: { icontains: keywords } }, ""));
  const since = textField(fields, "start_date");
  if (since) all.push(filterCondition({ created_at: { gte: since } }, ""));
  const until = textField(fields, "end_date");
  if (until) all.push(filterCondition({ created_at: { lte: until } }, ""));
  if (!booleanField(fields, "show_expired", false)) all.push(unexpired(context.now()));
  return { all };
}

/** The fields that were asked for, and always the id. */
function chosen(memory: Mem0Memory, names: readonly string[] | undefined): Partial<Mem0Memory> {
  if (names === undefined || names.length === 0) return memory;
  const wanted: ReadonlySet<string> = new Set(["id", "score", ...names]);
  return Object.fromEntries(Object.entries(memory).filter(([name]) => wanted.has(name)));
}

/** Memories for a question, the best first. */
export async function search(context: Context, fields: Fields, version: Version) {
  assertKnown(fields, SEARCH_FIELDS);
  const query = textField(fields, "query");
  if (query === undefined) throw invalidField("/query", "is missing");
  if (fields.top_k !== undefined && fields.limit !== undefined && fields.top_k !== fields.limit)
    throw invalidField("/limit", "says otherwise than top_k; leave one out");
  const limit = integerField(fields, sizeField(fields), { min: 1, max: MAX_SEARCH_RESULTS, otherwise: 10 });
  const threshold = thresholdOf(fields);
  const where = conditionOf(context, fields, version);
  const { items } = await call(context, memorySearch, { query, where, limit });
  const names = textsField(fields, "fields");
  return items
    .map((item) => ({ ...toMem0(item.memory), score: scoreOf(item) }))
    .filter(({ score }) => score >= threshold)
    .map((memory) => chosen(memory, names));
}

function thresholdOf(fields: Fields): number {
  const { threshold = null } = fields;
  if (threshold === null) return 0;
  if (typeof threshold === "number" && threshold >= 0 && threshold <= 1) return threshold;
  throw invalidField("/threshold", "must be a number from 0 to 1");
}

/** 0–1 as mem0's: how near the meaning is, or how likely it matters by its words, or how alike they are. */
function scoreOf({ relevance, scores }: SearchItem): number {
  const score = Math.max(scores.vector ?? 0, relevance, scores.trigram ?? 0);
  return Math.round(Math.min(Math.max(score, 0), 1) * 10_000) / 10_000;
}

export type Listed = { count: number; page: number; page_size: number; results: Partial<Mem0Memory>[] };

const MAX_PAGE = 200;

/** Memories that pass the filters, the newest first. */
export async function list(context: Context, fields: Fields, version: Version): Promise<Listed> {
  assertKnown(fields, LIST_FIELDS);
  const size = sizeField(fields);
  const page_size = integerField(fields, size, {
    min: 1,
    max: size === "page_size" ? MAX_PAGE : 1_000,
    otherwise: 100,
  });
  const page = integerField(fields, "page", { min: 1, max: 5_000, otherwise: 1 });
  const where = conditionOf(context, fields, version);
  const names = textsField(fields, "fields");
  const results: Partial<Mem0Memory>[] = [];
  let count = 0;
  for (let read = 0; read < page_size; read += MAX_PAGE) {
    const limit = Math.min(MAX_PAGE, page_size - read);
    const offset = (page - 1) * page_size + read;
    const { items, total } = await call(context, memoryQuery, { where, limit, offset });
    count = total;
    results.push(...items.map((memory) => chosen(toMem0(memory), names)));
    if (offset + limit >= total) break;
  }
  return { count, page, page_size, results };
}

function sizeField(fields: Fields): "page_size" | "top_k" | "limit" {
  if (fields.page_size !== undefined) return "page_size";
  if (fields.top_k !== undefined) return "top_k";
  return "limit";
}

type PageOf = { count: number; page: number; page_size: number; url: URL };

/** The addresses of the pages beside this one, as the request was written. */
export function envelope<T>({ count, page, page_size, url }: PageOf, results: readonly T[]) {
  const at = (number: number, exists: boolean) => {
    if (!exists) return null;
    const address = new URL(url);
    address.searchParams.set("page", String(number));
    address.searchParams.set("page_size", String(page_size));
    return address.href;
  };
  const last = Math.ceil(count / page_size);
  const next = at(page + 1, page < last);
  return { count, next, previous: at(page - 1, page > 1), results };
}

export async function get(context: Context, id: string) {
  return toMem0(await memoryOf(context, id));
}

const ENDED: ReadonlySet<string> = new Set(["deleted", "invalidated", "superseded", "expired"]);

/** What became of a memory's text, the oldest first. */
export async function history(context: Context, id: string) {
  const memory = await memoryOf(context, id);
  const { items } = await call(context, memoryEventList, { memory_id: memory.id, limit: 200 });
  const { user_id, categories, id: memory_id } = toMem0(memory);
  let text: string | null = memory.statement;
  const rows = items.flatMap((event) => {
    const step = stepOf(event, text);
    if (!step) return [];
    text = step.old_memory ?? text;
    const at = event.at;
    return [
      { id: event.id, memory_id, input: [], ...step, user_id, categories, created_at: at, updated_at: at },
    ];
  });
  return rows.toReversed();
}

type Step = { event: "ADD" | "UPDATE" | "DELETE"; old_memory: string | null; new_memory: string | null };

/** Walking back: `text` is what the memory said after the event. */
function stepOf({ type, detail }: MemoryEvent, text: string | null): Step | null {
  if (type === "created") return { event: "ADD", old_memory: null, new_memory: text };
  if (ENDED.has(type)) return { event: "DELETE", old_memory: text, new_memory: null };
  if (type !== "updated") return null;
  const before: unknown = Reflect.get(Object(detail.before), "statement");
  return { event: "UPDATE", old_memory: textOf(before) ?? text, new_memory: text };
}

/** Users, agents, applications and runs that memories are kept for. */
export async function entities(context: Context, fields: Fields, url: URL) {
  assertKnown(fields, ["page", "page_size"]);
  const page_size = integerField(fields, "page_size", { min: 1, max: MAX_PAGE, otherwise: 100 });
  const page = integerField(fields, "page", { min: 1, max: 5_000, otherwise: 1 });
  const offset = (page - 1) * page_size;
  const { items, total } = await call(context, memoryEntityList, { limit: page_size, offset });
  const results = items.map(({ type, name, memories, created_at, updated_at }) => ({
    id: name,
    name,
    type,
    total_memories: memories,
    owner: context.actor.organization_id,
    created_at,
    updated_at,
  }));
  return envelope({ count: total, page, page_size, url }, results);
}
