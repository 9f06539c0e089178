import { randomBytes } from "node:crypto";
import { resealed, seal, unseal } from "@/lib/access/connections/secrets";
import type { Db } from "@/lib/db/client";
import type { Tenant } from "@/lib/kernel/actor";
import { secretOf } from "./message";
import * as queries from "./queries";

const SECRET_BYTES = 32;

const placeOf = (organization_id: string, webhook_id: string, field: "url" | "secret") =>
  `${organization_id}/notification_webhook/${webhook_id}/${field}`;

/** A new secret, and the columns that keep it and the address, which may hold one itself. */
export function sealWebhook({
  organization_id,
  webhook_id,
  url,
}: Tenant & { webhook_id: string; url: string }) {
  const secret = secretOf(randomBytes(SECRET_BYTES));
  return {
    secret,
    sealed: {
      sealed_url: seal(url, placeOf(organization_id, webhook_id, "url")),
      sealed_secret: seal(secret, placeOf(organization_id, webhook_id, "secret")),
    },
  };
}

/** @throws AppError unavailable when the key of this server opens them no more. */
export function unsealWebhook({ organization_id, webhook }: Tenant & { webhook: queries.SealedWebhook }) {
  return {
    url: unseal(webhook.sealed_url, placeOf(organization_id, webhook.id, "url")),
    secret: unseal(webhook.sealed_secret, placeOf(organization_id, webhook.id, "secret")),
  };
}

/** Encrypts again, with the key of now, what the previous key encrypted. @returns of how many webhooks. */
export async function resealWebhooks(db: Db, { organization_id }: Tenant): Promise<number> {
  let count = 0;
  for (const { id, sealed_url, sealed_secret } of await queries.listSealedWebhooks(db, { organization_id })) {
    const url = resealed(sealed_url, placeOf(organization_id, id, "url"));
    const secret = resealed(sealed_secret, placeOf(organization_id, id, "secret"));
    if (url === null && secret === null) continue;
    count += 1;
    await queries.replaceSealedWebhook(db, {
      organization_id,
      webhook_id: id,
      sealed_url: url ?? sealed_url,
      sealed_secret: secret ?? sealed_secret,
    });
  }
  return count;
}
