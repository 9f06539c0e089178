import { LRUCache } from "lru-cache";
import picomatch from "picomatch";
import type { Db } from "@/lib/db/client";
import type { MemoryWhere } from "@/lib/db/sql/memory-conditions";
import { findAppliesTo, type RankedKey } from "@/lib/db/sql/triggers";
import { hasWildcard } from "@/lib/kernel/globs";
import { changeKeys, changesOf, globKeys, indexFiles } from "@/lib/memories";
import { type AppliesTo, appliesToSchema, type ChangeKind } from "@/lib/memories/contract";

/** A change that memories may apply to, prepared once for matching many of them. */
export type Change = {
  files: ReadonlyMap<string, readonly string[]>;
  kinds: ReadonlySet<ChangeKind>;
  agentType: string | null;
  /** What of it is not matched, in words. */
  degraded: string[];
};

/** Beyond so many files a change touches everything, and finding what each of them triggers takes too long. */
const MAX_FILES = 100;

/** A path as git has it, of one that a caller wrote: `./src/a.ts`, `src\\a.ts`. */
export const fromRoot = (path: string): string => path.replaceAll("\\", "/").replace(/^(?:\.?\/)+/, "");

/**
 * Prepares a change for `matchTriggers`. Paths are relative to the repository's root; of more than 100 files the first
 * ones are matched.
 */
export function describeChange({
  changedFiles,
  task,
  agentType,
}: {
  changedFiles: readonly string[];
  task: string;
  agentType: string | null;
}): Change {
  const paths = changedFiles.map(fromRoot);
  return {
    files: indexFiles(paths.slice(0, MAX_FILES)),
    kinds: new Set(changesOf({ changedFiles: paths, task })),
    agentType,
    degraded:
      paths.length > MAX_FILES
        ? [`triggers: only the first ${MAX_FILES} of ${paths.length} changed files were matched`]
        : [],
  };
}

export type TriggerMatch = {
  /** The pattern that a changed file matches; null: none does. */
  glob: string | null;
  /** The changed files that its patterns match. */
  files: string[];
  /** A changed file that it names by its path. */
  exact_file: boolean;
  /** A changed file beside one that it names. */
  folder: boolean;
  change: ChangeKind | null;
  /** It is for this agent type by name. */
  role: boolean;
};

/** How a memory's triggers match a change. */
export function matchTriggers(triggers: AppliesTo, change: Change): TriggerMatch {
  const patterns = triggers.globs.filter(hasWildcard);
  const paths = triggers.globs.filter((glob) => change.files.has(`f:${glob}`));
  const files = patterns.map((glob) => filesMatching(glob, change));
  return {
    glob: patterns.find((_, index) => files[index]?.length) ?? null,
    files: [...new Set(files.flat())],
    exact_file: paths.length > 0,
    folder: triggers.globs.some(
      (glob) => !hasWildcard(glob) && change.files.has(`d:${glob.slice(0, glob.lastIndexOf("/"))}`),
    ),
    change: triggers.changes.find((kind) => change.kinds.has(kind)) ?? null,
    role: change.agentType !== null && triggers.roles.includes(change.agentType),
  };
}

/**
 * Whether a match is enough to inject a memory that nothing else selected: one of its files or kinds of change is
 * matched, and it is for this agent type or for all. A file beside one that it names is not enough.
 */
export function isTriggered(triggers: AppliesTo, match: TriggerMatch): boolean {
  if (triggers.roles.length > 0 && !match.role) return false;
  return match.glob !== null || match.exact_file || match.change !== null;
}

const compiled = new LRUCache<string, (path: string) => boolean>({ max: 5_000 });

function filesMatching(glob: string, { files }: Change): string[] {
  const paths = globKeys(glob).flatMap((key) => files.get(key) ?? []);
  if (paths.length === 0) return [];
  const matches = compiled.get(glob) ?? compile(glob);
  return paths.filter((path) => matches(path));
}

/** Brackets and parentheses are literal: folders of web frameworks are named with them. */
function compile(glob: string): (path: string) => boolean {
  const escaped = glob.replace(/[[\]()+@|^$!]/g, "\\$&");
  const matches = picomatch(escaped, { dot: true, nonegate: true, noextglob: true });
  compiled.set(glob, matches);
  return matches;
}

/** A memory that applies to a change, with what matched. */
export type TriggeredMemory = { memory_id: string; applies_to: AppliesTo; match: TriggerMatch };

/** How many memories are matched in process for one question. */
export const MAX_MATCHED = 500;

/**
 * The memories that apply to a change, those that name a changed file first. Memories that only name a file beside a
 * changed one are not among them. Takes as long as there are memories with a key in common, at any number of others.
 */
export async function findTriggeredMemories(
  db: Db,
  { where, change, limit }: { where: MemoryWhere; change: Change; limit: number },
): Promise<TriggeredMemory[]> {
  const rows = await findAppliesTo(db, { where, keys: rankedKeys(change), limit: MAX_MATCHED });
  return triggeredAmong(rows, { change, limit });
}

/** The same of memories that have a key in common with the change, with what they apply to as it is stored. */
export function triggeredAmong(
  rows: readonly { id: string; applies_to?: unknown }[],
  { change, limit }: { change: Change; limit: number },
): TriggeredMemory[] {
  const matched = rows.flatMap(({ id, applies_to: stored }) => {
    const { data: applies_to } = appliesToSchema.safeParse(stored);
    if (!applies_to) return [];
    const match = matchTriggers(applies_to, change);
    if (isTriggered(applies_to, match)) return [{ memory_id: id, applies_to, match }];
    return [];
  });
  return matched.sort((a, b) => strengthOf(b) - strengthOf(a)).slice(0, limit);
}

/** What a reviewer's past rejections are matched with: the files alone. */
export const changedBy = (changedFiles: readonly string[]): Change =>
  describeChange({ changedFiles, task: "", agentType: "reviewer" });

/** A file says more than a kind of change, and that more than a folder or an extension. */
export function rankedKeys({ files, kinds }: Change): RankedKey[] {
  const ofFiles = [...files.keys()]
    .filter((key) => !key.startsWith("d:"))
    .map((key) => ({ key, rank: key.startsWith("f:") ? 0 : 2 }));
  return [...ofFiles, ...changeKeys([...kinds]).map((key) => ({ key, rank: 1 }))];
}

function strengthOf({ applies_to, match }: TriggeredMemory): number {
  const stated = applies_to.origin === "stated" ? 1 : 0;
  return (
    (match.exact_file ? 4 : 0) + (match.glob === null ? 0 : 3) + (match.change === null ? 0 : 2) + stated
  );
}
