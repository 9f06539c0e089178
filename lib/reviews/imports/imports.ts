import { z } from "zod";
import type { Db } from "@/lib/db/client";
import type { Tenant } from "@/lib/kernel/actor";
import { AppError } from "@/lib/kernel/errors";
import { truncateText } from "@/lib/text/cut";
import {
  type Disposition,
  dispositionSchema,
  evaluationItemSchema,
  evaluationSchema,
  IMPORT_STATES,
  type ImportItem,
} from "../contract";
import { bodyHash } from "../evaluations/evaluation";
import { itemCount } from "../evaluations/normalize";
import { withoutItemSecrets, withoutSecrets } from "../evaluations/redaction";
import { type Classifier, classifierOf } from "../rules/classifier";
import type { DraftItem } from "./importers/draft";
import * as importsQueries from "./queries";

/**
 * Evaluations and findings on their way in. What waits is in rows of its own, without secrets, so that a restart loses
 * nothing; a job stores it in short transactions, and each row says what became of it and why.
 */

/** A draft item as it waits: everything but number and disposition list. */
type Waiting = DraftItem["item"] & { disposition: Disposition; agent?: string };

/** Findings stored in one transaction at most, unless one evaluation has more. */
export const FINDINGS_A_TRANSACTION = 500;

export const EVALUATIONS_A_READ = 200;

/** An evaluation as a row: parsed and redacted, or the reason why it is skipped. */
export async function takeEvaluation(
  raw: unknown,
  repositoryOf: (name: string | undefined) => { id: string } | string | null,
): Promise<Omit<importsQueries.NewImportItem, "position">> {
  const none = { body: null, body_sha256: null, key: null, url: null, proposed: null, findings: 0 };
  const parsed = evaluationSchema.safeParse(raw);
  if (!parsed.success) {
    const because = parsed.error.issues
      .slice(0, 5)
      .map(({ path, message }) => `/${path.map(String).join("/")}: ${message}`)
      .join("; ");
    return { ...none, state: "skipped", label: labelOf(raw), because: truncateText(because, 2000) };
  }
  const evaluation = parsed.data;
  const label = `${evaluation.workflow_id}, round ${evaluation.round}`;
  const name = evaluation.repository ?? evaluation.repo;
  const repository = repositoryOf(name);
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
  if (typeof known === "string") return truncateText(known.replaceAll("\u0000", "").toWellFormed(), 200);
  return "(no workflow_id)";
}

export const STORED_BEFORE = "It was stored by an earlier import; correct its finding instead.";

/** Drafts as rows, without secrets; what was stored by an earlier import is skipped. */
export async function takeDrafts(
  db: Db,
  {
    organization_id,
    repository_id,
    drafts,
    confirm,
  }: Tenant & { repository_id: string | null; drafts: readonly DraftItem[]; confirm: boolean },
): Promise<importsQueries.NewImportItem[]> {
  const keys = drafts.map(({ key }) => key);
  const known = await importsQueries.storedKeys(db, { organization_id, repository_id, keys });
  const seen = new Set<string>();
  const items: importsQueries.NewImportItem[] = [];
  for (const [position, { item, disposition, because, key, url, agent }] of drafts.entries()) {
    const body = await withoutItemSecrets(item);
    const twice = known.has(key) || seen.has(key);
    seen.add(key);
    const reason = known.has(key) ? STORED_BEFORE : "It is in this import twice.";
    const accepted = confirm ? "waiting" : "draft";
    items.push({
      position,
      state: twice || disposition === null ? "skipped" : accepted,
      body: { ...body, disposition: disposition ?? "defer", ...(agent !== null && { agent }) },
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

export const waitingSchema = evaluationItemSchema
  .omit({ number: true })
  .extend({ disposition: dispositionSchema, agent: z.string().optional() });

/** Who made the finding: each reviewer's findings are an evaluation of their own. */
export const agentOf = (row: importsQueries.ImportItemRow) => waitingSchema.parse(row.body).agent;

/** Items as people see them: those whose rule nobody named with the one that they would be stored under. */
export async function toItems(
  rows: readonly importsQueries.ImportItemRow[],
  classify: Classifier,
): Promise<ImportItem[]> {
  const items = rows.map((row) => ({ ...toItem(row), title: waitingSchema.safeParse(row.body).data?.title }));
  const open = items.flatMap(({ rule_category, disposition, title }, at) => {
    if (rule_category === null && disposition !== null && title !== undefined) return [{ at, title }];
    return [];
  });
  const rules = new Map((await classify(open)).map((rule, index) => [open[index]?.at, rule.rule_category]));
  return items.map(({ title: _, ...item }, at) => ({
    ...item,
    rule_category: item.rule_category ?? rules.get(at) ?? null,
  }));
}

function toItem(row: importsQueries.ImportItemRow): ImportItem {
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
    rule_category: own?.rule_category ?? null,
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
  disposition?: Disposition;
  rule_category?: string;
  reason?: string;
  leave_out?: boolean;
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
  const rows = await importsQueries.findImportItems(tx, { organization_id, import_id, positions });
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
      ...(disposition !== undefined && { disposition }),
      ...(rule_category !== undefined && { rule_category }),
      ...(reason !== undefined && { reason }),
    };
    const correction = disposition === undefined ? undefined : `Corrected by ${by}.`;
    const because = leave_out === true ? `Left out by ${by}.` : correction;
    await importsQueries.updateImportItems(tx, {
      organization_id,
      import_id,
      positions: [position],
      change: {
        body,
        ...(leave_out !== undefined && { state: leave_out ? "skipped" : "draft" }),
        because,
      },
    });
  }
  const corrected = await importsQueries.findImportItems(tx, { organization_id, import_id, positions });
  return toItems(corrected, await classifierOf(tx, { organization_id, embedder: null }));
}
