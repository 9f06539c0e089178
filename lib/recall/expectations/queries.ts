import { actorColumns, toActorKind } from "@/lib/access";
import type { Db } from "@/lib/db/client";
import type { Prisma } from "@/lib/db/generated/client";
import type { ActorRef, Tenant } from "@/lib/kernel/actor";
import { newId } from "@/lib/kernel/ids";
import { afterCursor, type Page, toPage } from "@/lib/kernel/pagination";
import { rowReader } from "@/lib/kernel/rows";
import { briefOf, memoriesByIds } from "@/lib/memories";
import { type Expectation, expectationSchema } from "../contract";
import { object } from "../ledger/queries";

const readExpectation = rowReader(expectationSchema);

type ExpectationRow = Prisma.recall_expectationGetPayload<object>;

async function toExpectations(
  db: Db,
  { organization_id, rows }: Tenant & { rows: readonly ExpectationRow[] },
): Promise<Expectation[]> {
  const memories = await memoriesByIds(db, { organization_id, ids: rows.map(({ memory_id }) => memory_id) });
  const byId = new Map(memories.map((memory) => [memory.id, memory]));
  return rows.flatMap((row): Expectation[] => {
    const memory = byId.get(row.memory_id);
    if (!memory) return [];
    return [
      readExpectation({
        ...row,
        created_by_kind: toActorKind(row.created_by_kind),
        question: object(row.question),
        memory: briefOf(memory),
      }),
    ];
  });
}

export async function insertExpectation(
  db: Db,
  {
    organization_id,
    name,
    question,
    memory_id,
    within,
    actor,
    now,
  }: Tenant & {
    name: string;
    question: Record<string, unknown>;
    memory_id: string;
    within: number;
    actor: ActorRef;
    now: Date;
  },
): Promise<string> {
  const id = newId();
  await db.recall_expectation.create({
    data: {
      organization_id,
      id,
      name,
      memory_id,
      within,
      created_at: now,
      question: question as Prisma.InputJsonObject,
      ...actorColumns("created_by", actor),
    },
  });
  return id;
}

/** Whose questions are of these repositories, by id or name; null: all. */
type OfRepositories = { repositories: readonly string[] | null };

function askedOf({
  organization_id,
  repositories,
}: Tenant & OfRepositories): Prisma.recall_expectationWhereInput {
  if (repositories === null) return { organization_id };
  const named = repositories.map((name) => ({ question: { path: ["repository"], equals: name } }));
  return { organization_id, OR: named };
}

/** The expectations with these ids; unknown ones are left out. */
export async function findExpectations(
  db: Db,
  { organization_id, repositories, ids }: Tenant & OfRepositories & { ids: readonly string[] },
): Promise<Expectation[]> {
  const rows = await db.recall_expectation.findMany({
    where: { ...askedOf({ organization_id, repositories }), id: { in: [...ids] } },
    orderBy: { id: "desc" },
  });
  return toExpectations(db, { organization_id, rows });
}

export async function listExpectations(
  db: Db,
  {
    organization_id,
    repositories,
    cursor,
    limit,
  }: Tenant & OfRepositories & { cursor?: string; limit: number },
): Promise<Page<Expectation>> {
  const where = askedOf({ organization_id, repositories });
  const [rows, total] = await Promise.all([
    db.recall_expectation.findMany({
      where: { ...where, ...afterCursor(cursor) },
      orderBy: { id: "desc" },
      take: limit + 1,
    }),
    db.recall_expectation.count({ where }),
  ]);
  const items = await toExpectations(db, { organization_id, rows });
  return toPage(items, limit, total, ({ created_at: at, id }) => ({ at, id }));
}

export async function setReplayed(
  db: Db,
  {
    organization_id,
    id,
    found_at,
    passed,
    judged,
    now,
  }: Tenant & {
    id: string;
    found_at: number | null;
    passed: boolean;
    /** Log-odds of relevance as shipped; null when the memory was no candidate. */
    judged: { model: string; log_odds: number } | null;
    now: Date;
  },
): Promise<void> {
  await db.recall_expectation.updateMany({
    where: { organization_id, id },
    data: {
      found_at,
      passed,
      replayed_at: now,
      model: judged?.model ?? null,
      log_odds: judged?.log_odds ?? null,
    },
  });
}

/** False when there was none. */
export async function deleteExpectation(
  db: Db,
  { organization_id, id }: Tenant & { id: string },
): Promise<boolean> {
  const { count } = await db.recall_expectation.deleteMany({ where: { organization_id, id } });
  return count === 1;
}
