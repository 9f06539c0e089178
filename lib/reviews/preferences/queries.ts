import type { Db } from "@/lib/db/client";
import type { Tenant } from "@/lib/kernel/actor";
import type { SuggestedFix } from "./fixes";

/** Of a developer with more, the latest are read. */
const MAX_FIXES = 5_000;

/** The findings that developers had to decide on since a time, the latest first. */
export async function findFixes(
  db: Db,
  { organization_id, developers, since }: Tenant & { developers: readonly string[]; since: Date },
): Promise<SuggestedFix[]> {
  const rows = await db.finding.findMany({
    where: { organization_id, developer: { in: [...developers] }, found_at: { gte: since } },
    select: { developer: true, disposition: true, title: true, suggested_fix: true, file_path: true },
    orderBy: [{ found_at: "desc" }, { id: "desc" }],
    take: MAX_FIXES,
  });
  return rows.map(({ developer, ...rest }) => ({ ...rest, developer: developer ?? "" }));
}
