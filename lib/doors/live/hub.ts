import { findEntriesAfter, type LiveEntry } from "@/lib/access";
import type { Database } from "@/lib/db/client";
import { newId } from "@/lib/kernel/ids";
import { log } from "@/lib/telemetry/log";

const POLL_MS = 1_000;
/** Entries are numbered when they are written and seen when their transaction ends, which may be as much later. */
const OVERLAP_MS = 10_000;
/** Read by one query; a poll asks on until it has all. */
const AT_ONCE = 500;

type Listener = (entry: LiveEntry) => void;

/** The id that an entry of a moment has at least: ids begin with their time. */
export function idAt(milliseconds: number): string {
  const time = Math.max(0, Math.floor(milliseconds)).toString(16).padStart(12, "0");
  return `${time.slice(0, 8)}-${time.slice(8)}-7000-8000-000000000000`;
}

/** The moment of an id, in milliseconds. */
export function timeOf(id: string): number {
  return Number.parseInt(id.replaceAll("-", "").slice(0, 12), 16);
}

/** Watches the audit of one organization for as long as somebody listens, however many do. */
class Watch {
  readonly listeners = new Set<Listener>();
  readonly #seen = new Set<string>();
  readonly #began: string;
  #newest: string;
  #timer: NodeJS.Timeout | null = null;

  constructor(
    readonly db: Database,
    readonly organization_id: string,
  ) {
    this.#began = newId();
    this.#newest = this.#began;
  }

  add(listener: Listener): void {
    this.listeners.add(listener);
    this.#timer ??= setTimeout(() => void this.#poll(), POLL_MS).unref();
  }

  remove(listener: Listener): void {
    this.listeners.delete(listener);
    if (this.listeners.size > 0 || this.#timer === null) return;
    clearTimeout(this.#timer);
    this.#timer = null;
    watches.delete(this.organization_id);
  }

  async #poll(): Promise<void> {
    const { organization_id } = this;
    const since = idAt(timeOf(this.#newest) - OVERLAP_MS);
    try {
      await this.#read(since);
    } catch (error) {
      log().warn({ err: error, organization_id }, "changes could not be read for open pages");
    }
    for (const id of this.#seen) if (id < since) this.#seen.delete(id);
    if (this.listeners.size > 0) this.#timer = setTimeout(() => void this.#poll(), POLL_MS).unref();
  }

  async #read(since: string): Promise<void> {
    const { db, organization_id } = this;
    let after: string | undefined = since;
    while (after !== undefined) {
      const entries: LiveEntry[] = await findEntriesAfter(db, { organization_id, after, limit: AT_ONCE });
      for (const entry of entries) this.#say(entry);
      if (entries.length < AT_ONCE) return;
      after = entries.at(-1)?.id;
    }
  }

  #say(entry: LiveEntry): void {
    if (entry.id > this.#newest) this.#newest = entry.id;
    if (this.#seen.has(entry.id)) return;
    this.#seen.add(entry.id);
    // What was there before anybody listened is on their pages already.
    if (entry.id < this.#began) return;
    for (const listener of this.listeners) listener(entry);
  }
}

const watches = new Map<string, Watch>();

/** Has every entry of an organization's audit said from now on, within a second or two. @returns what ends it. */
export function watchAudit(db: Database, organization_id: string, listener: Listener): () => void {
  const watch = watches.get(organization_id) ?? new Watch(db, organization_id);
  watches.set(organization_id, watch);
  watch.add(listener);
  return () => watch.remove(listener);
}
