import type { Db } from "@/lib/db/client";
import type { Prisma } from "@/lib/db/generated/client";

type RepeatId = { organization_id: string; actor_id: string; operation: string; key: string };

export async function findIdempotencyKey(db: Db, { organization_id, actor_id, operation, key }: RepeatId) {
  return db.idempotency_key.findUnique({
    where: { organization_id_actor_id_operation_key: { organization_id, actor_id, operation, key } },
  });
}

export async function insertIdempotencyKey(
  db: Db,
  params: RepeatId & { request_sha256: string; response: unknown },
) {
  await db.idempotency_key.create({
    data: { ...params, response: params.response as Prisma.InputJsonValue },
  });
}
