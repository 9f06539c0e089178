import { actorColumns } from "@/lib/access";
import type { Settings } from "@/lib/access/contract";
import type { Database } from "@/lib/db/client";
import { insertRecall, type NewRecall } from "@/lib/db/sql/recall";
import type { ActorRef } from "@/lib/kernel/actor";
import { newId } from "@/lib/kernel/ids";
import { countUsesSoon, redactTexts } from "@/lib/memories";
import type { ContextQuestion } from "../contract";
import type { Judged } from "../pack/choose";
import { round, Stages } from "../pack/stages";
import { toScoreColumns } from "./score-columns";

const LEDGER_MS = 250;
const MAX_KEPT_FILES = 200;

export type RecallEntryInput = {
  id: string;
  at: Date;
  door: string;
  actor: ActorRef;
  agent: string | null;
  agent_type: string;
  repository_id: string | null;
  session_id: string | null;
  category: string;
  /** What was asked, with its secrets: they are taken out before it is written. */
  question: ContextQuestion;
  /** What is kept beside the question: counts of a diff, whether the category was guessed. */
  details: Record<string, unknown>;
  settings: Settings;
  outcome: string;
  /** Of a session in the holdout, what it would have got; its tokens and characters are 0. */
  pack: string;
  tokens: number;
  characters: number;
  latency_ms: number;
  judged: readonly Judged[];
};

/**
 * Records one recall: what was asked, every candidate with its scores and the reason why it is in or out, and one use of
 * what was served.
 * @returns false when it could not be recorded.
 */
export async function recordRecall(
  db: Database,
  { organization_id, stages, entry }: { organization_id: string; stages: Stages; entry: RecallEntryInput },
): Promise<boolean> {
  return waitForLedger(stages, async () => {
    // The ledger is read by people and kept: a task may hold a secret as well as an answer.
    const question = await withoutSecrets(entry.question);
    const served = entry.judged.filter(({ place }) => place === "served");
    await insertRecall(db, {
      organization_id,
      recall: toRecall(entry, question, stages),
      candidates: entry.judged.map((candidate, index) => ({
        memory_id: candidate.memory.id,
        position: index + 1,
        part: candidate.part,
        place: candidate.place,
        reason: candidate.place === "served" ? `It ${candidate.reason}.` : candidate.reason,
        score: candidate.score,
        tokens: candidate.tokens,
        ...toScoreColumns(candidate.scores),
      })),
      events: served.map(({ memory }) => ({ id: newId(), memory_id: memory.id })),
    });
    if (served.length > 0) countUsesSoon(db, { organization_id });
  });
}

function toRecall(
  { actor, question: _, details, settings, judged, ...columns }: RecallEntryInput,
  question: ContextQuestion,
  stages: Stages,
): NewRecall {
  const placed = (place: Judged["place"]) => judged.filter((candidate) => candidate.place === place).length;
  return {
    ...columns,
    ...actorColumns("actor", actor),
    task: question.task,
    question: {
      ...question,
      ...details,
      changed_files: question.changed_files.slice(0, MAX_KEPT_FILES),
    },
    settings: settingsKept(settings),
    candidate_count: judged.length,
    served_count: placed("served"),
    unchecked_count: placed("check_before_use"),
    stages: stages.times,
    degraded: stages.degraded,
  };
}

/** The map of agent types is long, and the type that it led to is recorded. */
function settingsKept({ agent_type_map: _, ...settings }: Settings): Record<string, unknown> {
  return settings;
}

async function withoutSecrets(question: ContextQuestion): Promise<ContextQuestion> {
  const { task, goal, issue_title } = question;
  const [first, second, third] = await redactTexts(
    [task, goal ?? "", issue_title ?? ""].map((text) => ({ text })),
  );
  const redacted: ContextQuestion = { ...question, task: first?.text ?? "" };
  if (goal !== undefined) redacted.goal = second?.text;
  if (issue_title !== undefined) redacted.issue_title = third?.text;
  return redacted;
}

/** Waits for the ledger a moment only; true when the recall is recorded by then, or will be. */
export async function waitForLedger(stages: Stages, write: () => Promise<void>): Promise<boolean> {
  let failed = false;
  const written = write().catch((error: unknown) => {
    failed = true;
    throw error;
  });
  const begun = round(stages.elapsed());
  const ledger = new Stages(LEDGER_MS);
  await ledger.run("ledger", () => written, undefined);
  stages.times.push(...ledger.times.map(({ name, ms }) => ({ name, at: begun, ms })));
  for (const part of ledger.degraded) stages.degrade(part);
  return !failed;
}
