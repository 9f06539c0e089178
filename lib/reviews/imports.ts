import { z } from "zod";
import { settingsOf } from "@/lib/access";
import { type Database, type Db, transaction } from "@/lib/db/client";
import { writeImportOutcomes } from "@/lib/db/sql/reviews";
import type { ActorRef } from "@/lib/kernel/actor";
import { AppError } from "@/lib/kernel/errors";
import { idSchema } from "@/lib/kernel/ids";
import { redactTexts } from "@/lib/memories";
import {
  type Disposition,
  dispositionSchema,
  type Evaluation,
  evaluationItemSchema,
  evaluationSchema,
  IMPORT_STATES,
  type ImportItem,
  MAX_ITEMS,
} from "./contract";
import { bodyHash } from "./evaluation";
import type { ImportDetails } from "./importers/details";
import type { DraftItem } from "./importers/draft";
import { itemCount, type PreparedEvaluation, prepareEvaluation, storeEvaluations } from "./intake";
import { withoutSecrets } from "./redaction";
import { inferRuleCategory } from "./rules";
import * as store from "./store";

/**
 * Evaluations and findings on their way in. What waits is in rows of its own, without secrets, so that a restart loses
 * nothing; a job stores it in short transactions, and each row says what became of it and why.
 */

/** A draft item as it waits: everything but number and disposition list. */
type Waiting = DraftItem["item"] & { disposition: Disposition; agent?: string | undefined };

/** Findings stored in one transaction at most, unless one evaluation has more. */
const FINDINGS_A_TRANSACTION = 500;
const EVALUATIONS_A_READ = 200;

type Tenant = { organization_id: string };

/** An evaluation as a row: parsed and redacted, or the reason why it is skipped. */
export async function takeEvaluation(
  raw: unknown,
  repositoryOf: (name: string) => { id: string } | string,
): Promise<Omit<store.NewImportItem, "position">> {
  const none = { body: null, body_sha256: null, key: null, url: null, proposed: null, findings: 0 };
  const parsed = evaluationSchema.safeParse(raw);
  if (!parsed.success) {
    const because = parsed.error.issues
      .slice(0, 5)
      .map(({ path, message }) => `/${path.map(String).join("/")}: ${message}`)
      .join("; ");
    return { ...none, state: "skipped", label: labelOf(raw), because: cut(because, 2000) };
  }
  const evaluation = parsed.data;
  const label = `${evaluation.workflow_id}, round ${evaluation.round}`;
  const name = evaluation.repository ?? evaluation.repo;
  const repository = name === undefined ? null : repositoryOf(name);
  if (typeof repository === "string") return { ...none, state: "skipped", label, because: repository };
  return {
    ...none,
    state: "waiting",
    label,
    because: "It is complete.",
    body: { ...(await withoutSecrets(evaluation)), repository_id: repository?.id ?? null },
    body_sha256: bodyHash(evaluation),
    findings: itemCount(evaluation),
  };
}

function labelOf(raw: unknown): string {
  const known = raw !== null && typeof raw === "object" && "workflow_id" in raw ? raw.workflow_id : null;
  return typeof known === "string"
    ? cut(known.replaceAll("\u0000", "").toWellFormed(), 200)
    : "(no workflow_id)";
}

const cut = (text: string, limit: number) => text.slice(0, limit).replace(/[\uD800-\uDBFF]$/, "");

/** Drafts as rows, without secrets; what was stored by an earlier import is skipped. */
export async function takeDrafts(
  db: Db,
  { organization_id, drafts, confirm }: Tenant & { drafts: readonly DraftItem[]; confirm: boolean },
): Promise<store.NewImportItem[]> {
  const known = await store.storedKeys(db, { organization_id, keys: drafts.map(({ key }) => key) });
  const seen = new Set<string>();
  const items: store.NewImportItem[] = [];
  for (const [position, { item, disposition, because, key, url, agent }] of drafts.entries()) {
    const body = await withoutItemSecrets(item);
    const twice = known.has(key) || seen.has(key);
    seen.add(key);
    const reason = known.has(key)
      ? "It was stored by an earlier import; correct it with its finding."
      : "It is in this import twice.";
    const skipped = twice || disposition === null;
    items.push({
      position,
      state: skipped ? "skipped" : confirm ? "waiting" : "draft",
      body: { ...body, disposition: disposition ?? "defer", ...(agent === null ? {} : { agent }) },
      body_sha256: null,
      key,
      label: body.title,
      because: twice ? reason : because,
      url,
      proposed: disposition,
      findings: 1,
    });
  }
  return items;
}

async function withoutItemSecrets(item: DraftItem["item"]): Promise<DraftItem["item"]> {
  const names = ["title", "reason", "original_issue", "suggested_fix", "file_path"] as const;
  const present = names.flatMap((name) => {
    const text = item[name];
    return text === undefined ? [] : [{ name, text, identifier: name === "file_path" }];
  });
  const redacted = await redactTexts(present);
  const copy = { ...item };
  for (const [index, { name }] of present.entries()) copy[name] = redacted[index]?.text ?? "";
  return copy;
}

const waitingSchema = evaluationItemSchema
  .omit({ number: true })
  .extend({ disposition: dispositionSchema, agent: z.string().optional() });
/** Who made the finding: each reviewer's findings are an evaluation of their own. */
const agentOf = (row: store.ImportItemRow) => waitingSchema.parse(row.body).agent;

/** An item as people see it. */
export function toItem(row: store.ImportItemRow): ImportItem {
  const item = waitingSchema.safeParse(row.body);
  const own = item.success ? item.data : null;
  const proposed = dispositionSchema.safeParse(row.proposed);
  return {
    position: row.position,
    state: IMPORT_STATES.find((state) => state === row.state) ?? "skipped",
    label: row.label,
    because: row.because,
    proposed: proposed.success ? proposed.data : null,
    disposition: own?.disposition ?? null,
    rule_category: own === null ? null : (own.rule_category ?? inferRuleCategory(own.title)),
    file_path: own?.file_path ?? null,
    line: own?.line ?? null,
    reason: own?.reason ?? null,
    original_issue: own?.original_issue ?? null,
    url: row.url,
    findings: row.findings,
    review_id: row.review_id,
  };
}

export type Correction = {
  position: number;
  disposition?: Disposition | undefined;
  rule_category?: string | undefined;
  reason?: string | undefined;
  leave_out?: boolean | undefined;
};

/** @throws AppError conflict when an item of these is no draft any more, not_found when there is none. */
export async function correctItems(
  tx: Db,
  {
    organization_id,
    import_id,
    corrections,
    by,
  }: Tenant & { import_id: string; corrections: readonly Correction[]; by: string },
): Promise<ImportItem[]> {
  const positions = corrections.map(({ position }) => position);
  const rows = await store.findImportItems(tx, { organization_id, import_id, positions });
  for (const { position, disposition, rule_category, reason, leave_out } of corrections) {
    const row = rows.find((each) => each.position === position);
    if (!row) throw new AppError("not_found", `This import has no item ${position}.`);
    const item = waitingSchema.safeParse(row.body);
    if (!item.success || (row.state !== "draft" && row.state !== "skipped"))
      throw new AppError(
        "conflict",
        `Item ${position} is ${row.state} already; correct its finding instead.`,
      );
    const body: Waiting = {
      ...item.data,
      ...(disposition === undefined ? {} : { disposition }),
      ...(rule_category === undefined ? {} : { rule_category }),
      ...(reason === undefined ? {} : { reason }),
    };
    const state = leave_out === true ? "skipped" : leave_out === false ? "draft" : undefined;
    const because =
      leave_out === true
        ? `Left out by ${by}.`
        : disposition === undefined
          ? undefined
          : `Corrected by ${by}.`;
    await store.updateImportItems(tx, {
      organization_id,
      import_id,
      positions: [position],
      change: {
        body,
        ...(state === undefined ? {} : { state }),
        ...(because === undefined ? {} : { because }),
      },
    });
  }
  const corrected = await store.findImportItems(tx, { organization_id, import_id, positions });
  return corrected.map(toItem);
}

// Storing ----------------------------------------------------------------------------------------------------

/**
 * Stores what waits in an import, a few evaluations a transaction, until nothing is left. Running it again after half of
 * it was done goes on where it stopped: an evaluation that was stored answers as repeated.
 */
export async function storeImport(
  db: Database,
  params: Tenant & { import_id: string; actor: ActorRef; now: () => Date; signal: AbortSignal },
): Promise<void> {
  const { organization_id, import_id, now, signal } = params;
  const found = await store.findImport(db, { organization_id, import_id });
  if (!found || found.status === "draft") return;
  await store.updateImport(db, { organization_id, import_id, status: "running", started_at: now() });
  const settings = await settingsOf(db, { organization_id });
  for (;;) {
    signal.throwIfAborted();
    const waiting = await store.findImportItems(db, {
      organization_id,
      import_id,
      state: ["waiting"],
      limit: found.kind === "evaluations" ? EVALUATIONS_A_READ : MAX_ITEMS,
    });
    if (waiting.length === 0) break;
    const batches =
      found.kind === "evaluations"
        ? await prepareEvaluations(waiting, settings)
        : [[await prepareDrafts(db, { organization_id, found, rows: waiting, settings })]];
    for (const batch of batches) {
      signal.throwIfAborted();
      await transaction(db, (tx) => storeBatch(tx, { ...params, at: now(), batch }));
    }
  }
  await store.updateImport(db, { organization_id, import_id, status: "done", finished_at: now() });
}

type Batch = { prepared: PreparedEvaluation; positions: number[] }[];
type Settings = Awaited<ReturnType<typeof settingsOf>>;

async function prepareEvaluations(
  rows: readonly store.ImportItemRow[],
  settings: Settings,
): Promise<Batch[]> {
  const batches: Batch[] = [];
  let findings = Number.POSITIVE_INFINITY;
  for (const row of rows) {
    const { repository_id, ...evaluation } = storedEvaluationSchema.parse(row.body);
    const prepared = await prepareEvaluation({
      evaluation,
      repository_id,
      settings,
      redacted: true,
      ...(row.body_sha256 === null ? {} : { body_sha256: row.body_sha256 }),
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
  params: Tenant & { found: store.FoundImport; rows: readonly store.ImportItemRow[]; settings: Settings },
): Promise<Batch[number]> {
  const { organization_id, found, settings } = params;
  const [first] = params.rows;
  if (!first) throw new Error("there is something that waits");
  const agent = agentOf(first);
  const rows = params.rows.filter((row) => agentOf(row) === agent);
  const { workflow_id = found.id, ...details } = found.details;
  const round = (await store.lastRound(db, { organization_id, workflow_id })) + 1;
  const evaluation = evaluationOf(
    rows,
    { ...details, ...(agent === undefined ? {} : { agent }), workflow_id, round },
    found.name,
  );
  const prepared = await prepareEvaluation({
    evaluation,
    settings,
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
  rows: readonly store.ImportItemRow[],
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
              because: `Round ${round} of ${workflow_id} was stored with another body; send it as the next round.`,
            }
          : { state: stored.outcome, because: null, review_id: stored.review_id };
      return positions.map((position) => ({ position, ...outcome }));
    }),
  });
}
