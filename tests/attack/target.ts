import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { z } from "zod";
import { PERMISSIONS } from "@/lib/kernel/permissions";

const exec = promisify(execFile);

/** A running production server, and an organization of its own in it that may be attacked. */
export type Target = {
  url: string;
  port: number;
  data_dir: string;
  /** What the server was started with, for the command line beside it. */
  settings: Record<string, string>;
  connection_string: string;
  organization_id: string;
  owner_id: string;
  /** Of a login of the organization's owner, as a browser sends it. */
  cookie: string;
  /** An agent key with every permission. */
  key: string;
  /** Everything, as in `npm run test:long`; else what takes seconds. */
  thorough: boolean;
};

export type Answer = { status: number; text: string; headers: Headers; ms: number };

export type Asked = {
  method?: string;
  path: string;
  headers?: Record<string, string>;
  body?: BodyInit;
  limit_ms?: number;
};

const LIMIT_MS = 30_000;

/**
 * One request, redirects unfollowed. Status 0 where the connection ended without an answer; a reading is asked twice, since a
 * connection that is kept may end because of what was sent over it before.
 */
export async function ask(url: string, asked: Asked): Promise<Answer> {
  const answer = await askOnce(url, asked);
  const isReading = asked.method === undefined || asked.method === "GET";
  if (answer.status === 0 && isReading) return askOnce(url, asked);
  return answer;
}

async function askOnce(
  url: string,
  { method = "GET", path: place, headers = {}, body, limit_ms = LIMIT_MS }: Asked,
): Promise<Answer> {
  const began = performance.now();
  const signal = AbortSignal.timeout(limit_ms);
  try {
    const response = await fetch(`${url}${place}`, {
      method,
      headers,
      body: body ?? null,
      redirect: "manual",
      signal,
    });
    const text = await response.text();
    return answerOf({ status: response.status, text, headers: response.headers, began });
  } catch (error) {
    return answerOf({ status: 0, text: String(error), headers: new Headers(), began });
  }
}

function answerOf({ began, ...rest }: Omit<Answer, "ms"> & { began: number }): Answer {
  return { ...rest, ms: performance.now() - began };
}

/** The same as JSON, by key or by login. */
export function asJson(body: unknown): { headers: Record<string, string>; body: string } {
  return { headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) };
}

export function byKey({ key }: Pick<Target, "key">, asked: Asked & { json?: unknown }): Asked {
  const sent: Partial<ReturnType<typeof asJson>> = asked.json === undefined ? {} : asJson(asked.json);
  return {
    ...asked,
    ...sent,
    headers: { ...sent.headers, ...asked.headers, Authorization: `Bearer ${key}` },
  };
}

const readySchema = z.object({ ready: z.object({ connection_string: z.string() }) });

/** Where the database of a server answers. */
async function connectionOf({ data_dir, settings }: Pick<Target, "data_dir" | "settings">): Promise<string> {
  if (settings.DATABASE_URL) return settings.DATABASE_URL;
  const text = await readFile(path.join(data_dir, "database", "server.json"), "utf8");
  return readySchema.parse(JSON.parse(text)).ready.connection_string;
}

async function casebook(settings: Record<string, string>, ...args: string[]): Promise<string> {
  const command = ["--import", "tsx", "bin/casebook.ts", ...args];
  const { stdout } = await exec(process.execPath, command, { env: { ...process.env, ...settings } });
  return stdout;
}

/** A one-time link to an organization. */
export async function signInToken(settings: Record<string, string>, email: string): Promise<string> {
  return tokenIn(await casebook(settings, "sign-in-link", email));
}

function tokenIn(text: string): string {
  const token = /sign-in\?token=([\w-]+)/.exec(text)?.[1];
  if (token === undefined) throw new Error(`no sign-in link in: ${text}`);
  return token;
}

/** The cookies of answers, as a browser sends them back. */
export function cookiesOf(...answers: readonly { headers: Headers }[]): string {
  const pairs = answers
    .flatMap(({ headers }) => headers.getSetCookie())
    .map((cookie) => cookie.split(";")[0] ?? "");
  const byName = new Map(pairs.map((pair) => [pair.slice(0, pair.indexOf("=")), pair]));
  return [...byName.values()].join("; ");
}

/** Uses a link up, as the sign-in page does. @param cookie what the browser has already. */
export async function signIn(url: string, { token, cookie = "" }: { token: string; cookie?: string }) {
  const csrf = await ask(url, { path: "/api/auth/csrf", headers: { cookie } });
  const { csrfToken } = z.object({ csrfToken: z.string() }).parse(JSON.parse(csrf.text));
  const answer = await ask(url, {
    method: "POST",
    path: "/api/auth/callback/link",
    headers: {
      "Content-Type": "application/x-www-form-urlencoded",
      Origin: url,
      cookie: [cookie, cookiesOf(csrf)].filter(Boolean).join("; "),
    },
    body: new URLSearchParams({ csrfToken, token, json: "true" }).toString(),
  });
  return { answer, cookie: cookiesOf(csrf, answer) };
}

const keySchema = z.object({ key: z.string() });
const mineSchema = z.object({ id: z.string(), actor: z.object({ id: z.string() }) });

/** Makes an organization in a running server, signs its owner in and gives an agent of it every permission. */
export async function enterTarget(
  server: Pick<Target, "url" | "data_dir" | "settings" | "thorough">,
): Promise<Target> {
  const { url, data_dir, settings, thorough } = server;
  const slug = `attacked-${Date.now()}`;
  const token = tokenIn(
    await casebook(settings, "organization-create", slug, "--owner", `${slug}@example.test`),
  );
  const { cookie } = await signIn(url, { token });
  const own = (asked: Asked & { json?: unknown }) => {
    const sent: Partial<ReturnType<typeof asJson>> = asked.json === undefined ? {} : asJson(asked.json);
    return ask(url, { ...asked, ...sent, headers: { ...sent.headers, cookie, Origin: url } });
  };
  await own({ method: "PATCH", path: "/api/v1/organization", json: { settings: { enabled: true } } });
  const made = await own({
    method: "POST",
    path: "/api/v1/agent-keys",
    json: { name: "attack", agent: "attacker", permissions: [...PERMISSIONS] },
  });
  const organization = await own({ path: "/api/v1/organization" });
  if (made.status !== 201 || organization.status !== 200)
    throw new Error(`the organization was not entered: ${made.text} ${organization.text}`);
  const { id, actor } = mineSchema.parse(JSON.parse(organization.text));
  return {
    url,
    data_dir,
    settings,
    thorough,
    port: Number(new URL(url).port),
    connection_string: await connectionOf(server),
    organization_id: id,
    owner_id: actor.id,
    cookie,
    key: keySchema.parse(JSON.parse(made.text)).key,
  };
}
