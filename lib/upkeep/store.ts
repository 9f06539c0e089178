import type { Db } from "@/lib/db/client";

type OfSource = { organization_id: string; source_id: string };
export type IdsMode = "kept" | "mapped";

/** How the ids of a source were treated the first time; null when nothing was imported from it. */
export async function findSourceMode(
  db: Db,
  { organization_id, source_id }: OfSource,
): Promise<IdsMode | null> {
  const row = await db.import_source.findUnique({
    where: { organization_id_source_id: { organization_id, source_id } },
  });
  return row && (row.ids === "kept" ? "kept" : "mapped");
}

export async function putSource(
  tx: Db,
  { organization_id, source_id, name, ids, now }: OfSource & { name: string; ids: IdsMode; now: Date },
): Promise<void> {
  await tx.import_source.upsert({
    where: { organization_id_source_id: { organization_id, source_id }, organization_id },
    create: { organization_id, source_id, name, ids, first_at: now, last_at: now },
    update: { name, last_at: now },
  });
}

/** What records of a source are called here, of those that are called otherwise. */
export async function findAliases(
  db: Db,
  { organization_id, source_id, record_ids }: OfSource & { record_ids: readonly string[] },
): Promise<Map<string, string>> {
  const rows = await db.import_alias.findMany({
    where: { organization_id, source_id, record_id: { in: [...record_ids] } },
    select: { record_id: true, here_id: true },
  });
  return new Map(rows.map(({ record_id, here_id }) => [record_id, here_id]));
}

export async function insertAliases(
  tx: Db,
  { organization_id, source_id, aliases }: OfSource & { aliases: ReadonlyMap<string, string> },
): Promise<void> {
  if (aliases.size === 0) return;
  await tx.import_alias.createMany({
    data: [...aliases].map(([record_id, here_id]) => ({ organization_id, source_id, record_id, here_id })),
    skipDuplicates: true,
  });
}
