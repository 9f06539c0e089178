import { randomBytes } from "node:crypto";
import { z } from "zod";
import type { Report } from "./report";
import { startSecondServer } from "./second-server";
import { ask, byKey, type Target } from "./target";

const PER_MINUTE = 200;
/** Who proved to be nobody gets a tenth. */
const GUESSES = 40;
const ME = "/api/v1/organization";

/** Keys that are guessed: what is answered, how long it takes, and for how long one may go on. */
export async function attackKeys(target: Target, report: Report): Promise<void> {
  await compareAnswers(target, report);
  const server = await startSecondServer(target, {
    port: target.port + 6,
    settings: { RATE_LIMIT_PER_MINUTE: String(PER_MINUTE) },
  });
  try {
    await guess({ server, target, report });
  } finally {
    await server.stop();
  }
}

async function guess({
  server,
  target,
  report,
}: {
  server: { url: string };
  target: Target;
  report: Report;
}) {
  const statuses: number[] = [];
  let waits = false;
  for (let count = 0; count < GUESSES; count++) {
    const forwarded = { "X-Forwarded-For": `198.51.100.${count}`, Forwarded: `for=198.51.100.${count}` };
    const { status, headers } = await ask(server.url, {
      path: ME,
      headers: { ...bearer(randomKey()), ...forwarded },
    });
    statuses.push(status);
    waits ||= status === 429 && Number(headers.get("retry-after")) > 0;
  }
  const tried = statuses.filter((status) => status === 401).length;
  report.add({
    attack: "guessing keys",
    tried: `${GUESSES} keys from one address that claims to be others`,
    happened: `${tried} tried, then 429`,
    // A minute may begin meanwhile.
    held: tried <= (2 * PER_MINUTE) / 10 && statuses.at(-1) === 429 && waits,
  });
  const { status } = await ask(server.url, byKey(target, { path: ME }));
  report.add({
    attack: "guessing keys",
    tried: "who has a key, from the same address",
    happened: `${status}`,
    held: status === 200,
  });
}

const bearer = (key: string) => ({ Authorization: `Bearer ${key}` });
const randomKey = () => `cb_${randomBytes(32).toString("base64url")}`;

const madeSchema = z.object({ key: z.string(), agent_key: z.object({ id: z.string() }) });

async function revokedKey(target: Target): Promise<string> {
  const json = { name: `revoked ${Date.now()}`, agent: "attacker", permissions: ["memories:read"] };
  const made = await ask(target.url, byKey(target, { method: "POST", path: "/api/v1/agent-keys", json }));
  const { key, agent_key } = madeSchema.parse(JSON.parse(made.text));
  await ask(target.url, byKey(target, { method: "DELETE", path: `/api/v1/agent-keys/${agent_key.id}` }));
  return key;
}

const ROUNDS = 60;

async function compareAnswers(target: Target, report: Report): Promise<void> {
  const revoked = await revokedKey(target);
  const kinds: Record<string, () => string> = {
    "a random key": randomKey,
    "a key that was revoked": () => revoked,
    "a key that differs in its last letter": () =>
      `${target.key.slice(0, -1)}${target.key.endsWith("A") ? "B" : "A"}`,
    "what is no key": () => "x",
  };
  const times = new Map<string, number[]>();
  const answers = new Set<string>();
  for (let round = 0; round < ROUNDS; round++)
    for (const [kind, make] of Object.entries(kinds)) {
      const { status, text, ms } = await ask(target.url, { path: ME, headers: bearer(make()) });
      answers.add(`${status} ${text.replace(/"request_id":"[^"]*"/, "")}`);
      times.set(kind, [...(times.get(kind) ?? []), ms]);
    }
  const held = answers.size === 1;
  report.add({
    attack: "guessing keys",
    tried: "what is answered",
    happened: held ? "the same" : "differs",
    held,
  });
  // Noted and never failed: other work on the machine is louder than what is looked for.
  for (const [kind, list] of times) {
    const sorted = list.sort((a, b) => a - b);
    const quartile = (share: number) => (sorted[Math.floor(sorted.length * share)] ?? 0).toFixed(1);
    const happened = `${kind} takes ${quartile(0.25)}–${quartile(0.5)}–${quartile(0.75)} ms`;
    report.add({ attack: "guessing keys", tried: `time of ${ROUNDS}: ${kind}`, happened, held: true });
  }
}
