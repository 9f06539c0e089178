import { settingsOf } from "@/lib/access";
import type { Settings } from "@/lib/access/contract";
import { type Database, transaction } from "@/lib/db/client";
import { type EarlierRow, findByEarlierRules } from "@/lib/db/sql/scopes";
import type { ActorRef } from "@/lib/kernel/actor";
import { memoriesByIds, type Place, rescope } from "@/lib/memories";
import { type Memory, UNKNOWN_REPOSITORY } from "@/lib/memories/contract";
import { categoryOf, categoryOfStatement, GENERAL } from "@/lib/recall";
import type { MigrationRule } from "./contract";

/** Whose steps these are in the history of the memories. */
export const SCOPE_MIGRATION = "scope_migration";

const AT_ONCE = 200;
const REJECTIONS: ReadonlySet<string> = new Set(["rejection_pattern", "review_outcome"]);

const WHY: Record<MigrationRule, string> = {
  review: "What reviews reject stays in the repository that was reviewed.",
  confidence: "It was global by its confidence; one repository has learned it.",
  unregistered: "It was learned where no repository is registered, and nobody knows where.",
  category: "Its category is that of its statement.",
};

/** Where a memory belongs by the present rules, and which of them say so; null where it is in the right place. */
export function placeByRules(
  memory: Memory,
  { elsewhere, promoted, review_scope }: Omit<EarlierRow, "id"> & Pick<Settings, "review_scope">,
): { to: Place; rules: MigrationRule[] } | null {
  const { scope, pending_repository, category } = memory;
  const rules: MigrationRule[] = [];
  const to: Place = { scope, pending_repository, category };
  const is_learned = typeof memory.metadata.learning_type === "string" && memory.source.kind === "session";
  if (scope === "global" && !promoted && memory.repository !== null) {
    if (REJECTIONS.has(memory.kind) && review_scope === "repository") rules.push("review");
    if (is_learned && elsewhere === 0) rules.push("confidence");
    if (rules.length > 0) to.scope = "repository";
  }
  const is_homeless = memory.repository === null && pending_repository === null;
  if (is_learned && is_homeless && !promoted && (scope === "global" || scope === "agent")) {
    rules.push("unregistered");
    to.scope = "repository";
    to.pending_repository = UNKNOWN_REPOSITORY;
  }
  if (is_learned && category === GENERAL) {
    to.category = guessed(memory);
    if (to.category !== GENERAL) rules.push("category");
  }
  if (rules.length === 0) return null;
  return { to, rules };
}

function guessed({ statement, metadata }: Memory): string {
  const own = categoryOfStatement(statement);
  if (own === GENERAL && typeof metadata.task === "string") return categoryOf(metadata.task);
  return own;
}

export type Migrated = { looked_at: number; changed: number; by_rule: Record<MigrationRule, number> };

/**
 * Brings what earlier versions stored under the present rules of scope and category, some at a time, each memory by an
 * event that can be undone. Safe to repeat: what was changed once, or undone, is left alone. A dry run counts.
 */
export async function migrateScopes(
  db: Database,
  {
    organization_id,
    actor,
    dry_run,
    now,
    signal,
  }: {
    organization_id: string;
    actor: ActorRef;
    dry_run: boolean;
    now: () => Date;
    signal?: AbortSignal;
  },
): Promise<Migrated> {
  const settings = new Map<string | null, Settings>();
  const migrated: Migrated = {
    looked_at: 0,
    changed: 0,
    by_rule: { review: 0, confidence: 0, unregistered: 0, category: 0 },
  };
  let after: string | null = null;
  for (;;) {
    signal?.throwIfAborted();
    const page: { organization_id: string; job: string; after: string | null; limit: number } = {
      organization_id,
      job: SCOPE_MIGRATION,
      after,
      limit: AT_ONCE,
    };
    const rows = await findByEarlierRules(db, page);
    const facts = new Map(rows.map((row) => [row.id, row]));
    await transaction(db, async (tx) => {
      for (const memory of await memoriesByIds(tx, { organization_id, ids: [...facts.keys()] })) {
        const repository_id = memory.repository?.id ?? null;
        const inForce =
          settings.get(repository_id) ?? (await settingsOf(tx, { organization_id, repository_id }));
        settings.set(repository_id, inForce);
        const { elsewhere = 0, promoted = false } = facts.get(memory.id) ?? {};
        const found = placeByRules(memory, { elsewhere, promoted, review_scope: inForce.review_scope });
        if (!found) continue;
        const { to, rules } = found;
        const reason = rules.map((rule) => WHY[rule]).join(" ");
        if (!dry_run)
          await rescope(tx, { organization_id, actor, now: now(), memory, to, reason, detail: { rules } });
        migrated.changed += 1;
        for (const rule of rules) migrated.by_rule[rule] += 1;
      }
    });
    migrated.looked_at += rows.length;
    after = rows.at(-1)?.id ?? null;
    if (rows.length < AT_ONCE) return migrated;
  }
}
