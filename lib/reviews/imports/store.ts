import { settingsOf } from "@/lib/access";
import type { Embedder } from "@/lib/ai";
import { type Database, type Db, transaction } from "@/lib/db/client";
import { writeImportOutcomes } from "@/lib/db/sql/reviews";
import type { ActorRef, Tenant } from "@/lib/kernel/actor";
import { idSchema } from "@/lib/kernel/ids";
import { type Evaluation, evaluationSchema, MAX_ITEMS } from "../contract";
import { type PreparedEvaluation, prepareEvaluation, storeEvaluations } from "../evaluations/normalize";
import { type Classifier, classifierOf } from "../rules/classifier";
import type { ImportDetails } from "./importers/details";
import { agentOf, EVALUATIONS_A_READ, FINDINGS_A_TRANSACTION, waitingSchema } from "./imports";
import * as importsQueries from "./queries";

/**
 * Stores what waits in an import, a few evaluations a transaction, until nothing is left. Running it again after half of
 * it was done goes on where it stopped: an evaluation that was stored answers as repeated.
 */
export async function storeImport(
  db: Database,
  params: Tenant & {
    import_id: string;
    embedder: Embedder | null;
    actor: ActorRef;
    now: () => Date;
    signal: AbortSignal;
  },
): Promise<void> {
  const { organization_id, import_id, now, signal } = params;
  const found = await importsQueries.findImport(db, { organization_id, import_id });
  if (!found || found.status === "draft") return;
  await importsQueries.updateImport(db, { organization_id, import_id, status: "running", started_at: now() });
  const settings = await settingsOf(db, { organization_id });
  const classify = await classifierOf(db, params);
  for (;;) {
    signal.throwIfAborted();
    const waiting = await importsQueries.findImportItems(db, {
      organization_id,
      import_id,
      state: ["waiting"],
      limit: found.kind === "evaluations" ? EVALUATIONS_A_READ : MAX_ITEMS,
    });
    if (waiting.length === 0) break;
    const batches =
      found.kind === "evaluations"
        ? await prepareEvaluations(waiting, { settings, classify })
        : [[await prepareDrafts(db, { organization_id, found, rows: waiting, settings, classify })]];
    for (const batch of batches) {
      signal.throwIfAborted();
      await transaction(db, (tx) => storeBatch(tx, { ...params, at: now(), batch }));
    }
  }
  await importsQueries.updateImport(db, { organization_id, import_id, status: "done", finished_at: now() });
}

type Batch = { prepared: PreparedEvaluation; positions: number[] }[];

type Settings = Awaited<ReturnType<typeof settingsOf>>;

async function prepareEvaluations(
  rows: readonly importsQueries.ImportItemRow[],
  { settings, classify }: { settings: Settings; classify: Classifier },
): Promise<Batch[]> {
  const batches: Batch[] = [];
  let findings = Number.POSITIVE_INFINITY;
  for (const row of rows) {
    const { repository_id, ...evaluation } = storedEvaluationSchema.parse(row.body);
    const prepared = await prepareEvaluation({
      evaluation,
      repository_id,
      settings,
      classify,
      redacted: true,
      body_sha256: row.body_sha256 ?? undefined,
    });
    if (findings + row.findings > FINDINGS_A_TRANSACTION) {
      batches.push([]);
      findings = 0;
    }
    findings += row.findings;
    batches.at(-1)?.push({ prepared, positions: [row.position] });
  }
  return batches;
}

const storedEvaluationSchema = evaluationSchema.safeExtend({ repository_id: idSchema.nullable() });

async function prepareDrafts(
  db: Db,
  params: Tenant & {
    found: importsQueries.FoundImport;
    rows: readonly importsQueries.ImportItemRow[];
    settings: Settings;
    classify: Classifier;
  },
): Promise<Batch[number]> {
  const { organization_id, found, settings, classify } = params;
  const [first] = params.rows;
  if (!first) throw new Error("there is something that waits");
  const agent = agentOf(first);
  const rows = params.rows.filter((row) => agentOf(row) === agent);
  const { workflow_id = found.id, ...details } = found.details;
  const round = (await importsQueries.lastRound(db, { organization_id, workflow_id })) + 1;
  const evaluation = evaluationOf(
    rows,
    { ...details, ...(agent !== undefined && { agent }), workflow_id, round },
    found.name,
  );
  const prepared = await prepareEvaluation({
    evaluation,
    settings,
    classify,
    redacted: true,
    repository_id: found.repository?.id ?? null,
  });
  return { prepared, positions: rows.map(({ position }) => position) };
}

const LIST_OF = {
  implement: "items_to_implement",
  reject: "items_rejected",
  defer: "items_deferred",
  clarify: "items_needing_clarification",
} as const;

function evaluationOf(
  rows: readonly importsQueries.ImportItemRow[],
  details: ImportDetails & { workflow_id: string; round: number },
  name: string,
): Evaluation {
  const evaluation: Evaluation = {
    ...details,
    summary: details.summary ?? name,
    items_to_implement: [],
    items_rejected: [],
    items_deferred: [],
    items_needing_clarification: [],
  };
  for (const row of rows) {
    const { disposition, agent: _, ...item } = waitingSchema.parse(row.body);
    evaluation[LIST_OF[disposition]].push({ ...item, number: row.position + 1 });
  }
  return evaluation;
}

async function storeBatch(
  tx: Db,
  {
    organization_id,
    import_id,
    actor,
    at,
    batch,
  }: Tenant & { import_id: string; actor: ActorRef; at: Date; batch: Batch },
): Promise<void> {
  const outcomes = await storeEvaluations(tx, {
    organization_id,
    actor,
    now: at,
    prepared: batch.map(({ prepared }) => prepared),
  });
  await writeImportOutcomes(tx, {
    organization_id,
    import_id,
    outcomes: batch.flatMap(({ positions, prepared }, index) => {
      const stored = outcomes[index];
      if (!stored) return [];
      const { workflow_id, round } = prepared.evaluation;
      const outcome =
        stored.outcome === "differs"
          ? {
              state: "skipped",
              review_id: null,
              because: `Round ${round} of ${workflow_id} was stored with different content; send it as the next round.`,
            }
          : { state: stored.outcome, because: null, review_id: stored.review_id };
      return positions.map((position) => ({ position, ...outcome }));
    }),
  });
}
