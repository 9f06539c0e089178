import type { Db } from "../client";
import { tenantSql } from "../tenant-guard";

export type FailurePlaceRow = {
  failure_id: string;
  line: number | null;
  occurrences: number;
  last_at: Date;
  commit_sha: string | null;
  /** Rows in all, whatever the limit. */
  total: number;
};

/**
 * On which lines of a file of a repository failures occurred, the last first. Stacks name files by absolute paths too:
 * one that ends with the path counts.
 */
export async function findFailurePlaces(
  db: Db,
  {
    organization_id,
    repository_id,
    path,
    limit,
  }: { organization_id: string; repository_id: string; path: string; limit: number },
): Promise<FailurePlaceRow[]> {
  const absolute = `%/${path.replace(/[\\%_]/g, "\\$&")}`;
  return db.$queryRaw<FailurePlaceRow[]>(tenantSql(organization_id)`
    select o.failure_id::text as failure_id, o.line, count(*)::int as occurrences, max(o.at) as last_at,
      (array_agg(o.commit_sha order by o.at desc) filter (where o.commit_sha is not null))[1] as commit_sha,
      (count(*) over ())::int as total
    from failure_occurrence o
    join failure f on f.organization_id = o.organization_id and f.id = o.failure_id
    where o.organization_id = ${organization_id}::uuid and f.repository_id = ${repository_id}::uuid
      and (o.file_path = ${path} or (o.file_path ~ '^[./]' and o.file_path like ${absolute}))
    group by o.failure_id, o.line
    order by max(o.at) desc, o.failure_id, o.line limit ${limit}::int`);
}
