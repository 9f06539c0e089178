import { Prisma } from "@/lib/db/generated/client";
import type { Db } from "../client";
import { tenantSql } from "../tenant-guard";
import { isOpen } from "./finding-cells";

export type FolderFindings = {
  name: string;
  is_folder: boolean;
  /** Whatever was decided, and whether a skill version took them up or not. */
  findings: number;
  /** Of what no skill version took up. */
  implement: number;
  reject: number;
  defer: number;
  clarify: number;
  /** Rows in all, whatever the limit. */
  total: number;
};

/** Findings of a repository directly below a folder (`""`, or `src/` with its slash), by folder and file, most first. */
export async function countFindingsBelow(
  db: Db,
  {
    organization_id,
    repository_id,
    prefix,
    limit,
  }: { organization_id: string; repository_id: string; prefix: string; limit: number },
): Promise<FolderFindings[]> {
  const below = `${prefix.replace(/[\\%_]/g, "\\$&")}%`;
  const decided = (disposition: string) =>
    Prisma.sql`count(*) filter (where open and disposition = ${disposition})::int`;
  return db.$queryRaw<FolderFindings[]>(tenantSql(organization_id)`
    with found as (
      select f.disposition, ${isOpen} as open, substr(f.file_path, char_length(${prefix}::text) + 1) as rest
      from finding f
      where f.organization_id = ${organization_id}::uuid and f.repository_id = ${repository_id}::uuid
        and f.file_path like ${below})
    select split_part(rest, '/', 1) as name, position('/' in rest) > 0 as is_folder,
      count(*)::int as findings,
      ${decided("implement")} as implement, ${decided("reject")} as reject,
      ${decided("defer")} as defer, ${decided("clarify")} as clarify,
      (count(*) over ())::int as total
    from found where rest <> '' group by 1, 2 order by count(*) desc, 1 limit ${limit}::int`);
}
