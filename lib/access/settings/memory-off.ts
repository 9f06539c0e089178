import type { Db } from "@/lib/db/client";
import { remembered } from "@/lib/db/remembered/remember";
import { type Actor, tenantOf } from "@/lib/kernel/actor";
import { listOverriding, type Overriding } from "./queries";
import { settingsOf } from "./settings-of";

/**
 * What memory is switched off for: nothing; all that is asked (the whole organization, or each repository that the call
 * names); or the memories of some repositories, which the rest of the organization goes on without.
 */
export type MemoryOff = { all: boolean; repository_ids: readonly string[] };

/** What an agent that asks this may neither read nor store. People read and write as usual. */
export async function memoryOffFor({
  db,
  actor,
  input,
}: {
  db: Db;
  actor: Actor;
  input: object;
}): Promise<MemoryOff> {
  if (actor.kind !== "agent") return { all: false, repository_ids: [] };
  const tenant = tenantOf({ actor });
  const [{ enabled }, { overriding }] = await Promise.all([
    settingsOf(db, tenant),
    readOverriding(db, tenant),
  ]);
  if (!enabled) return { all: true, repository_ids: [] };
  const off = overriding.filter(({ settings }) => settings.enabled === false);
  if (off.length === 0) return { all: false, repository_ids: [] };
  const named = repositoriesIn(input);
  const asked = named.length > 0 ? named : (actor.repository_ids ?? []);
  const all = asked.length > 0 && asked.every((reference) => isOneOf(off, reference));
  return { all, repository_ids: off.map(({ id }) => id) };
}

/** An import makes overriding settings without a word about the organization, so that what is remembered is no older. */
const MOST_MS = 10_000;

function readOverriding(db: Db, { organization_id }: { organization_id: string }) {
  return remembered(db, {
    key: `overriding ${organization_id}`,
    about: ({ overriding }) => [organization_id, ...overriding.map(({ id }) => id)],
    isFresh: ({ read_at }) => performance.now() - read_at < MOST_MS,
    read: async () => ({
      read_at: performance.now(),
      overriding: await listOverriding(db, { organization_id }),
    }),
  });
}

const isOneOf = (off: readonly Overriding[], reference: string): boolean =>
  off.some(({ id, name }) => id === reference || name.toLowerCase() === reference.toLowerCase());

/** The repositories that a call names, by name or by id, also those of the memories in a batch. */
function repositoriesIn(input: object): string[] {
  const { repository, repo, repository_id, memories } = input as Record<string, unknown>;
  const named = [repository, repo, repository_id].filter((value) => typeof value === "string");
  const each = Array.isArray(memories) ? memories.map((memory: object) => repositoriesIn(memory)) : [];
  // A memory without a repository is everybody's, so not all of the batch is switched off.
  if (each.some((names) => names.length === 0)) return [];
  return [...named, ...each.flat()];
}
