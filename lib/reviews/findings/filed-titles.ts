import type { Db } from "@/lib/db/client";
import type { Tenant } from "@/lib/kernel/actor";
import { type Visible, visible } from "../evaluations/rows";
import type { FiledTitle } from "../rules/classify";

/** Corrections that are read, the latest first. */
const MOST_CORRECTIONS = 2000;

/**
 * Titles that people filed under a rule, the latest first, each once: corrections that were not undone and that the
 * finding still has. What a caller sends with an evaluation is not among them.
 */
export async function findFiledTitles(db: Db, { organization_id }: Tenant): Promise<FiledTitle[]> {
  const rows = await db.finding_change.findMany({
    where: { organization_id, field: "rule_category", undoes: null, actor_kind: { in: ["person", "agent"] } },
    select: { to_value: true, finding: { select: { title: true, rule_category: true } } },
    orderBy: { id: "desc" },
    take: MOST_CORRECTIONS,
  });
  const filed = new Map<string, FiledTitle>();
  for (const { to_value, finding } of rows) {
    const { title, rule_category } = finding;
    if (rule_category === to_value && !filed.has(title)) filed.set(title, { title, rule_category });
  }
  return [...filed.values()];
}

/** Findings of one queue that are read, the latest first. */
const MOST_WAITING = 1000;

export type WaitingFinding = { id: string; title: string; disposition: string; found_at: Date };

/** Findings under these rules that no skill version took up, the latest first. */
export async function findWaiting(
  db: Db,
  params: Tenant & Visible & { rule_categories: readonly string[]; repository_id?: string },
): Promise<WaitingFinding[]> {
  const { organization_id, rule_categories, repository_id } = params;
  return db.finding.findMany({
    where: {
      organization_id,
      rule_category: { in: [...rule_categories] },
      repository_id,
      addressed_at: null,
      AND: visible(params),
    },
    select: { id: true, title: true, disposition: true, found_at: true },
    orderBy: [{ found_at: "desc" }, { id: "desc" }],
    take: MOST_WAITING,
  });
}

/** Rules that are offered to choose from. */
const MOST_RULES = 200;

/** The rules that findings are filed under, the most used first. */
export async function findRulesInUse(
  db: Db,
  params: Tenant & Visible & { repository_id?: string },
): Promise<string[]> {
  const { organization_id, repository_id } = params;
  const rows = await db.finding.groupBy({
    by: ["rule_category"],
    where: { organization_id, repository_id, AND: visible(params) },
    _count: { _all: true },
    orderBy: { _count: { rule_category: "desc" } },
    take: MOST_RULES,
  });
  return rows.map(({ rule_category }) => rule_category);
}
