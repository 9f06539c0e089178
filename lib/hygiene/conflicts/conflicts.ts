import type { Db } from "@/lib/db/client";
import { findOpposed, type OpposedRow } from "@/lib/db/sql/claims";
import { lockConflicts } from "@/lib/db/sql/conflicts";
import type { ActorRef } from "@/lib/kernel/actor";
import { CONTRADICTION_RULES, type ContradictionRule } from "./claims";
import * as store from "./queries";

type By = { organization_id: string; actor: ActorRef; now: Date };

const ruleOf = (rule: string): ContradictionRule | undefined =>
  CONTRADICTION_RULES.find((known) => known === rule);

/** Pairs looked at in one go; more than ever wait are found in the next. */
const AT_ONCE = 500;

type Looking = { organization_id: string; session_id: string | null; ids: readonly string[] | null };

/** Pairs of memories whose claims cannot both hold and that are in no conflict yet. */
export const findContradictions = (db: Db, looking: Looking): Promise<OpposedRow[]> =>
  findOpposed(db, { ...looking, limit: AT_ONCE });

/**
 * Records contradictions, in the caller's transaction. A memory that contradicts one of an open conflict about the same
 * subject joins that conflict. @returns how many pairs were recorded.
 */
export async function recordContradictions(
  tx: Db,
  {
    organization_id,
    actor,
    now,
    session_id,
    ids,
  }: By & { session_id: string | null; ids: readonly string[] | null },
): Promise<number> {
  await lockConflicts(tx, { organization_id });
  const pairs = await findContradictions(tx, { organization_id, session_id, ids });
  for (const pair of pairs)
    await record(tx, {
      organization_id,
      actor,
      now,
      session_id,
      key: pair.key,
      rule: ruleOf(pair.rule) ?? "negation",
      subject: pair.subject,
      explanation: explain(pair),
      members: membersOf(pair),
    });
  return pairs.length;
}

function membersOf(pair: OpposedRow): store.Member[] {
  return [
    { memory_id: pair.one, side: pair.one_side, statement_sha256: pair.one_sha256 },
    { memory_id: pair.other, side: pair.other_side, statement_sha256: pair.other_sha256 },
  ];
}

/** Records one contradiction; the caller holds `lockConflicts`. */
export async function record(
  tx: Db,
  params: By & {
    session_id: string | null;
    key: string;
    rule: ContradictionRule | "model";
    subject: string;
    explanation: string;
    members: store.Member[];
  },
): Promise<void> {
  const { organization_id, key, members } = params;
  const open = await store.findOpenAbout(tx, {
    organization_id,
    key,
    memory_ids: members.map(({ memory_id }) => memory_id),
  });
  if (open === null) await store.insertConflict(tx, params);
  else await store.insertMembers(tx, { organization_id, conflict_id: open, members });
}

function explain({ rule, subject, one_side, other_side }: OpposedRow): string {
  switch (ruleOf(rule)) {
    case "directive":
      return `One says to use ${subject}, another says not to.`;
    case "choice":
      return `They choose differently: ${one_side} and ${other_side}.`;
    case "version":
      return `They name different versions of ${subject}: ${one_side} and ${other_side}.`;
    case "value":
      return `They give different values for “${subject}”.`;
    default:
      return "They say opposite things in the same words.";
  }
}
