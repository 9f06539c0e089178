import { tokenizer } from "@/lib/ai";
import { inertMarkdown } from "@/lib/kernel/inert-markdown";
import { DAY_MS } from "@/lib/kernel/time";
import { cutAtWord } from "@/lib/text/cut";
import type { Memory, SearchItem, UnverifiedMemory } from "../contract";

/** A memory in a row, as a model reads it. */
export type MemoryRow = {
  id: string;
  kind: string;
  status: string;
  statement: string;
  /** Only where a search or a list is not of one repository. */
  repository?: string;
  /** Cited places, such as `src/a.ts:3-9`. */
  cites?: string[];
  why?: string;
  /** 0–1, how likely it is what was asked for. */
  relevance?: number;
  /** Since it was stored or confirmed, such as `3d`. */
  age?: string;
};

type Listed = Pick<Memory, "id" | "kind" | "statement" | "citations"> &
  Partial<Pick<Memory, "status" | "repository" | "refreshed_at">>;
type Ranked = Pick<SearchItem, "matched" | "memory"> & { relevance?: number | null };
type RowOptions = { now: Date; names_repository: boolean };
/** How much of each memory is in its row: characters of its statement, and cited places. */
type Limits = { statement: number; cites: number };

/** Tokens (o200k) that a row may take, on average over an answer of several. */
const ROW_TOKENS = 150;
/** What a few rows may take together, and how much many do: half of what clients warn of. */
const MIN_TOKENS = 450;
const MAX_TOKENS = 5_000;

const LIMITS: readonly Limits[] = [
  { statement: 8_000, cites: 5 },
  { statement: 1_200, cites: 3 },
  { statement: 600, cites: 3 },
  { statement: 400, cites: 2 },
  { statement: 280, cites: 2 },
  { statement: 200, cites: 1 },
  { statement: 140, cites: 1 },
  { statement: 80, cites: 1 },
];

/** Rows of listed memories, their statements as long as the row budget allows. */
export function rowsOf(memories: readonly Listed[], options: RowOptions): MemoryRow[] {
  return fitted((limits) => memories.map((memory) => rowOf(memory, { ...options, limits })));
}

/** Rows of a search, each with why it was found. */
export function hitRows(items: readonly Ranked[], options: RowOptions): MemoryRow[] {
  return fitted((limits) =>
    items.map(({ memory, matched, relevance }) => ({
      ...rowOf(memory, { ...options, limits }),
      why: whyFound(matched),
      ...(typeof relevance === "number" && { relevance: Math.round(relevance * 100) / 100 }),
    })),
  );
}

/** Rows of what could not be checked in time. */
export function uncheckedRows(memories: readonly UnverifiedMemory[], options: RowOptions): MemoryRow[] {
  return rowsOf(memories.slice(0, MAX_UNCHECKED), options).map((row) => ({ ...row, status: "unchecked" }));
}

const MAX_UNCHECKED = 10;

/** A memory's place of citation, such as `src/a.ts:3-9`. */
export function placeOf({
  path,
  line_start,
  line_end,
}: {
  path: string;
  line_start: number;
  line_end: number;
}): string {
  if (line_start === line_end) return `${path}:${line_start}`;
  return `${path}:${line_start}-${line_end}`;
}

/** How long ago, in the largest unit that is whole: `5m`, `7h`, `12d`, `4mo`, `2y`. */
export function ageOf(time: string, now: Date): string {
  const minutes = Math.max(0, Math.floor((now.getTime() - Date.parse(time)) / 60_000));
  const days = Math.floor((minutes * 60_000) / DAY_MS);
  if (days >= 730) return `${Math.floor(days / 365)}y`;
  if (days >= 60) return `${Math.floor(days / 30)}mo`;
  if (days >= 1) return `${days}d`;
  if (minutes >= 60) return `${Math.floor(minutes / 60)}h`;
  return `${minutes}m`;
}

/** Memories as a markdown list, a line each. */
export function markdownOf(rows: readonly MemoryRow[]): string {
  if (rows.length === 0) return "Nothing is remembered here.\n";
  const lines = rows.map(({ id, kind, statement, cites = [], age, repository, status }) => {
    const about = [kind, repository, status === "active" ? undefined : status, ...cites, age];
    return `- ${statement} (${about.filter((part) => part !== undefined).join(", ")}) \`${id}\``;
  });
  return `${lines.map(inertMarkdown).join("\n")}\n`;
}

function rowOf(
  { id, kind, statement, citations, status = "active", repository, refreshed_at }: Listed,
  { now, names_repository, limits }: RowOptions & { limits: Limits },
): MemoryRow {
  const places = citations.slice(0, limits.cites).map(placeOf);
  const more = citations.length - places.length;
  return {
    id,
    kind,
    status,
    statement: cut(statement, limits.statement),
    ...(names_repository && repository && { repository: repository.name }),
    ...(places.length !== 0 && { cites: more > 0 ? [...places, `${more} more`] : places }),
    ...(refreshed_at !== undefined && { age: ageOf(refreshed_at, now) }),
  };
}

const MATCHED_SHOWN = 5;

function whyFound(matched: readonly string[]): string {
  if (matched.length === 0) return "similar meaning";
  return `has ${matched.slice(0, MATCHED_SHOWN).join(", ")}`;
}

/** The rows with the largest limits that keep to the budget; with the smallest where none does. */
function fitted(write: (limits: Limits) => MemoryRow[]): MemoryRow[] {
  let rows: MemoryRow[] = [];
  for (const limits of LIMITS) {
    rows = write(limits);
    const budget = Math.min(MAX_TOKENS, Math.max(MIN_TOKENS, ROW_TOKENS * rows.length));
    if (isWithin(JSON.stringify(rows), budget)) break;
  }
  return rows;
}

/** Prose has about five; a text with more than this for each token of the budget need not be counted. */
const MAX_CHARACTERS_PER_TOKEN = 8;

const isWithin = (text: string, budget: number) =>
  text.length <= budget * MAX_CHARACTERS_PER_TOKEN && tokensOf(text) <= budget;

/** Bytes of a row for each token while no tokenizer is loaded: ids and paths have fewer than prose. */
const BYTES_PER_TOKEN = 2.5;

function tokensOf(text: string): number {
  return tokenizer()?.(text) ?? Math.ceil(Buffer.byteLength(text, "utf8") / BYTES_PER_TOKEN);
}

/** On one line, cut at a word's end and marked as cut. */
const cut = (text: string, length: number) => cutAtWord(text.replace(/\s+/g, " ").trim(), length);
