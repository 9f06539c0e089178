import type { Db } from "@/lib/db/client";
import { publicUrl } from "@/lib/env";
import type { Tenant } from "@/lib/kernel/actor";
import { AddressError, guardedFetch } from "@/lib/net";
import type { WebhookDelivery } from "../contract";
import { messageOf } from "./message";
import * as queries from "./queries";
import { unsealWebhook } from "./secrets";

/** Statuses after which the same message may be taken later. */
const MAY_PASS: readonly number[] = [408, 425, 429];
const GONE = 410;
const SWITCHED_OFF = "The webhook is switched off.";
/** Attempts in all; the job waits longer before each. */
export const MAX_ATTEMPTS = 7;

type Outcome = { response_status: number | null; problem: string | null; mayPass: boolean };

/** A message could not be delivered yet; thrown so that the job tries again. */
export class DeliveryError extends Error {
  override readonly name = "DeliveryError";
}

/**
 * Sends one message once, and keeps what came of it.
 * @throws DeliveryError when it is worth trying again.
 */
export async function deliver(
  db: Db,
  { organization_id, delivery_id, now }: Tenant & { delivery_id: string; now: Date },
): Promise<void> {
  const delivery = await queries.findDelivery(db, { organization_id, delivery_id });
  if (!delivery || delivery.status !== "waiting") return;
  const { webhook_id, kind, payload, attempts } = delivery;
  const webhook = await queries.findSealedWebhook(db, { organization_id, webhook_id });
  if (!webhook) return;
  // A test may be what its lead wants to see before switching it on.
  if (!webhook.active && kind !== "test") {
    await queries.giveUpDelivery(db, { organization_id, delivery_id, problem: SWITCHED_OFF });
    return;
  }
  const { url, secret } = unsealWebhook({ organization_id, webhook });
  const message = messageOf({
    id: delivery_id,
    format: webhook.format,
    payload,
    secret,
    base_url: publicUrl(),
    now,
  });
  const { response_status, problem, mayPass } = await send(url, message);
  const triesAgain = problem !== null && mayPass && attempts + 1 < MAX_ATTEMPTS;
  await queries.noteAttempt(db, {
    organization_id,
    delivery_id,
    status: statusOf({ problem, triesAgain }),
    response_status,
    problem,
    now,
  });
  if (response_status === GONE)
    await queries.updateWebhook(db, { organization_id, webhook_id, changes: { active: false } });
  if (triesAgain) throw new DeliveryError(problem);
}

function statusOf({
  problem,
  triesAgain,
}: {
  problem: string | null;
  triesAgain: boolean;
}): WebhookDelivery["status"] {
  if (problem === null) return "sent";
  if (triesAgain) return "waiting";
  return "failed";
}

async function send(
  url: string,
  { body, headers }: { body: string; headers: Record<string, string> },
): Promise<Outcome> {
  try {
    const { ok, status } = await guardedFetch(url, { method: "POST", body, headers });
    if (ok) return { response_status: status, problem: null, mayPass: false };
    const mayPass = status >= 500 || MAY_PASS.includes(status);
    return { response_status: status, problem: `The address answered ${status}.`, mayPass };
  } catch (error) {
    if (error instanceof AddressError)
      return { response_status: null, problem: error.message, mayPass: error.code === "unknown_host" };
    return { response_status: null, problem: "The address does not answer.", mayPass: true };
  }
}
