import type { Db } from "@/lib/db/client";
import type { Prisma } from "@/lib/db/generated/client";
import type { Tenant } from "@/lib/kernel/actor";
import { newId } from "@/lib/kernel/ids";
import { oneOf } from "@/lib/kernel/one-of";
import { afterCursor, type Page, type Paging, toPage } from "@/lib/kernel/pagination";
import {
  DELIVERY_STATUSES,
  NOTIFICATION_KINDS,
  type NotificationWebhook,
  WEBHOOK_FORMATS,
  type WebhookDelivery,
} from "../contract";
import { type Payload, readPayload } from "./payload";

type WebhookRow = Prisma.notification_webhookGetPayload<object>;
type DeliveryRow = Prisma.notification_deliveryGetPayload<object>;

function toWebhook(row: WebhookRow): NotificationWebhook {
  const { id, label, shown_url, active, version } = row;
  return {
    id,
    label,
    active,
    version,
    url: shown_url,
    format: oneOf(WEBHOOK_FORMATS, row.format),
    kinds: row.kinds.flatMap((kind) => NOTIFICATION_KINDS.find((known) => known === kind) ?? []),
    created_at: row.created_at.toISOString(),
  };
}

function toDelivery(row: DeliveryRow): WebhookDelivery {
  const { id, kind, attempts, response_status, problem } = row;
  return {
    id,
    kind,
    attempts,
    response_status,
    problem,
    status: oneOf(DELIVERY_STATUSES, row.status),
    title: readPayload(row.payload).title,
    created_at: row.created_at.toISOString(),
    attempted_at: row.attempted_at?.toISOString() ?? null,
  };
}

export async function listWebhooks(
  db: Db,
  { organization_id, cursor, limit }: Tenant & Paging,
): Promise<Page<NotificationWebhook>> {
  const where = { organization_id };
  const [rows, total] = await Promise.all([
    db.notification_webhook.findMany({
      where: { ...where, ...afterCursor(cursor) },
      orderBy: { id: "desc" },
      take: limit + 1,
    }),
    db.notification_webhook.count({ where }),
  ]);
  return toPage(rows.map(toWebhook), limit, total, (row) => ({ at: row.created_at, id: row.id }));
}

type OfWebhook = Tenant & { webhook_id: string };

export async function findWebhook(
  db: Db,
  { organization_id, webhook_id }: OfWebhook,
): Promise<NotificationWebhook | null> {
  const row = await db.notification_webhook.findFirst({ where: { organization_id, id: webhook_id } });
  return row && toWebhook(row);
}

export type SealedWebhook = Pick<NotificationWebhook, "id" | "format" | "active"> & {
  sealed_url: string;
  sealed_secret: string;
};

/** A webhook with its secrets, as they are kept. */
export async function findSealedWebhook(
  db: Db,
  { organization_id, webhook_id }: OfWebhook,
): Promise<SealedWebhook | null> {
  const row = await db.notification_webhook.findFirst({ where: { organization_id, id: webhook_id } });
  if (!row) return null;
  const { id, format, active } = toWebhook(row);
  return { id, format, active, sealed_url: row.sealed_url, sealed_secret: row.sealed_secret };
}

/** Every webhook's secrets, as they are kept. */
export async function listSealedWebhooks(db: Db, { organization_id }: Tenant): Promise<SealedWebhook[]> {
  const rows = await db.notification_webhook.findMany({ where: { organization_id }, orderBy: { id: "asc" } });
  return rows.map((row) => {
    const { id, format, active } = toWebhook(row);
    return { id, format, active, sealed_url: row.sealed_url, sealed_secret: row.sealed_secret };
  });
}

export async function insertWebhook(
  tx: Db,
  {
    organization_id,
    now,
    ...values
  }: Tenant &
    Omit<Prisma.notification_webhookCreateManyInput, "organization_id" | "created_at" | "kinds"> & {
      kinds: string[];
      now: Date;
    },
): Promise<void> {
  await tx.notification_webhook.create({ data: { organization_id, ...values, created_at: now } });
}

export async function updateWebhook(
  tx: Db,
  {
    organization_id,
    webhook_id,
    changes,
  }: OfWebhook & { changes: { label?: string; kinds?: string[]; active?: boolean } },
): Promise<void> {
  await tx.notification_webhook.updateMany({
    where: { organization_id, id: webhook_id },
    data: { ...changes, version: { increment: 1 } },
  });
}

/** Puts secrets that were encrypted again in the place of what was read. */
export async function replaceSealedWebhook(
  tx: Db,
  {
    organization_id,
    webhook_id,
    sealed_url,
    sealed_secret,
  }: OfWebhook & { sealed_url: string; sealed_secret: string },
): Promise<void> {
  await tx.notification_webhook.updateMany({
    where: { organization_id, id: webhook_id },
    data: { sealed_url, sealed_secret },
  });
}

export async function deleteWebhook(tx: Db, { organization_id, webhook_id }: OfWebhook): Promise<void> {
  await tx.notification_webhook.deleteMany({ where: { organization_id, id: webhook_id } });
}

/** A message to each webhook that is called for this kind, or to this one. @returns the ids of the messages. */
export async function insertDeliveries(
  tx: Db,
  {
    organization_id,
    kind,
    payload,
    webhook_id,
    now,
  }: Tenant & { kind: string; payload: Payload; webhook_id?: string; now: Date },
): Promise<string[]> {
  const webhooks = await tx.notification_webhook.findMany({
    where: {
      organization_id,
      ...(webhook_id === undefined ? { active: true, kinds: { has: kind } } : { id: webhook_id }),
    },
    select: { id: true },
  });
  const rows = webhooks.map(({ id }) => ({
    organization_id,
    id: newId(),
    webhook_id: id,
    kind,
    payload,
    created_at: now,
  }));
  if (rows.length === 0) return [];
  await tx.notification_delivery.createMany({ data: rows });
  return rows.map(({ id }) => id);
}

type OfDelivery = Tenant & { delivery_id: string };

export async function findDelivery(
  db: Db,
  { organization_id, delivery_id }: OfDelivery,
): Promise<(WebhookDelivery & { webhook_id: string; payload: Payload }) | null> {
  const row = await db.notification_delivery.findFirst({ where: { organization_id, id: delivery_id } });
  return row && { ...toDelivery(row), webhook_id: row.webhook_id, payload: readPayload(row.payload) };
}

export async function listDeliveries(
  db: Db,
  { organization_id, webhook_id, cursor, limit }: OfWebhook & Paging,
): Promise<Page<WebhookDelivery>> {
  const where = { organization_id, webhook_id };
  const [rows, total] = await Promise.all([
    db.notification_delivery.findMany({
      where: { ...where, ...afterCursor(cursor) },
      orderBy: { id: "desc" },
      take: limit + 1,
    }),
    db.notification_delivery.count({ where }),
  ]);
  return toPage(rows.map(toDelivery), limit, total, (row) => ({ at: row.created_at, id: row.id }));
}

/** Keeps what came of an attempt. */
export async function noteAttempt(
  tx: Db,
  {
    organization_id,
    delivery_id,
    status,
    response_status,
    problem,
    now,
  }: OfDelivery & {
    status: WebhookDelivery["status"];
    response_status: number | null;
    problem: string | null;
    now: Date;
  },
): Promise<void> {
  await tx.notification_delivery.updateMany({
    where: { organization_id, id: delivery_id },
    data: { status, response_status, problem, attempted_at: now, attempts: { increment: 1 } },
  });
}

/** Keeps why a message is not sent any more. */
export async function giveUpDelivery(
  tx: Db,
  { organization_id, delivery_id, problem }: OfDelivery & { problem: string },
): Promise<void> {
  await tx.notification_delivery.updateMany({
    where: { organization_id, id: delivery_id },
    data: { status: "failed", problem },
  });
}

/** Has a message wait to be sent again, with as many attempts as a new one. */
export async function renewDelivery(tx: Db, { organization_id, delivery_id }: OfDelivery): Promise<void> {
  await tx.notification_delivery.updateMany({
    where: { organization_id, id: delivery_id },
    data: { status: "waiting", problem: null, attempts: 0 },
  });
}

/** Removes messages that are older than a moment. */
export async function deleteDeliveriesBefore(
  tx: Db,
  { organization_id, before }: Tenant & { before: Date },
): Promise<void> {
  await tx.notification_delivery.deleteMany({ where: { organization_id, created_at: { lt: before } } });
}
