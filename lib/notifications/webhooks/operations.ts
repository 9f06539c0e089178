import type { Db } from "@/lib/db/client";
import { env } from "@/lib/env";
import { enqueue } from "@/lib/jobs";
import { type Actor, actorRef, tenantOf } from "@/lib/kernel/actor";
import { AppError, invalidField } from "@/lib/kernel/errors";
import { newId } from "@/lib/kernel/ids";
import { AddressError, resolvePublicHost } from "@/lib/net";
import { defineCommand, defineQuery } from "@/lib/runtime/operation";
import * as contract from "../contract";
import { WEBHOOK_DELIVER } from "./job-schema";
import * as queries from "./queries";
import { sealWebhook } from "./secrets";

/**
 * The origin of an address that may be called.
 * @throws AppError invalid_input when it is no https address, holds credentials, or its host is unknown or private.
 */
async function originOf(url: string): Promise<string> {
  const parsed = /^https?:\/\//.test(url) && URL.canParse(url) ? new URL(url) : null;
  if (!parsed) throw invalidField("/url", "must be an https:// address");
  if (parsed.protocol === "http:" && !env().CASEBOOK_ALLOW_PRIVATE_URLS)
    throw invalidField("/url", "must begin with https://, or messages would be sent unencrypted");
  if (parsed.username !== "" || parsed.password !== "")
    throw invalidField("/url", "must not contain credentials");
  try {
    await resolvePublicHost(parsed.hostname);
  } catch (error) {
    if (error instanceof AddressError) throw invalidField("/url", error.message);
    throw error;
  }
  return parsed.origin;
}

async function loadWebhook({ db, actor, input }: { db: Db; actor: Actor; input: { webhook_id: string } }) {
  const found = await queries.findWebhook(db, { ...tenantOf({ actor }), ...input });
  if (!found) throw new AppError("not_found", "This webhook does not exist.");
  return found;
}

const notificationWebhookList = defineQuery(contract.notificationWebhookList, {
  read: ({ db, actor, input }) => queries.listWebhooks(db, { ...tenantOf({ actor }), ...input }),
});

const notificationWebhookCreate = defineCommand(contract.notificationWebhookCreate, {
  prepare: ({ input }) => originOf(input.url),
  write: async ({ db, actor, input, prepared: shown_url, now, audit }) => {
    const tenant = tenantOf({ actor });
    const webhook_id = newId();
    const { label, url, format, kinds } = input;
    const { secret, sealed } = sealWebhook({ ...tenant, webhook_id, url });
    await queries.insertWebhook(db, {
      ...tenant,
      id: webhook_id,
      label,
      shown_url,
      format,
      kinds,
      ...sealed,
      now: now(),
    });
    audit({ subject_id: webhook_id, detail: { format, kinds } });
    return { webhook: await loadWebhook({ db, actor, input: { webhook_id } }), secret };
  },
});

const notificationWebhookUpdate = defineCommand(contract.notificationWebhookUpdate, {
  load: loadWebhook,
  write: async ({ db, actor, input, subject, audit }) => {
    const { webhook_id, version: _, ...changes } = input;
    await queries.updateWebhook(db, { ...tenantOf({ actor }), webhook_id, changes });
    audit({ subject_id: subject.id });
    return loadWebhook({ db, actor, input });
  },
});

const notificationWebhookRemove = defineCommand(contract.notificationWebhookRemove, {
  load: loadWebhook,
  write: async ({ db, actor, input, subject, audit }) => {
    await queries.deleteWebhook(db, { ...tenantOf({ actor }), ...input });
    audit({ subject_id: subject.id });
    return { removed: true as const };
  },
});

async function queued(db: Db, { actor, delivery_id }: { actor: Actor; delivery_id: string }) {
  const tenant = tenantOf({ actor });
  await enqueue(db, WEBHOOK_DELIVER, { ...tenant, delivery_id }, { key: delivery_id });
  const delivery = await queries.findDelivery(db, { ...tenant, delivery_id });
  if (!delivery) throw new AppError("not_found", "This message does not exist.");
  return delivery;
}

const notificationWebhookTest = defineCommand(contract.notificationWebhookTest, {
  load: loadWebhook,
  write: async ({ db, actor, subject, now, audit }) => {
    const [delivery_id = ""] = await queries.insertDeliveries(db, {
      ...tenantOf({ actor }),
      kind: "test",
      payload: {
        kind: "test",
        title: `A test of ${subject.label}, asked for by ${actor.name}`,
        path: "/settings/notifications",
        count: 1,
        actor: actorRef(actor),
        at: now().toISOString(),
      },
      webhook_id: subject.id,
      now: now(),
    });
    audit({ subject_id: subject.id, detail: { delivery_id } });
    return queued(db, { actor, delivery_id });
  },
});

const webhookDeliveryList = defineQuery(contract.webhookDeliveryList, {
  load: loadWebhook,
  read: ({ db, actor, input }) => queries.listDeliveries(db, { ...tenantOf({ actor }), ...input }),
});

const webhookDeliveryReplay = defineCommand(contract.webhookDeliveryReplay, {
  load: async ({ db, actor, input }) => {
    const found = await queries.findDelivery(db, { ...tenantOf({ actor }), ...input });
    if (!found) throw new AppError("not_found", "This message does not exist.");
    return found;
  },
  write: async ({ db, actor, input, subject, audit }) => {
    await queries.renewDelivery(db, { ...tenantOf({ actor }), ...input });
    audit({ subject_id: subject.webhook_id, detail: { delivery_id: subject.id } });
    return queued(db, { actor, ...input });
  },
});

export const operations = [
  notificationWebhookList,
  notificationWebhookCreate,
  notificationWebhookUpdate,
  notificationWebhookRemove,
  notificationWebhookTest,
  webhookDeliveryList,
  webhookDeliveryReplay,
];
