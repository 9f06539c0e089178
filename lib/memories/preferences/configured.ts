import { openRepositorySource, prepareCitations, type Repository } from "@/lib/citations";
import type { Database, Db } from "@/lib/db/client";
import { globProblem } from "@/lib/kernel/globs";
import { AREA_GLOBS } from "../configuration/areas";
import type { Contradiction, Effective } from "../configuration/combine";
import { statementOf } from "../configuration/keys";
import {
  placeOf,
  type RepositoryConfiguration,
  readRepositoryConfiguration,
} from "../configuration/repository";
import type { AppliesToInput, Memory, SaidElsewhere } from "../contract";
import type { ChangedBy } from "../lifecycle/change";
import * as memoryChanges from "../memory/change-queries";
import { type NewMemory, type PreparedMemory, prepareMemories } from "../store/prepare";
import { storeMemories, supersede } from "../store/writes";
import { factsReader } from "../taint/read-facts";
import { configuredOf, contradictionsOf, identityOf } from "./metadata";
import * as queries from "./queries";

type Whose = { organization_id: string; developer: string; repository: Repository };

/** What is to be done about one setting. */
type Plan =
  | { action: "store"; memory: PreparedMemory }
  | { action: "replace"; memory: PreparedMemory; old: Memory }
  | { action: "note"; old: Memory; metadata: Record<string, unknown> }
  | { action: "leave"; because: "unchanged" | "corrected" | "deleted" };

export type ConfiguredPlan = Pick<RepositoryConfiguration, "commit_sha" | "files" | "unread"> & {
  plans: Plan[];
  /** Preferences whose setting is nowhere any more; their citations end them. */
  gone: number;
};

/**
 * What the tools' configuration of a repository says at the head of its default branch, against the preferences that a
 * developer has from it. Git work: outside any transaction.
 * @throws SourceError when the repository cannot be read.
 */
export async function planConfigured(db: Database, whose: Whose): Promise<ConfiguredPlan> {
  const { organization_id, developer, repository } = whose;
  const source = await openRepositorySource(db, { organization_id, repository });
  const { commit_sha, files, settings, unread } = await readRepositoryConfiguration(source);
  const known = await queries.findConfigured(db, {
    organization_id,
    developer,
    repository_id: repository.id,
  });
  const byIdentity = new Map(known.map((one) => [identityOf(one.memory), one]));
  const statements = new Set(known.map(({ memory }) => memory.statement));
  const plans: Plan[] = [];
  const writing: { setting: Effective; old: Memory | null }[] = [];
  const seen = new Set<string>();
  for (const setting of settings) {
    const metadata = metadataOf(setting, developer);
    const identity = identityOf({ metadata });
    const statement = statementFor(setting, developer);
    // Two tools' words for the same are one preference.
    if (seen.has(identity) || seen.has(statement)) continue;
    seen.add(identity).add(statement);
    const one = byIdentity.get(identity);
    if (one) {
      const decided = decide(one, { setting, metadata });
      if (decided) plans.push(decided);
      else writing.push({ setting, old: one.memory });
    } else if (statements.has(statement)) plans.push({ action: "leave", because: "unchanged" });
    else writing.push({ setting, old: null });
  }
  const prepared = await prepare(db, {
    ...whose,
    commit_sha,
    settings: writing.map(({ setting }) => setting),
  });
  for (const [index, { old }] of writing.entries()) {
    const memory = prepared[index];
    if (memory) plans.push(old ? { action: "replace", memory, old } : { action: "store", memory });
  }
  const gone = known.filter(
    ({ memory, is_persons }) =>
      memory.status === "active" &&
      !is_persons &&
      memory.deleted_at === null &&
      isConfigured(memory) &&
      !seen.has(identityOf(memory)),
  );
  return { commit_sha, files, unread, plans, gone: gone.length };
}

const isConfigured = ({ metadata }: Memory) => metadata.origin === "configuration";

/** What becomes of a preference that is known; null when the setting replaces it. */
function decide(
  { memory, is_persons }: queries.KnownPreference,
  { setting, metadata }: { setting: Effective; metadata: Record<string, unknown> },
): Plan | null {
  const isSaid = memory.metadata.preference_value === setting.value;
  if (memory.deleted_at !== null) return { action: "leave", because: "deleted" };
  if (is_persons) {
    const said = isSaid ? null : saidBy(setting);
    if (JSON.stringify(said) === JSON.stringify(configuredOf(memory)))
      return { action: "leave", because: "corrected" };
    return { action: "note", old: memory, metadata: { ...memory.metadata, configured: said } };
  }
  if (!isSaid || memory.status !== "active" || memory.metadata.configured_in !== setting.path) return null;
  if (JSON.stringify(contradictionsOf(memory)) === JSON.stringify(metadata.contradicted_by))
    return { action: "leave", because: "unchanged" };
  return {
    action: "note",
    old: memory,
    metadata: { ...memory.metadata, contradicted_by: metadata.contradicted_by },
  };
}

const saidBy = ({ tool, value, path, line_start }: Contradiction): SaidElsewhere => ({
  tool,
  value,
  path,
  line: line_start,
});

function metadataOf(setting: Effective, developer: string) {
  const { key, value, aspect, tool, path, contradicted_by } = setting;
  return {
    developer_id: developer,
    preference_type: key,
    preference_value: value,
    confidence: 1,
    origin: "configuration",
    tool,
    aspect,
    holds_for: placeOf(setting) ?? "",
    configured_in: path,
    contradicted_by: contradicted_by.map(saidBy),
  };
}

const statementFor = (setting: Effective, developer: string) =>
  statementOf({ ...setting, developer, area: placeOf(setting) });

/** Files that it applies to, where they are few enough to say something. */
function appliesToOf({ area, folder }: Effective): AppliesToInput | null {
  const globs =
    area in AREA_GLOBS
      ? [AREA_GLOBS[area] ?? ""]
      : area.split(", ").map((glob) => (glob.includes("/") ? glob : `**/${glob}`));
  const within = globs.map((glob) => (folder === "" ? glob : `${folder}/${glob}`));
  const usable = within.filter((glob) => glob.length <= 300 && globProblem(glob) === null);
  if (usable.length === 0) return null;
  return { globs: usable.slice(0, 20), changes: [], roles: [] };
}

async function prepare(
  db: Database,
  {
    organization_id,
    developer,
    repository,
    commit_sha,
    settings,
  }: Whose & { commit_sha: string; settings: readonly Effective[] },
): Promise<PreparedMemory[]> {
  const citations = await prepareCitations(db, {
    organization_id,
    repository,
    citations: settings.map(({ path, line_start, line_end }) => ({
      path,
      line_start,
      line_end,
      sha: commit_sha,
    })),
    pointer: "/citations",
  });
  const memories = settings.map((setting, index): NewMemory => {
    const citation = citations[index];
    return {
      kind: "developer_preference",
      statement: statementFor(setting, developer),
      metadata: metadataOf(setting, developer),
      scope: "repository",
      repository_id: repository.id,
      user: developer,
      confidence: 1,
      reasoning: `${setting.tool} reads it from ${setting.path}.`,
      source: { kind: "import", id: null },
      citations: citation ? [citation] : [],
      applies_to: appliesToOf(setting),
    };
  });
  return prepareMemories(memories, factsReader(db, { organization_id }));
}

export type Kept = {
  stored: number;
  replaced: number;
  noted: number;
  unchanged: number;
  corrected: number;
  deleted: number;
};

/** Does what was planned. @throws AppError conflict when a preference changed meanwhile. */
export async function storeConfigured(
  tx: Db,
  { plans, ...by }: ChangedBy & { plans: readonly Plan[] },
): Promise<Kept> {
  const kept: Kept = { stored: 0, replaced: 0, noted: 0, unchanged: 0, corrected: 0, deleted: 0 };
  const fresh = plans.flatMap((plan) => (plan.action === "store" ? [plan.memory] : []));
  const stored = await storeMemories(tx, { ...by, memories: fresh });
  kept.stored = stored.filter(({ duplicate_of }) => duplicate_of === null).length;
  for (const plan of plans) {
    if (plan.action === "leave") kept[plan.because] += 1;
    if (plan.action === "replace") {
      await replace(tx, { ...by, ...plan });
      kept.replaced += 1;
    }
    if (plan.action === "note") {
      const { id: memory_id, version } = plan.old;
      const { organization_id, now } = by;
      await memoryChanges.updateMemory(tx, {
        organization_id,
        memory_id,
        version,
        now,
        change: { metadata: plan.metadata },
      });
      kept.noted += 1;
    }
  }
  return kept;
}

async function replace(
  tx: Db,
  { memory, old, ...by }: ChangedBy & { memory: PreparedMemory; old: Memory },
): Promise<void> {
  const [stored] = await storeMemories(tx, { ...by, memories: [memory], replacing: old.id });
  // One that drifted was replaced by the storing itself where it said the same.
  if (!stored || stored.duplicate_of !== null) return;
  await supersede(tx, {
    ...by,
    memory_id: old.id,
    by: stored.memory.id,
    created: true,
    from: old.status,
    version: old.version,
    reason: "The configuration has changed.",
  });
}
