import type { Db } from "@/lib/db/client";
import type { ActorRef } from "@/lib/kernel/actor";
import { findAddressedBy, markAddressed } from "@/lib/memories";
import { clearFindingsAddressed, markFindingsAddressed } from "@/lib/reviews";
import * as proposalsQueries from "../proposals/queries";
import * as versionsQueries from "./queries";

/**
 * What a skill's text teaches needs no memory and no finding beside it: those behind an approved version are marked as
 * addressed for as long as the skill has its edits.
 */

type Version = Awaited<ReturnType<typeof versionsQueries.findHistory>>[number];

const isInFile = ({ delivery }: Version) =>
  delivery === null || (delivery.status === "delivered" && delivery.mode !== "none");

/** The version whose edits another has too: that with the same text, or, of a changed file, the last that it held. */
function comesFrom({ origin, content_sha256 }: Version, before: readonly Version[]): Version | undefined {
  if (origin === "approved" || origin === "merged") return before.at(-1);
  return before.findLast((each) => each.content_sha256 === content_sha256) ?? before.findLast(isInFile);
}

/** The approved versions whose edits the text of each version has, oldest first. */
function approvalsIn(history: readonly Version[]): Map<string, readonly Version[]> {
  const approvals = new Map<string, readonly Version[]>();
  for (const [index, version] of history.entries()) {
    const from = comesFrom(version, history.slice(0, index));
    const kept = (from && approvals.get(from.id)) ?? [];
    approvals.set(version.id, version.origin === "approved" ? [...kept, version] : kept);
  }
  return approvals;
}

type By = { organization_id: string; actor: ActorRef; now: Date };

/**
 * Has the marks follow a text that became the skill's current version without an approval: evidence whose edits it no
 * longer has counts again, and that whose edits it has again is marked. Marks that people set stay. The caller holds
 * the skill (see `lockSkills`) and has stored the version.
 * @returns how many memories and findings were freed and marked.
 */
export async function followText(
  tx: Db,
  { skill_id, reason, ...by }: By & { skill_id: string; reason: string },
): Promise<Record<"freed" | "marked", { memories: number; findings: number }>> {
  const { organization_id } = by;
  const history = await versionsQueries.findHistory(tx, { organization_id, skill_id });
  const approvals = approvalsIn(history);
  const [before, after] = history.slice(-2).map(({ id }) => approvals.get(id) ?? []);
  const done = { freed: { memories: 0, findings: 0 }, marked: { memories: 0, findings: 0 } };
  if (!before || !after) return done;
  for (const version of before.filter((each) => !after.includes(each)).reverse()) {
    const { memories, findings } = await free(tx, { ...by, version, reason });
    done.freed.memories += memories;
    done.freed.findings += findings;
  }
  for (const version of after.filter((each) => !before.includes(each))) {
    const { memories, findings } = await markAgain(tx, { ...by, skill_id, version, reason });
    done.marked.memories += memories;
    done.marked.findings += findings;
  }
  return done;
}

/** What was approved with a version; nothing of one that no proposal led to. */
async function hunksOf(tx: Db, { proposal_id }: Version, { organization_id }: Pick<By, "organization_id">) {
  if (proposal_id === null) return [];
  return proposalsQueries.findHunks(tx, { organization_id, proposal_id });
}

async function free(tx: Db, { version, ...by }: By & { version: Version; reason: string }) {
  const { organization_id } = by;
  const hunks = await hunksOf(tx, version, by);
  const ids = [...new Set(hunks.flatMap(({ memory_ids }) => memory_ids))];
  const own = await findAddressedBy(tx, { organization_id, ids, version });
  const memories = await markAddressed(tx, { ...by, ids: own, version_id: version.id, addressed: false });
  const findings = await clearFindingsAddressed(tx, { organization_id, version_id: version.id });
  return { memories: memories.length, findings };
}

async function markAgain(
  tx: Db,
  { skill_id, version, ...by }: By & { skill_id: string; version: Version; reason: string },
) {
  const { organization_id, now } = by;
  const hunks = await hunksOf(tx, version, by);
  const stored = await versionsQueries.findVersion(tx, { organization_id, skill_id, number: version.number });
  // Of a proposal that was opened again nothing is decided: the text says which of its hunks the version has.
  const taken = hunks.filter(
    ({ decision, proposed_text }) =>
      decision === "approved" || (decision === "open" && stored?.content.includes(proposed_text)),
  );
  const ids = [...new Set(taken.flatMap(({ memory_ids }) => memory_ids))];
  const memories = await markAddressed(tx, { ...by, ids, version_id: version.id });
  const findings = await markFindingsAddressed(tx, {
    organization_id,
    finding_ids: taken.flatMap(({ finding_ids }) => finding_ids),
    version_id: version.id,
    now,
  });
  return { memories: memories.length, findings };
}
