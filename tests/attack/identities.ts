import { createHmac, randomBytes, randomUUID } from "node:crypto";
import { z } from "zod";
import type { Report } from "./report";
import { asJson, ask, byKey, cookiesOf, signIn, signInToken, type Target } from "./target";

const SESSION = "next-auth.session-token";
const ME = "/api/v1/organization";

const sessionOf = (cookie: string) => new RegExp(`${SESSION}=([^;]+)`).exec(cookie)?.[1] ?? "";

/** Fixed, forged, old and repeated logins. */
export async function attackLogins(target: Target, report: Report): Promise<void> {
  const { url } = target;
  const add = (tried: string, happened: string, held: boolean) =>
    report.add({ attack: "logins", tried, happened, held });
  const email = await addMember(target);
  const link = () => signInToken(target.settings, email);

  const fixed = await signIn(url, { token: await link(), cookie: target.cookie });
  const renewed = sessionOf(fixed.cookie) !== sessionOf(target.cookie) && sessionOf(fixed.cookie) !== "";
  add("signing in with the cookie of somebody else", renewed ? "a new login" : "the same login", renewed);
  const kept = await ask(url, { path: ME, headers: { cookie: target.cookie } });
  const stillOwner = kept.status !== 200 || kept.text.includes(target.owner_id);
  add("that cookie afterwards", kept.status === 200 ? "who it was" : `${kept.status}`, stillOwner);
  // A login that another sign-in of the same browser replaced has ended: the owner signs in again.
  const owner = z.object({ items: z.array(z.object({ email: z.string(), id: z.string() })) });
  const members = owner.parse(JSON.parse((await ask(url, byKey(target, { path: "/api/v1/members" }))).text));
  const mine = members.items.find(({ id }) => id === target.owner_id);
  if (mine)
    target.cookie = (await signIn(url, { token: await signInToken(target.settings, mine.email) })).cookie;

  const chosen = await signIn(url, { token: await link(), cookie: `${SESSION}=chosen-by-somebody` });
  const replaced = sessionOf(chosen.cookie) !== "chosen-by-somebody";
  add("signing in with a chosen cookie", replaced ? "a new login" : "the chosen one", replaced);
  for (const cookie of chosen.answer.headers.getSetCookie().filter((each) => each.startsWith(SESSION))) {
    const held = /HttpOnly/i.test(cookie) && /SameSite=Lax/i.test(cookie);
    add("the cookie's attributes", held ? "HttpOnly, SameSite=Lax" : cookie.replace(/=[^;]+/, "=…"), held);
  }

  const token = await link();
  const both = await Promise.all(Array.from({ length: 8 }, () => signIn(url, { token })));
  const entered = both.filter(({ cookie }) => sessionOf(cookie) !== "").length;
  add("a link used eight times at once", `${entered} entered`, entered === 1);
  const again = await signIn(url, { token });
  add("a link used before", sessionOf(again.cookie) ? "entered" : "refused", !sessionOf(again.cookie));
  for (const wrong of ["", "x", "a".repeat(100_000), randomBytes(32).toString("base64url")]) {
    const { answer, cookie } = await signIn(url, { token: wrong });
    add(
      `a link of ${wrong.length} characters`,
      `${answer.status}`,
      !sessionOf(cookie) && answer.status < 500,
    );
  }
  for (const [tried, cookie] of Object.entries(forged(target))) {
    const { status } = await ask(url, { path: ME, headers: { cookie } });
    add(tried, `${status}`, status === 401);
  }
  await attackSignOut(target, { link, add });
}

async function attackSignOut(
  { url }: Target,
  {
    link,
    add,
  }: { link: () => Promise<string>; add: (tried: string, happened: string, held: boolean) => void },
): Promise<void> {
  const { cookie } = await signIn(url, { token: await link() });
  const csrf = await ask(url, { path: "/api/auth/csrf", headers: { cookie } });
  const { csrfToken } = z.object({ csrfToken: z.string() }).parse(JSON.parse(csrf.text));
  const headers = {
    "Content-Type": "application/x-www-form-urlencoded",
    cookie: [cookie, cookiesOf(csrf)].join("; "),
  };
  const foreign = { method: "POST", path: "/api/auth/signout", headers, body: "json=true" };
  await ask(url, { ...foreign, headers: { ...headers, Origin: "https://evil.example" } });
  const before = await ask(url, { path: ME, headers: { cookie } });
  add("signing somebody out without the form's token", `${before.status}`, before.status === 200);
  await ask(url, { ...foreign, body: new URLSearchParams({ csrfToken, json: "true" }).toString() });
  const after = await ask(url, { path: ME, headers: { cookie } });
  add("a cookie after signing out", `${after.status}`, after.status === 401);
}

function forged({ cookie, owner_id }: Target): Record<string, string> {
  const value = sessionOf(cookie);
  const part = (fields: object) => Buffer.from(JSON.stringify(fields)).toString("base64url");
  const claims = part({ sub: owner_id, login_id: randomUUID(), exp: 9_999_999_999 });
  const head = part({ alg: "HS256", typ: "JWT" });
  const signature = createHmac("sha256", "secret").update(`${head}.${claims}`).digest("base64url");
  const values = {
    "a cookie that says alg none": `${part({ alg: "none" })}.${claims}.`,
    "a cookie signed with another secret": `${head}.${claims}.${signature}`,
    "a cookie cut short": value.slice(0, -10),
    "a cookie with a changed letter": `${value.slice(0, -20)}${value.at(-20) === "A" ? "B" : "A"}${value.slice(-19)}`,
    "a cookie of 100 letters": "a".repeat(100),
    "an empty cookie": "",
  };
  return Object.fromEntries(Object.entries(values).map(([tried, each]) => [tried, `${SESSION}=${each}`]));
}

/** The owner adds somebody who is new on the server. */
async function addMember({ url, cookie }: Target): Promise<string> {
  const email = `member-${randomUUID()}@example.test`;
  const sent = asJson({ email, name: "Member", role: "developer" });
  const headers = { ...sent.headers, cookie, Origin: url };
  const { status, text } = await ask(url, {
    method: "POST",
    path: "/api/v1/members",
    body: sent.body,
    headers,
  });
  if (status !== 201) throw new Error(`no member: ${text}`);
  return email;
}

const WEBHOOK_SECRET = "a secret of the webhooks that are attacked";
const sign = (body: string, secret = WEBHOOK_SECRET) =>
  `sha256=${createHmac("sha256", secret).update(body).digest("hex")}`;

/** Deliveries that were not signed, or come again. */
export async function attackWebhooks(target: Target, report: Report): Promise<void> {
  const { url } = target;
  const made = await ask(
    url,
    byKey(target, {
      method: "POST",
      path: "/api/v1/connections",
      json: {
        label: `Webhooks ${Date.now()}`,
        base_url: "https://203.0.113.7",
        credentials: { kind: "github_token", token: "ghp_test" },
        webhook_secret: WEBHOOK_SECRET,
      },
    }),
  );
  const { id } = z.object({ id: z.string() }).parse(JSON.parse(made.text));
  const payload = JSON.stringify({ zen: "Nothing here acts." });
  const deliver = (headers: Record<string, string>, { body = payload, connection = id } = {}) =>
    ask(url, {
      method: "POST",
      path: `/api/webhooks/github?connection=${connection}`,
      body,
      headers: {
        "Content-Type": "application/json",
        "X-GitHub-Event": "ping",
        "X-GitHub-Delivery": randomUUID(),
        ...headers,
      },
    });
  const refused: Record<string, ReturnType<typeof deliver>> = {
    "no signature": deliver({}),
    "an empty signature": deliver({ "X-Hub-Signature-256": "" }),
    "the old signature alone": deliver({ "X-Hub-Signature": `sha1=${"0".repeat(40)}` }),
    "the signature of another body": deliver({ "X-Hub-Signature-256": sign("{}") }),
    "the signature with another secret": deliver({
      "X-Hub-Signature-256": sign(payload, "another secret of webhooks"),
    }),
    "a signature cut short": deliver({ "X-Hub-Signature-256": sign(payload).slice(0, -2) }),
    "a signature without its kind": deliver({ "X-Hub-Signature-256": sign(payload).replace("sha256=", "") }),
    "another connection": deliver({ "X-Hub-Signature-256": sign(payload) }, { connection: randomUUID() }),
    "a connection that is no id": deliver({ "X-Hub-Signature-256": sign(payload) }, { connection: "..%2f" }),
    "a body that was changed": deliver({ "X-Hub-Signature-256": sign(payload) }, { body: `${payload} ` }),
  };
  const details = new Set<string>();
  for (const [tried, sent] of Object.entries(refused)) {
    const { status, text } = await sent;
    details.add(/"detail":"([^"]*)"/.exec(text)?.[1] ?? text);
    report.add({ attack: "webhooks", tried, happened: `${status}`, held: status === 401 });
  }
  const constant = details.size === 1;
  report.add({
    attack: "webhooks",
    tried: "what refusals say",
    happened: constant ? "the same" : "differs",
    held: constant,
  });
  await attackByRepeating({ deliver, report });
}

type Deliver = (headers: Record<string, string>, changed?: { body?: string }) => ReturnType<typeof ask>;

async function attackByRepeating({ deliver, report }: { deliver: Deliver; report: Report }): Promise<void> {
  const body = JSON.stringify({ zen: randomUUID() });
  const signed = { "X-Hub-Signature-256": sign(body), "X-GitHub-Delivery": randomUUID() };
  const first = await deliver(signed, { body });
  const counted = first.status === 202 && first.text.includes("nothing_to_do");
  report.add({
    attack: "webhooks",
    tried: "a delivery as it should be",
    happened: `${first.status}`,
    held: counted,
  });
  const repeated = [
    signed,
    { ...signed, "X-GitHub-Delivery": randomUUID() },
    { ...signed, "X-GitHub-Event": "push" },
  ];
  for (const headers of repeated) {
    const { status, text } = await deliver(headers, { body });
    const held = text.includes('"repeated"');
    report.add({
      attack: "webhooks",
      tried: "the same again",
      happened: held ? "repeated" : `${status}`,
      held,
    });
  }
}
