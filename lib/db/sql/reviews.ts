import type { Db } from "@/lib/db/client";
import { tenantSql } from "../tenant-guard";

/** Stores findings, all in one statement: their counts are kept once for all of them. */
export async function insertFindingRows(
  db: Db,
  { rows, organization_id }: { organization_id: string; rows: readonly Record<string, unknown>[] },
): Promise<void> {
  if (rows.length === 0) return;
  await db.$executeRaw(tenantSql(organization_id)`
    insert into finding (organization_id, id, review_id, repository_id, number, title, file_path, line, file_pattern,
      disposition, reason, original_issue, suggested_fix, rule_category, skill, agent, developer, memory_id,
      found_at, created_at)
    select ${organization_id}::uuid, id, review_id, repository_id, number, title, file_path, line, file_pattern,
      disposition, reason, original_issue, suggested_fix, rule_category, skill, agent, developer, memory_id,
      found_at, created_at
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as f (
      id uuid, review_id uuid, repository_id uuid, number integer, title text, file_path text, line integer,
      file_pattern text, disposition text, reason text, original_issue text, suggested_fix text, rule_category text,
      skill text, agent text, developer text, memory_id uuid, found_at timestamptz, created_at timestamptz)`);
}

/** Stores the items of an import, all in one statement. */
export async function insertImportItemRows(
  db: Db,
  {
    rows,
    organization_id,
    import_id,
  }: { organization_id: string; import_id: string; rows: readonly Record<string, unknown>[] },
): Promise<void> {
  if (rows.length === 0) return;
  await db.$executeRaw(tenantSql(organization_id)`
    insert into review_import_item (organization_id, import_id, position, state, body, body_sha256, key, label, because,
      url, proposed, findings)
    select ${organization_id}::uuid, ${import_id}::uuid, position, state, body, body_sha256, key, label,
      because, url, proposed, findings
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as i (
      position integer, state text, body jsonb, body_sha256 text, key text, label text, because text, url text,
      proposed text, findings integer)`);
}

/** What became of an item of an import; null leaves what is there. */
export type ImportOutcome = {
  position: number;
  state: string;
  because: string | null;
  review_id: string | null;
};

/** Says of items of an import what became of them, all in one statement. */
export async function writeImportOutcomes(
  db: Db,
  {
    outcomes,
    organization_id,
    import_id,
  }: { organization_id: string; import_id: string; outcomes: readonly ImportOutcome[] },
): Promise<void> {
  if (outcomes.length === 0) return;
  await db.$executeRaw(tenantSql(organization_id)`
    update review_import_item i set
      state = o.state, because = coalesce(o.because, i.because), review_id = coalesce(o.review_id, i.review_id)
    from jsonb_to_recordset(${JSON.stringify(outcomes)}::jsonb) as o (
      position integer, state text, because text, review_id uuid)
    where i.organization_id = ${organization_id}::uuid and i.import_id = ${import_id}::uuid
      and i.position = o.position`);
}
