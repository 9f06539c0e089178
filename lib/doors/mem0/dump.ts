import type { MemoryInput } from "@/lib/memories/contract";
import { ENTITY_FIELDS, type EntityIds, repositoryOf } from "./entities";
import { type Fields, isObject, objectOf } from "./fields";
import { storedMetadata } from "./memory";

/** What a file of mem0 holds of one memory. */
export type DumpedMemory = {
  /** Where in the file, such as `results/4` or `line 12`. */
  place: string;
  id: string | null;
  text: string;
  ids: EntityIds;
  metadata: Fields;
  categories: string[];
  created_at: string | null;
  updated_at: string | null;
  expiration_date: string | null;
  immutable: boolean;
};

export type Refused = { place: string; id: string | null; reason: string };

export type Dump = {
  format: "hosted" | "history" | "vectors";
  memories: DumpedMemory[];
  refused: Refused[];
};

/** The file is not whole, or not of mem0: nothing of it is taken in. */
export class DumpError extends Error {
  override readonly name = "DumpError";
}

type Item = { place: string; value: unknown };

/**
 * Reads an export of mem0: what get_all or an export of the hosted API answered (one page, a list of pages, or a list of
 * memories), rows of the history of the open source library, or points and rows of its vector store, as JSON or JSON
 * Lines. What cannot be taken in is in `refused` with the reason.
 * @throws DumpError that says what is missing, when the file is cut off or is a page of more.
 */
export function readDump(text: string): Dump {
  const items = itemsOf(text);
  if (items.length === 0) throw new DumpError("holds no memories");
  const [first] = items;
  if (isObject(first?.value) && isHistory(first.value)) return fromHistory(items);
  const format = isObject(first?.value) && isObject(first.value.payload) ? "vectors" : "hosted";
  const dump: Dump = { format, memories: [], refused: [] };
  for (const { place, value } of items) {
    const memory = format === "vectors" ? ofPoint(value, place) : ofHosted(value, place);
    if (typeof memory === "string") dump.refused.push({ place, id: idOf(value), reason: memory });
    else dump.memories.push(memory);
  }
  return dump;
}

function itemsOf(text: string): Item[] {
  const parsed = parse(text);
  if (parsed.lines) return parsed.lines;
  const { value } = parsed;
  if (Array.isArray(value)) {
    if (value.length > 0 && value.every((page) => isObject(page) && Array.isArray(page.results)))
      return ofPages(value.filter(isObject));
    return value.map((one: unknown, index) => ({ place: `${index}`, value: one }));
  }
  if (!isObject(value)) throw new DumpError("is no list or object of memories");
  if (Array.isArray(value.results)) return ofPages([value]);
  const { result: scrolled = value } = value;
  if (!isObject(scrolled)) throw new DumpError("has no list of points in `result`");
  if (Array.isArray(scrolled.points)) {
    const { next_page_offset = null, points } = scrolled;
    if (next_page_offset !== null)
      throw new DumpError(
        `holds ${points.length} points and goes on at ${JSON.stringify(next_page_offset)}: the points from there on are missing`,
      );
    return points.map((one: unknown, index) => ({ place: `points/${index}`, value: one }));
  }
  const lists = Object.entries(value).filter(([, list]) => Array.isArray(list));
  const [list] = lists;
  if (!list || lists.length > 1) throw new DumpError("has no list `results`, `memories` or `points`");
  const [name, memories] = list;
  return arrayOf(memories).map((one: unknown, index) => ({
    place: `${name}/${index}`,
    value: one,
  }));
}

/** @throws DumpError when there are fewer memories than the pages count, or a further page. */
function ofPages(pages: readonly Fields[]): Item[] {
  const prefix = (index: number) => (pages.length > 1 && `${index}/`) || "";
  const items = pages.flatMap((page, index) => {
    return arrayOf(page.results).map((value: unknown, row) => ({
      place: `${prefix(index)}results/${row}`,
      value,
    }));
  });
  const count = Math.max(0, ...pages.map((page) => Number(page.count ?? 0)).filter(Number.isFinite));
  if (count > items.length)
    throw new DumpError(
      `counts ${count} memories and holds ${items.length}: ${count - items.length} are missing`,
    );
  if (count === 0 && (pages.at(-1)?.next ?? null) !== null)
    throw new DumpError("names a next page, which is missing");
  return items;
}

type Parsed = { value: unknown; lines?: undefined } | { value?: undefined; lines: Item[] };

function parse(text: string): Parsed {
  const trimmed = text.trim();
  if (trimmed === "") throw new DumpError("is empty");
  try {
    return { value: JSON.parse(trimmed) };
  } catch (cause) {
    const lines = trimmed.split(/\r?\n/);
    if (lines.length > 1 && isJson(lines[0] ?? "")) return { lines: lines.map(ofLine) };
    const [, position = trimmed.length] = /position (\d+)/.exec(String(cause)) ?? [];
    const at = `at character ${position} of ${trimmed.length}`;
    throw new DumpError(`breaks ${at}: it is cut off or no JSON, and what follows is missing`, { cause });
  }
}

function isJson(line: string): boolean {
  try {
    return isObject(JSON.parse(line));
  } catch {
    return false;
  }
}

function ofLine(line: string, index: number, lines: readonly string[]): Item {
  const place = `line ${index + 1}`;
  try {
    return { place, value: JSON.parse(line) };
  } catch (cause) {
    const rest = lines.length - index - 1;
    throw new DumpError(
      `breaks in ${place}: it is cut off or no JSON, so that memory and ${rest} further lines are missing`,
      { cause },
    );
  }
}

const arrayOf = (value: unknown): readonly unknown[] => {
  if (Array.isArray(value)) return value;
  return [];
};

const textOf = (value: unknown): string | null => {
  if (typeof value === "string" && value.trim() !== "") return value;
  return null;
};

function idOf(value: unknown): string | null {
  if (!isObject(value)) return null;
  const { id = null } = value;
  if (typeof id === "number") return String(id);
  return textOf(id);
}

const MAX_TEXT = 8_000;
const MAX_ID = 200;
const MAX_CATEGORIES = 30;
const MAX_CATEGORY = 60;

type Raw = Omit<DumpedMemory, "text" | "ids"> & { text: unknown; named: Fields };

/** A memory, or why it is refused. */
function checked({ named, ...raw }: Raw): DumpedMemory | string {
  const text = textOf(raw.text);
  if (text === null) return "has no text";
  if (text.length > MAX_TEXT)
    return `has ${text.length.toLocaleString("en")} characters; a memory takes 8,000`;
  const ids: EntityIds = {};
  const others: ReadonlyMap<string, unknown> = new Map([["run_id", named.session_id]]);
  for (const field of ENTITY_FIELDS) {
    const id = named[field] ?? others.get(field);
    if (id === undefined || id === null || id === "") continue;
    if (typeof id !== "string") return `${field} is no text`;
    if (id.length > MAX_ID) return `${field} has more than ${MAX_ID} characters`;
    ids[field] = id;
  }
  if (raw.categories.length > MAX_CATEGORIES) return `has more than ${MAX_CATEGORIES} categories`;
  if (raw.categories.some((name) => name.length > MAX_CATEGORY))
    return `has a category of more than ${MAX_CATEGORY} characters`;
  return { ...raw, text, ids };
}

function momentOf(value: unknown): string | null {
  const seconds = typeof value === "number" && value * 1_000;
  const date = new Date(seconds || (textOf(value) ?? Number.NaN));
  if (Number.isNaN(date.getTime())) return null;
  return date.toISOString();
}

function ofHosted(value: unknown, place: string): DumpedMemory | string {
  if (!isObject(value)) return "is no object";
  return checked({
    place,
    id: idOf(value),
    text: value.memory ?? value.text ?? value.content ?? value.data,
    named: value,
    metadata: objectOf(value.metadata),
    categories: arrayOf(value.categories).filter((name) => typeof name === "string"),
    created_at: momentOf(value.created_at),
    updated_at: momentOf(value.updated_at),
    expiration_date: textOf(value.expiration_date)?.slice(0, 10) ?? null,
    immutable: value.immutable === true,
  });
}

/** What the open source library keeps of a memory beside its metadata. */
const OF_LIBRARY: ReadonlySet<string> = new Set([
  "data",
  "memory",
  "hash",
  ...ENTITY_FIELDS,
  "created_at",
  "updated_at",
  "expiration_date",
  "text_lemmatized",
]);

function ofPoint(value: unknown, place: string): DumpedMemory | string {
  if (!isObject(value) || !isObject(value.payload)) return "has no payload";
  const { payload } = value;
  return checked({
    place,
    id: idOf(value),
    text: payload.data ?? payload.memory,
    named: payload,
    metadata: Object.fromEntries(Object.entries(payload).filter(([key]) => !OF_LIBRARY.has(key))),
    categories: [],
    created_at: momentOf(payload.created_at),
    updated_at: momentOf(payload.updated_at),
    expiration_date: textOf(payload.expiration_date)?.slice(0, 10) ?? null,
    immutable: false,
  });
}

const isHistory = (value: Fields) => "memory_id" in value && "event" in value;

/** The last state of each memory in its history; those that it says were deleted are refused. */
function fromHistory(items: readonly Item[]): Dump {
  const dump: Dump = { format: "history", memories: [], refused: [] };
  const rows = new Map<string, { place: string; row: Fields }[]>();
  for (const { place, value } of items) {
    const id = textOf(objectOf(value).memory_id);
    if (id === null || !isObject(value)) {
      dump.refused.push({ place, id: idOf(value), reason: "is no row of a history: memory_id is missing" });
      continue;
    }
    rows.set(id, [...(rows.get(id) ?? []), { place, row: value }]);
  }
  for (const [id, events] of rows) {
    const ordered = events.toSorted((a, b) => momentIn(a.row).localeCompare(momentIn(b.row)));
    const [first, last] = [ordered[0], ordered.at(-1)];
    if (!first || !last) continue;
    if (last.row.event === "DELETE" || last.row.is_deleted === 1 || last.row.is_deleted === true) {
      dump.refused.push({ place: last.place, id, reason: "was deleted" });
      continue;
    }
    const memory = checked({
      place: last.place,
      id,
      text: last.row.new_memory,
      named: last.row,
      metadata: {},
      categories: [],
      created_at: momentOf(first.row.created_at),
      updated_at: momentOf(last.row.updated_at ?? last.row.created_at),
      expiration_date: null,
      immutable: false,
    });
    if (typeof memory === "string") dump.refused.push({ place: last.place, id, reason: memory });
    else dump.memories.push(memory);
  }
  return dump;
}

const momentIn = (row: Fields): string => momentOf(row.updated_at ?? row.created_at) ?? "";

/** A dumped memory as it is stored: with the id, the moments and the names that it had. */
export function toInput(memory: DumpedMemory, { in_repository }: { in_repository: boolean }) {
  const { id, text, ids, metadata, categories, created_at, updated_at, expiration_date, immutable } = memory;
  const kept: Record<string, unknown> = {};
  for (const [key, value] of Object.entries({ id, created_at, updated_at, expiration_date }))
    if (value !== null) kept[key] = value;
  if (immutable) kept.immutable = true;
  const { app_id } = ids;
  return {
    kind: "fact" as const,
    statement: text,
    user: ids.user_id,
    session_id: ids.run_id,
    ...(in_repository && { repository: repositoryOf(app_id) }),
    tags: [...new Set(categories)],
    source: { kind: "import" as const, id: `mem0:${id ?? "unknown"}`.slice(0, MAX_ID) },
    metadata: storedMetadata({ kind: "fact", metadata, ids, kept }) as MemoryInput["metadata"],
  };
}
