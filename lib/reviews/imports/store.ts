import { settingsOf } from "@/lib/access";
import type { Embedder } from "@/lib/ai";
import { type Database, type Db, transaction } from "@/lib/db/client";
import { writeImportOutcomes } from "@/lib/db/sql/reviews";
import type { ActorRef, Tenant } from "@/lib/kernel/actor";
import { idSchema } from "@/lib/kernel/ids";
import { type Evaluation, evaluationSchema, MAX_ITEMS } from "../contract";
import { bodyHash } from "../evaluations/evaluation";
import type { ReviewAuthor } from "../evaluations/memories";
import { type PreparedEvaluation, prepareEvaluation, storeEvaluations } from "../evaluations/normalize";
import { type Classifier, classifierOf } from "../rules/classifier";
import type { ImportDetails } from "./importers/details";
import { agentOf, EVALUATIONS_A_READ, FINDINGS_A_TRANSACTION, STORED_BEFORE, waitingSchema } from "./imports";
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
  const author = authorOf(found);
  for (;;) {
    signal.throwIfAborted();
    const waiting = await importsQueries.findImportItems(db, {
      organization_id,
      import_id,
      state: ["waiting"],
      limit: found.kind === "evaluations" ? EVALUATIONS_A_READ : MAX_ITEMS,
    });
    if (waiting.length === 0) break;
    if (found.kind !== "evaluations") {
      const drafts = await prepareDrafts({ found, rows: waiting, settings, author, classify });
      await transaction(db, (tx) => storeDrafts(tx, { ...params, at: now(), drafts }));
      continue;
    }
    for (const batch of await prepareEvaluations(waiting, { settings, author, classify })) {
      signal.throwIfAborted();
      await transaction(db, (tx) => storeBatch(tx, { ...params, at: now(), batch }));
    }
  }
  await importsQueries.updateImport(db, { organization_id, import_id, status: "done", finished_at: now() });
}

type Prepared = { prepared: PreparedEvaluation; positions: number[] };

type Batch = Prepared[];

type Settings = Awaited<ReturnType<typeof settingsOf>>;

function authorOf({ created_by: { kind, name }, details }: importsQueries.FoundImport): ReviewAuthor {
  return { kind, name, may_store_globally: details.may_store_globally ?? kind !== "agent" };
}

async function prepareEvaluations(
  rows: readonly importsQueries.ImportItemRow[],
  { settings, author, classify }: { settings: Settings; author: ReviewAuthor; classify: Classifier },
): Promise<Batch[]> {
  const batches: Batch[] = [];
  let findings = Number.POSITIVE_INFINITY;
  for (const row of rows) {
    const { repository_id, ...evaluation } = storedEvaluationSchema.parse(row.body);
    const prepared = await prepareEvaluation({
      evaluation,
      repository_id,
      settings,
      author,
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

/** Until its round is taken, which is when it is stored. */
const NO_ROUND = 0;

/** What waits of one reviewer, as an evaluation. */
async function prepareDrafts(params: {
  found: importsQueries.FoundImport;
  rows: readonly importsQueries.ImportItemRow[];
  settings: Settings;
  author: ReviewAuthor;
  classify: Classifier;
}): Promise<Prepared> {
  const { found, settings, author, classify } = params;
  const [first] = params.rows;
  if (!first) throw new Error("there is something that waits");
  const agent = agentOf(first);
  const rows = params.rows.filter((row) => agentOf(row) === agent);
  const { workflow_id = found.id, may_store_globally: _, ...details } = found.details;
  const evaluation = evaluationOf(
    rows,
    { ...details, ...(agent !== undefined && { agent }), workflow_id, round: NO_ROUND },
    found.name,
  );
  const prepared = await prepareEvaluation({
    evaluation,
    settings,
    author,
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

type Storing = Tenant & { import_id: string; actor: ActorRef; at: Date };

/**
 * Stores drafts as the next round of their workflow. Where another import has stored some of them since they
 * were drafted, those are skipped and nothing is stored yet: the others still wait for a round of their own.
 */
async function storeDrafts(tx: Db, params: Storing & { drafts: Prepared }): Promise<void> {
  const { organization_id, import_id, drafts } = params;
  const { prepared, positions } = drafts;
  const { repository_id } = prepared;
  const { workflow_id } = prepared.evaluation;
  const round = await importsQueries.takeRound(tx, { organization_id, workflow_id });
  const rows = await importsQueries.findImportItems(tx, {
    organization_id,
    import_id,
    state: ["waiting"],
    positions,
  });
  const keys = rows.flatMap(({ key }) => key ?? []);
  const known = await importsQueries.storedKeys(tx, { organization_id, repository_id, keys });
  const before = rows.filter(({ key }) => key !== null && known.has(key)).map(({ position }) => position);
  if (before.length > 0)
    await importsQueries.updateImportItems(tx, {
      organization_id,
      import_id,
      positions: before,
      change: { state: "skipped", because: STORED_BEFORE },
    });
  if (before.length > 0 || rows.length < positions.length) return;
  const evaluation = { ...prepared.evaluation, round };
  const next = { ...prepared, evaluation, body_sha256: bodyHash(evaluation) };
  await storeBatch(tx, { ...params, batch: [{ prepared: next, positions }] });
}

async function storeBatch(
  tx: Db,
  { organization_id, import_id, actor, at, batch }: Storing & { batch: Batch },
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
