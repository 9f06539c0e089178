import { createHmac } from "node:crypto";
import type { NotificationWebhook } from "../contract";
import type { Payload } from "./payload";

const SECRET_PREFIX = "whsec_";

export type Message = { body: string; headers: Record<string, string> };

/** Slack reads these three as markup. */
const slackText = (text: string) =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");

function bodyOf({
  format,
  payload,
  base_url,
}: {
  format: NotificationWebhook["format"];
  payload: Payload;
  base_url: string;
}): string {
  const { kind, title, path, count, actor, at } = payload;
  const url = `${base_url}${path}`;
  if (format === "slack") return JSON.stringify({ text: `${slackText(title)}\n<${url}|Open in Casebook>` });
  return JSON.stringify({
    type: `casebook.${kind}`,
    timestamp: at,
    data: { kind, title, url, count, actor },
  });
}

/**
 * A message as it is sent, signed as Standard Webhooks says: HMAC-SHA256, in base64, over the id, the time of sending in
 * seconds and the body, each after a full stop.
 */
export function messageOf({
  id,
  format,
  payload,
  secret,
  base_url,
  now,
}: {
  id: string;
  format: NotificationWebhook["format"];
  payload: Payload;
  /** `whsec_` and base64. */
  secret: string;
  base_url: string;
  now: Date;
}): Message {
  const body = bodyOf({ format, payload, base_url });
  const timestamp = String(Math.floor(now.getTime() / 1000));
  const key = Buffer.from(secret.slice(SECRET_PREFIX.length), "base64");
  const signature = createHmac("sha256", key).update(`${id}.${timestamp}.${body}`).digest("base64");
  return {
    body,
    headers: {
      "content-type": "application/json",
      "user-agent": "Casebook",
      "webhook-id": id,
      "webhook-timestamp": timestamp,
      "webhook-signature": `v1,${signature}`,
    },
  };
}

/** A secret made of these random bytes. */
export function secretOf(bytes: Uint8Array): string {
  return `${SECRET_PREFIX}${Buffer.from(bytes).toString("base64")}`;
}
