import type { Db } from "@/lib/db/client";
import type { Prisma } from "@/lib/db/generated/client";
import type { Tenant } from "@/lib/kernel/actor";
import { DISPOSITIONS, type Disposition, VERDICTS, type Verdict } from "../contract";

/** Null: every repository; else these, and what belongs to none. */
export type Visible = { visible_repository_ids: readonly string[] | null };

export type Who = {
  repository_id?: string;
  skill?: string;
  agent?: string;
  developer?: string;
};

export const withRepository = {
  repository: { select: { id: true, name: true } },
} satisfies Prisma.reviewInclude;

export const withReview = { review: { select: withRepository } } satisfies Prisma.findingInclude;

export type ReviewRow = Prisma.reviewGetPayload<{ include: typeof withRepository }>;

export type FindingRow = Prisma.findingGetPayload<{ include: typeof withReview }>;

/** What only some asked for, without the fields that were left out. */
export function visible({ visible_repository_ids }: Visible) {
  if (visible_repository_ids === null) return [];
  return [{ OR: [{ repository_id: null }, { repository_id: { in: [...visible_repository_ids] } }] }];
}

export function isOneOf({ repository_id, skill, agent, developer }: Who) {
  return {
    ...(repository_id === undefined ? {} : { repository_id }),
    ...(skill === undefined ? {} : { skill }),
    ...(agent === undefined ? {} : { agent }),
    ...(developer === undefined ? {} : { developer }),
  };
}

/** Every repository of the organization by its id. */
export function repositoryNames(
  db: Db,
  { organization_id }: Tenant,
): Promise<{ id: string; name: string }[]> {
  return db.repository.findMany({ where: { organization_id }, select: { id: true, name: true } });
}

export function toVerdict(verdict: string): Verdict {
  const known = VERDICTS.find((item) => item === verdict);
  if (!known) throw new Error(`unknown verdict in the database: ${verdict}`);
  return known;
}

export function toDisposition(disposition: string): Disposition {
  const known = DISPOSITIONS.find((item) => item === disposition);
  if (!known) throw new Error(`unknown disposition in the database: ${disposition}`);
  return known;
}
