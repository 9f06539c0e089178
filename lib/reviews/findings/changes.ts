import type { Db } from "@/lib/db/client";
import { enqueue } from "@/lib/jobs";
import type { ActorRef } from "@/lib/kernel/actor";
import { OvertakenError } from "@/lib/kernel/errors";
import { newId } from "@/lib/kernel/ids";
import { retagRejections, withdrawRejections } from "@/lib/memories";
import { compareTexts } from "@/lib/text/order";
import type { Disposition, FindingDetail } from "../contract";
import { type ReviewMemories, storeReviewMemories } from "../evaluations/memories";
import type { Visible } from "../evaluations/rows";
import { EVIDENCE_GREW, EVIDENCE_SETTLES_SECONDS } from "../rules/signals";
import { NOT_YOURS } from "./filters";
import * as findingsQueries from "./queries";

/**
 * Corrections of findings by people: another rule, another disposition. Each keeps who, when, from and to, and can be
 * undone; the memories that were made from the findings follow. What a skill version was made from stays: under
 * another rule it would end that rule's evidence, at a time when no skill version took it up.
 */

export type Changed = {
  change_id: string | null;
  moved: number;
  not_moved: { finding_id: string; reason: string }[];
};

type By = Visible & {
  organization_id: string;
  actor: ActorRef;
  now: Date;
  reason: string | null;
  undoes?: string;
};

export const ADDRESSED = "A skill version addressed it, so it can no longer be changed.";
const UNKNOWN = "It does not exist.";
const ALREADY = "It already has this rule.";
const MOVED_ON = "It was changed again since then.";

/** Whether the actor reads it only: it belongs to no repository, and their key is bound to some. */
const isNotTheirs = (
  { repository_id }: Pick<findingsQueries.Movable, "repository_id">,
  { visible_repository_ids }: Visible,
) => repository_id === null && visible_repository_ids !== null;

/** Why a finding is not moved, or null. */
function reasonToStay(
  finding: findingsQueries.Movable,
  { from, to, visible_repository_ids }: { from?: string; to: string } & Visible,
): string | null {
  const { addressed_at, rule_category } = finding;
  if (isNotTheirs(finding, { visible_repository_ids })) return NOT_YOURS;
  if (addressed_at !== null) return ADDRESSED;
  if (from !== undefined && rule_category !== from) return MOVED_ON;
  if (rule_category === to) return ALREADY;
  return null;
}

/**
 * Puts each finding under the rule given for it. With `from`, only those that still stand there.
 * Memories are written before findings, as when they are stored.
 */
export async function moveToRules(
  tx: Db,
  params: By & { rules: ReadonlyMap<string, { from?: string; to: string }> },
): Promise<Changed> {
  const { organization_id, rules } = params;
  const findings = await findingsQueries.holdMovable(tx, { ...params, finding_ids: [...rules.keys()] });
  const not_moved = missing(rules.keys(), findings);
  const moving: { finding: findingsQueries.Movable; to: string }[] = [];
  for (const finding of findings) {
    const rule = rules.get(finding.id);
    if (!rule) continue;
    const reason = reasonToStay(finding, { ...params, ...rule });
    if (reason !== null) not_moved.push({ finding_id: finding.id, reason });
    else moving.push({ finding, to: rule.to });
  }
  if (moving.length === 0) return { change_id: null, moved: 0, not_moved };
  const newRule = new Map(moving.map(({ finding, to }) => [finding.id, to]));
  await retagMemories(tx, { ...params, findings, newRule });
  for (const [from, to, finding_ids] of groups(moving))
    await findingsQueries.changeFindings(tx, {
      organization_id,
      finding_ids,
      from: { rule_category: from },
      to: { rule_category: to },
    });
  const change_id = await record(
    tx,
    params,
    moving.map(({ finding, to }) => ({
      finding_id: finding.id,
      field: "rule_category",
      from_value: finding.rule_category,
      to_value: to,
      from_reason: null,
    })),
  );
  if (moving.some(({ finding }) => finding.disposition === "reject")) await signal(tx, params);
  return { change_id, moved: moving.length, not_moved };
}

/** A memory that several findings share is under the rule of most of them; of as many, that of the latest. */
async function retagMemories(
  tx: Db,
  params: By & { findings: readonly findingsQueries.Movable[]; newRule: ReadonlyMap<string, string> },
): Promise<void> {
  const { organization_id, newRule } = params;
  const memory_ids = params.findings.flatMap(({ id, memory_id }) => {
    if (memory_id !== null && newRule.has(id)) return [memory_id];
    return [];
  });
  if (memory_ids.length === 0) return;
  const sharing = await findingsQueries.findingsOfMemories(tx, { organization_id, memory_ids });
  const rules = new Map<string, string>();
  for (const memory_id of new Set(memory_ids)) {
    const own = sharing
      .filter((finding) => finding.memory_id === memory_id)
      .map(({ id, rule_category, found_at }) => ({
        rule_category: newRule.get(id) ?? rule_category,
        found_at,
      }));
    const rule = ruleOfMost(own);
    if (rule !== null) rules.set(memory_id, rule);
  }
  await retagRejections(tx, { ...params, rules });
}

export function ruleOfMost(findings: readonly { rule_category: string; found_at: Date }[]): string | null {
  const counts = new Map<string, { count: number; latest: number }>();
  for (const { rule_category, found_at } of findings) {
    const known = counts.get(rule_category) ?? { count: 0, latest: 0 };
    counts.set(rule_category, {
      count: known.count + 1,
      latest: Math.max(known.latest, found_at.getTime()),
    });
  }
  const [first] = [...counts].sort(
    ([a, x], [b, y]) => y.count - x.count || y.latest - x.latest || compareTexts(a, b),
  );
  return first?.[0] ?? null;
}

function groups(
  moving: readonly { finding: findingsQueries.Movable; to: string }[],
): [string, string, string[]][] {
  const grouped = new Map<string, [string, string, string[]]>();
  for (const { finding, to } of moving) {
    const key = `${finding.rule_category} ${to}`;
    const group = grouped.get(key) ?? [finding.rule_category, to, []];
    group[2].push(finding.id);
    grouped.set(key, group);
  }
  return [...grouped.values()].sort(([a], [b]) => {
    if (a < b) return -1;
    return 1;
  });
}

/**
 * Gives a finding another disposition. One that is rejected now gets the memory that was prepared for it; one that no
 * longer is loses its memory, which is withdrawn when no rejected finding stands behind it any more.
 * @throws OvertakenError when the finding is no longer as it was seen.
 */
export async function moveToDisposition(
  tx: Db,
  params: By & {
    finding_id: string;
    from?: Disposition;
    to: Disposition;
    memories: ReviewMemories;
    /** What the memories were prepared for. */
    seen: Pick<FindingDetail, "disposition" | "rule_category"> | null;
    /** Replaces the finding's own reason; null: it has none any more, undefined leaves it. */
    finding_reason?: string | null;
  },
): Promise<Changed> {
  const { organization_id, actor, now, finding_id, from, to, memories, seen, finding_reason } = params;
  const [finding] = await findingsQueries.holdMovable(tx, { ...params, finding_ids: [finding_id] });
  const refused = (reason: string) => ({ change_id: null, moved: 0, not_moved: [{ finding_id, reason }] });
  if (!finding) return refused(UNKNOWN);
  if (isNotTheirs(finding, params)) return refused(NOT_YOURS);
  if (finding.addressed_at !== null) return refused(ADDRESSED);
  if (from !== undefined && finding.disposition !== from) return refused(MOVED_ON);
  if (finding.disposition === to) return refused(ALREADY);
  if (seen?.disposition !== finding.disposition || seen.rule_category !== finding.rule_category)
    throw new OvertakenError("the finding was changed since its memory was prepared");
  const memory_id = await followMemory(tx, { organization_id, actor, now, finding, memories });
  await findingsQueries.changeFindings(tx, {
    organization_id,
    finding_ids: [finding_id],
    from: { disposition: finding.disposition },
    to: { disposition: to, memory_id, reason: finding_reason },
  });
  await findingsQueries.followVerdict(tx, { organization_id, review_id: finding.review_id });
  const from_reason = finding_reason === undefined ? null : (finding.reason ?? "");
  const change_id = await record(tx, params, [
    { finding_id, field: "disposition", from_value: finding.disposition, to_value: to, from_reason },
  ]);
  if (to === "reject") await signal(tx, params);
  return { change_id, moved: 1, not_moved: [] };
}

async function followMemory(
  tx: Db,
  {
    organization_id,
    finding,
    memories,
    ...by
  }: {
    organization_id: string;
    actor: ActorRef;
    now: Date;
    finding: findingsQueries.Movable;
    memories: ReviewMemories;
  },
): Promise<string | null> {
  const { memory_of } = await storeReviewMemories(tx, { organization_id, ...by, memories });
  const old = finding.memory_id;
  if (old !== null) {
    const sharing = await findingsQueries.findingsOfMemories(tx, { organization_id, memory_ids: [old] });
    if (sharing.every(({ id }) => id === finding.id))
      await withdrawRejections(tx, {
        organization_id,
        ...by,
        memory_ids: [old],
        reason: "The finding it was made from is no longer rejected.",
      });
  }
  return memory_of.get(finding.id) ?? null;
}

function missing(ids: Iterable<string>, found: readonly findingsQueries.Movable[]): Changed["not_moved"] {
  const known = new Set(found.map(({ id }) => id));
  return [...new Set(ids)]
    .filter((id) => !known.has(id))
    .map((finding_id) => ({ finding_id, reason: UNKNOWN }));
}

async function record(tx: Db, by: By, changes: readonly findingsQueries.NewChange[]): Promise<string> {
  const change_id = newId();
  await findingsQueries.insertChanges(tx, { ...by, change_id, undoes: by.undoes ?? null, changes });
  return change_id;
}

const signal = (tx: Db, { organization_id }: By) =>
  enqueue(
    tx,
    EVIDENCE_GREW,
    { organization_id },
    { key: organization_id, delay_seconds: EVIDENCE_SETTLES_SECONDS },
  );
