import type { Db } from "@/lib/db/client";
import type { Tenant } from "@/lib/kernel/actor";
import { newId } from "@/lib/kernel/ids";

/** Tokens counted against the budget since a moment, of one purpose or of all; what is reserved counts in full. */
export async function countTokens(
  db: Db,
  { organization_id, since, purpose }: Tenant & { since: Date; purpose?: string },
): Promise<number> {
  const { _sum } = await db.language_model_use.aggregate({
    where: { organization_id, created_at: { gte: since }, purpose },
    _sum: { input_tokens: true, output_tokens: true },
  });
  return (_sum.input_tokens ?? 0) + (_sum.output_tokens ?? 0);
}

export async function insertModelUse(
  db: Db,
  {
    now,
    ...rest
  }: Tenant & {
    purpose: string;
    input_sha256: string;
    model: string;
    input_tokens: number;
    output_tokens: number;
    now: Date;
  },
): Promise<string> {
  const id = newId();
  await db.language_model_use.create({ data: { id, ...rest, state: "reserved", created_at: now } });
  return id;
}

export async function settleModelUse(
  db: Db,
  {
    organization_id,
    id,
    ...data
  }: Tenant & {
    id: string;
    state: "answered" | "failed";
    input_tokens: number;
    output_tokens: number;
    cost_usd: number | null;
  },
): Promise<void> {
  await db.language_model_use.updateMany({ where: { organization_id, id }, data });
}

export type PurposeUse = {
  purpose: string;
  calls: number;
  failed: number;
  input_tokens: number;
  output_tokens: number;
  cost_usd: number | null;
};

/** What language models were asked since a moment, by purpose. */
export async function sumModelUses(
  db: Db,
  { organization_id, since }: Tenant & { since: Date },
): Promise<PurposeUse[]> {
  const rows = await db.language_model_use.groupBy({
    by: ["purpose", "state"],
    where: { organization_id, created_at: { gte: since } },
    _count: { _all: true },
    _sum: { input_tokens: true, output_tokens: true, cost_usd: true },
    orderBy: { purpose: "asc" },
  });
  const uses = new Map<string, PurposeUse>();
  for (const { purpose, state, _count, _sum } of rows) {
    const use = uses.get(purpose) ?? {
      purpose,
      calls: 0,
      failed: 0,
      input_tokens: 0,
      output_tokens: 0,
      cost_usd: null,
    };
    use.calls += _count._all;
    if (state === "failed") use.failed += _count._all;
    use.input_tokens += _sum.input_tokens ?? 0;
    use.output_tokens += _sum.output_tokens ?? 0;
    if (_sum.cost_usd !== null) use.cost_usd = (use.cost_usd ?? 0) + _sum.cost_usd;
    uses.set(purpose, use);
  }
  return [...uses.values()];
}

/** Whether a model was asked this and answered. */
export async function wasAnswered(
  db: Db,
  { organization_id, input_sha256 }: Tenant & { input_sha256: string },
): Promise<boolean> {
  const row = await db.language_model_use.findFirst({
    where: { organization_id, input_sha256, state: "answered" },
    select: { id: true },
  });
  return row !== null;
}
