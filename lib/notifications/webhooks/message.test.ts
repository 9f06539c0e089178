import { expect, it } from "vitest";
import { messageOf, secretOf } from "./message";

const PAYLOAD = {
  kind: "mention",
  title: "Ana mentioned you: <b> & more",
  path: "/inbox?item=1",
  count: 1,
  actor: { kind: "person" as const, id: "p", name: "Ana" },
  at: "2026-11-23T09:00:00.000Z",
};
const NOW = new Date("2026-11-23T09:00:01.500Z");
const secret = secretOf(new Uint8Array(24).fill(7));
const base_url = "https://casebook.example";

it("a standard message carries its id, time and a signature that a receiver computes again", async () => {
  const { body, headers } = messageOf({
    id: "msg_1",
    format: "standard",
    payload: PAYLOAD,
    secret,
    base_url,
    now: NOW,
  });
  expect(JSON.parse(body)).toEqual({
    type: "casebook.mention",
    timestamp: PAYLOAD.at,
    data: {
      kind: "mention",
      title: PAYLOAD.title,
      url: "https://casebook.example/inbox?item=1",
      count: 1,
      actor: PAYLOAD.actor,
    },
  });
  const key = await crypto.subtle.importKey(
    "raw",
    Buffer.from(secret.slice("whsec_".length), "base64"),
    { name: "HMAC", hash: "SHA-256" },
    false,
    ["sign"],
  );
  const signed = await crypto.subtle.sign("HMAC", key, new TextEncoder().encode(`msg_1.1795424401.${body}`));
  expect(headers).toMatchObject({
    "webhook-id": "msg_1",
    "webhook-timestamp": "1795424401",
    "webhook-signature": `v1,${Buffer.from(signed).toString("base64")}`,
  });
});

it("a message to Slack is a text with one link, in which nothing is markup but the link", () => {
  const { body } = messageOf({ id: "msg_1", format: "slack", payload: PAYLOAD, secret, base_url, now: NOW });
  expect(JSON.parse(body)).toEqual({
    text: "Ana mentioned you: &lt;b&gt; &amp; more\n<https://casebook.example/inbox?item=1|Open in Casebook>",
  });
});
