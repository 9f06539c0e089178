import type { Db } from "@/lib/db/client";
import type { Prisma } from "@/lib/db/generated/client";
import type { Tenant } from "@/lib/kernel/actor";
import type { SupportOpinion } from "../contract";
import { votesByKind, waiting } from "./queries";
import { heardKinds } from "./voice";

/** A change that a language model has not been asked about: what the memory says, and the definition before and after. */
export type UnjudgedChange = {
  id: string;
  statement: string;
  name: string;
  was: string;
  now: string | null;
  found_sha256: string | null;
};

/** What is gone, or found with its text: of a text with a secret only the hash is kept, and it is no model's to judge. */
const toBeJudged = {
  OR: [{ found_sha256: null }, { found_text: { not: null } }],
} satisfies Prisma.memory_supportWhereInput;

/** Changes that wait for a decision and were not judged, the oldest first. */
export async function listUnjudgedChanges(
  db: Db,
  { organization_id, limit }: Tenant & { limit: number },
): Promise<UnjudgedChange[]> {
  const heard = heardKinds(await votesByKind(db, { organization_id }));
  const rows = await db.memory_support.findMany({
    where: { organization_id, judged_at: null, snippet: { not: null }, AND: [waiting(heard), toBeJudged] },
    select: {
      id: true,
      name: true,
      snippet: true,
      found_text: true,
      found_sha256: true,
      memory: { select: { statement: true } },
    },
    orderBy: [{ changed_at: "asc" }, { id: "asc" }],
    take: limit,
  });
  return rows.map(({ id, memory, name, snippet, found_text, found_sha256 }) => ({
    id,
    statement: memory.statement,
    name,
    was: snippet ?? "",
    now: found_text,
    found_sha256,
  }));
}

/** Keeps what a model said of a change, unless the definition changed again meanwhile; null: nothing of use. */
export async function storeOpinion(
  db: Db,
  {
    organization_id,
    support_id,
    found_sha256,
    opinion,
    now,
  }: Tenant & {
    support_id: string;
    found_sha256: string | null;
    opinion: SupportOpinion | null;
    now: Date;
  },
): Promise<boolean> {
  const { count } = await db.memory_support.updateMany({
    where: { organization_id, id: support_id, found_sha256, changed_at: { not: null } },
    data: { judged_at: now, ...(opinion !== null && { opinion }) },
  });
  return count === 1;
}
