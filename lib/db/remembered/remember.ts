import { LRUCache } from "lru-cache";
import type { Database, Db } from "../client";
import { Prisma } from "../generated/client";
import { ANNOUNCED, type ChangeFeed, createChangeFeed } from "./change-feed";

/** `about`: ids of the rows that it was read from. */
type Kept = { value: unknown; about: ReadonlySet<string> };

type Memory = { feed: ChangeFeed; kept: LRUCache<string, Kept> };

const MOST_KEPT = 10_000;

// A build has several copies of this module, which share the pools of their process: pages must find what routes remember.
const held = globalThis as { casebook_memories?: WeakMap<Db, Memory> };
held.casebook_memories ??= new WeakMap();
const memories = held.casebook_memories;

/** Lets a pool remember what it reads often, while a connection of its own hears of changes. */
export function rememberFor(db: Database, connection_string: string): void {
  const kept = new LRUCache<string, Kept>({ max: MOST_KEPT });
  const heard = (id: string | null) => {
    if (id === null) kept.clear();
    else for (const [key, { about }] of kept) if (about.has(id)) kept.delete(key);
  };
  const ask = (text: string, values: readonly string[]) => db.$queryRawUnsafe<object[]>(text, ...values);
  memories.set(db, { feed: createChangeFeed({ connection_string, ask, heard }), kept });
}

/** Lets another handle of a pool share what that one remembers. */
export function shareRemembered({ from, to }: { from: Database; to: Database }): void {
  const memory = memories.get(from);
  if (memory) memories.set(to, memory);
}

/**
 * The value that was read last under this key, while every change of what it was read from is heard of; otherwise, and in
 * transactions, it is read again. Callers must not change it.
 * @param about ids of the rows that it depends on, or null for what is not kept
 * @param isFresh whether a kept one still holds; default: always
 */
export async function remembered<T>(
  db: Db,
  {
    key,
    about,
    isFresh = () => true,
    read,
  }: {
    key: string;
    about: (value: T) => readonly string[] | null;
    isFresh?: (value: T) => boolean;
    read: () => Promise<T>;
  },
): Promise<T> {
  const memory = memories.get(db);
  const before = memory?.feed.position() ?? null;
  if (!memory || before === null) return read();
  // What is kept under a key was read by the same caller.
  const known = memory.kept.get(key) as { value: T } | undefined;
  if (known && isFresh(known.value)) return known.value;
  const value = await read();
  const ids = about(value);
  // What changed while it was read may have been read before the change.
  if (ids !== null && memory.feed.position() === before) memory.kept.set(key, { value, about: new Set(ids) });
  return value;
}

/** Forgets everything in this process at once: for who changed something and is about to say so. */
export function forgetRemembered(db: Db): void {
  memories.get(db)?.feed.skip();
}

const WRITES = /^(?:create|update|upsert|delete)/;
/** What is recorded of every use, and remembered nowhere. */
const OF_USE: ReadonlySet<string> = new Set([
  "last_used_at",
  "last_seen_at",
  "visited_at",
  "visited_before_at",
]);

/** Whether a call of a model may change what is remembered. */
function changes(model: string, operation: string, args: unknown): boolean {
  if (!ANNOUNCED.includes(model) || !WRITES.test(operation)) return false;
  const { data }: { data?: object } = Object(args);
  return data === undefined || Object.keys(data).some((column) => !OF_USE.has(column));
}

/** Has this process forget what it changes itself, before it hears of that. */
export const forgetOwnChanges = (database: () => Db) =>
  Prisma.defineExtension({
    name: "forget-own-changes",
    query: {
      $allModels: {
        async $allOperations({ model, operation, args, query }) {
          const result = await query(args);
          if (changes(model, operation, args)) forgetRemembered(database());
          return result;
        },
      },
    },
  });

/** When it is known whether changes are heard of: true when they are. */
export async function remembers(db: Db): Promise<boolean> {
  const memory = memories.get(db);
  if (!memory) return false;
  if (memory.feed.position() === null) await memory.feed.settled();
  return memory.feed.position() !== null;
}

/** Ends the connection that hears of changes: nothing is remembered from then on. */
export async function stopRemembering(db: Db): Promise<void> {
  await memories.get(db)?.feed.close();
}
