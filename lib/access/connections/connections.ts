import { LRUCache } from "lru-cache";
import type { Db } from "@/lib/db/client";
import { env } from "@/lib/env";
import { createGithub, describeAccount, type Github, type GithubAuth, GithubError } from "@/lib/github";
import { AppError, invalidField } from "@/lib/kernel/errors";
import { AddressError, resolvePublicHost } from "@/lib/net";
import type { Connection, ConnectionTest, Credentials, RateLimit } from "../contract";
import { findSealedSecrets, findWebhookConnection } from "../unscoped";
import {
  findConnection,
  findSealedConnection,
  replaceSealed,
  type SealedConnection,
  updateRateLimits,
} from "./queries";
import { resealed, seal, unseal } from "./secrets";

type ConnectionKey = { organization_id: string; connection_id: string };

const placeOf = ({ organization_id, connection_id }: ConnectionKey, field: "credential" | "webhook") =>
  `${organization_id}/connection/${connection_id}/${field}`;

/** The columns that hold credentials, the secret part of them encrypted. */
export function sealCredentials(key: ConnectionKey, credentials: Credentials) {
  const place = placeOf(key, "credential");
  const none = { username: null, app_id: null, installation_id: null };
  const { kind } = credentials;
  switch (credentials.kind) {
    case "github_token":
      return { ...none, kind, sealed_credential: seal(credentials.token, place) };
    case "github_app": {
      const { app_id, installation_id, private_key } = credentials;
      return { ...none, kind, app_id, installation_id, sealed_credential: seal(private_key, place) };
    }
    case "git_password": {
      const { username, password } = credentials;
      return { ...none, kind, username, sealed_credential: seal(password, place) };
    }
  }
}

export function sealWebhookSecret(key: ConnectionKey, secret: string | null): string | null {
  if (secret === null) return null;
  return seal(secret, placeOf(key, "webhook"));
}

/**
 * The address of a connection as it is kept: without a slash at the end.
 * @throws AppError invalid_input when it is no plain https address, or its host is unknown or private.
 */
export async function checkBaseUrl(params: string, pointer: string): Promise<string> {
  const url = /^https?:\/\//.test(params) && URL.canParse(params) ? new URL(params) : null;
  if (!url) throw invalidField(pointer, "must be an https:// address");
  if (url.protocol === "http:" && !env().CASEBOOK_ALLOW_PRIVATE_URLS)
    throw invalidField(pointer, "must begin with https://, or credentials would be sent unencrypted");
  if (url.username !== "" || url.password !== "" || url.search !== "" || url.hash !== "")
    throw invalidField(pointer, "must not contain credentials, a query or a fragment");
  try {
    await resolvePublicHost(url.hostname);
  } catch (error) {
    if (error instanceof AddressError) throw invalidField(pointer, error.message);
    throw error;
  }
  return url.href.replace(/\/+$/, "");
}

const clients = new LRUCache<string, Promise<Github>>({ max: 200 });

const clientId = (organization_id: string, { id, version }: { id: string; version: number }) =>
  `${organization_id} ${id}@${version}`;

/**
 * A client of GitHub for a connection. It belongs to the process, so that limits, tokens of Apps and known answers are
 * shared; another version of the connection gets another client. Nothing is called yet.
 * @throws AppError not_found, unprocessable for a connection that is not to GitHub, unavailable when its secret cannot
 * be opened.
 */
export async function githubFor(db: Db, key: ConnectionKey): Promise<Github> {
  const found = await requireSealed(db, key);
  const id = clientId(key.organization_id, found);
  const known = clients.get(id);
  if (known) return known;
  const client = createGithub({ id, api_url: found.base_url, auth: authOf(key, found) });
  clients.set(id, client);
  client.catch(() => clients.delete(id));
  return client;
}

function authOf(key: ConnectionKey, found: SealedConnection): GithubAuth {
  const secret = unseal(found.sealed_credential, placeOf(key, "credential"));
  if (found.kind === "github_token") return { kind: "token", token: secret };
  const { app_id, installation_id } = found;
  if (found.kind !== "github_app" || app_id === null || installation_id === null)
    throw new AppError("unprocessable", "This connection is not to GitHub; choose one that is.");
  return { kind: "app", app_id, installation_id, private_key: secret };
}

async function requireSealed(db: Db, key: ConnectionKey): Promise<SealedConnection> {
  const found = await findSealedConnection(db, key);
  if (!found) throw new AppError("not_found", "This connection does not exist.");
  return found;
}

/**
 * The Authorization header for a git URL: only for addresses below the connection's own, so that a password is never
 * sent to another host.
 * @throws AppError not_found; unprocessable when the connection is not for this address.
 */
export async function gitAuthorizationFor(db: Db, key: ConnectionKey & { url: string }): Promise<string> {
  const found = await requireSealed(db, key);
  if (found.kind !== "git_password" || !isForUrl(found.base_url, key.url))
    throw new AppError(
      "unprocessable",
      `This connection is for ${found.base_url}, not for the repository's address; choose another one.`,
    );
  const password = unseal(found.sealed_credential, placeOf(key, "credential"));
  return `Basic ${Buffer.from(`${found.username}:${password}`).toString("base64")}`;
}

/** True when `url` is of the same origin as the connection's address, at or below its path. */
function isForUrl(base_url: string, url: string): boolean {
  if (!URL.canParse(base_url) || !URL.canParse(url)) return false;
  const [base, wanted] = [new URL(base_url), new URL(url)];
  const folder = base.pathname.replace(/\/*$/, "/");
  return base.origin === wanted.origin && `${wanted.pathname}/`.startsWith(folder);
}

/**
 * Whose webhook it is, and the secret that signs it: for a delivery that names the connection only.
 * Null when there is no such connection or it has no webhook secret.
 */
export async function webhookOfConnection(
  db: Db,
  { connection_id }: { connection_id: string },
): Promise<{ organization_id: string; connection_id: string; webhook_secret: string } | null> {
  const found = await findWebhookConnection(db, { connection_id });
  if (!found) return null;
  const { organization_id, sealed_webhook } = found;
  const place = placeOf({ organization_id, connection_id }, "webhook");
  return { organization_id, connection_id, webhook_secret: unseal(sealed_webhook, place) };
}

/**
 * Asks GitHub who the connection is. A refusal is an answer, not an error.
 * @throws AppError unprocessable for a connection that is not to GitHub.
 */
export async function tryConnection(
  db: Db,
  { organization_id, connection, now }: { organization_id: string; connection: Connection; now: Date },
): Promise<{ test: ConnectionTest; rate_limits: RateLimit[] }> {
  if (connection.kind === "git_password")
    throw new AppError(
      "unprocessable",
      "Credentials of a git server are tried when a repository that uses them is fetched.",
    );
  const at = now.toISOString();
  const failed = { at, ok: false, account: null, permissions: null };
  try {
    const github = await githubFor(db, { organization_id, connection_id: connection.id });
    const test = await describeAccount(github, connection.installation_id).then(
      ({ name, permissions }): ConnectionTest => ({
        at,
        ok: true,
        account: name,
        permissions,
        problem: null,
      }),
      (error: unknown) => {
        if (error instanceof GithubError) return { ...failed, problem: error.message };
        throw error;
      },
    );
    return { test, rate_limits: newestLimits(connection.rate_limits, github.rateLimits()) };
  } catch (error) {
    if (error instanceof AppError && error.code === "unavailable")
      return { test: { ...failed, problem: error.message }, rate_limits: connection.rate_limits };
    throw error;
  }
}

/** The limits of a connection: what is kept, or what this process has heard since. */
export async function rateLimitsOf(db: Db, key: ConnectionKey): Promise<RateLimit[]> {
  const found = await findConnection(db, key);
  if (found) return newestLimits(found.rate_limits, await heardLimits(key.organization_id, found));
  return [];
}

/** Keeps what this process has heard of a connection's limits, for the other processes to show. */
export async function storeRateLimits(db: Db, key: ConnectionKey): Promise<void> {
  const found = await findConnection(db, key);
  if (!found) return;
  const rate_limits = newestLimits(found.rate_limits, await heardLimits(key.organization_id, found));
  if (JSON.stringify(rate_limits) !== JSON.stringify(found.rate_limits))
    await updateRateLimits(db, { ...key, rate_limits });
}

async function heardLimits(
  organization_id: string,
  connection: { id: string; version: number },
): Promise<RateLimit[]> {
  const client = await clients.peek(clientId(organization_id, connection))?.catch(() => null);
  return client?.rateLimits() ?? [];
}

/** Of each resource what was seen last, by name. */
function newestLimits(...lists: readonly RateLimit[][]): RateLimit[] {
  const newest = new Map<string, RateLimit>();
  for (const limit of lists.flat()) {
    const known = newest.get(limit.resource);
    if (!known || known.seen_at < limit.seen_at) newest.set(limit.resource, limit);
  }
  return [...newest.values()].sort((a, b) => a.resource.localeCompare(b.resource));
}

/**
 * Encrypts again, with the key of now, what the previous key encrypted, of every organization. What was entered meanwhile
 * stays. Answers how many were encrypted again, and how many no key opens.
 */
export async function resealConnections(
  db: Db,
): Promise<{ resealed: number; unreadable: number; by_organization: Map<string, number> }> {
  const counts = { resealed: 0, unreadable: 0, by_organization: new Map<string, number>() };
  for (const { organization_id, connection_id, ...found } of await findSealedSecrets(db)) {
    const key = { organization_id, connection_id };
    for (const field of ["credential", "webhook"] as const) {
      const before = found[`sealed_${field}`];
      if (before === null || before === "") continue;
      try {
        const after = resealed(before, placeOf(key, field));
        if (after === null || !(await replaceSealed(db, { ...key, field, before, after }))) continue;
        counts.resealed += 1;
        const { by_organization } = counts;
        by_organization.set(organization_id, (by_organization.get(organization_id) ?? 0) + 1);
      } catch (error) {
        if (!(error instanceof AppError)) throw error;
        counts.unreadable += 1;
      }
    }
  }
  return counts;
}
