import { actorOfKey, actorOfLogin } from "@/lib/access";
import { loginOfCookies } from "@/lib/access/logins/cookie";
import type { Database } from "@/lib/db/client";
import type { Replica } from "@/lib/db/replica";
import type { Actor } from "@/lib/kernel/actor";
import { AppError } from "@/lib/kernel/errors";
import { ORGANIZATION_COOKIE } from "@/lib/kernel/organization-cookie";
import { countCaller, countRequest } from "./limits";
import { isAllowedOrigin } from "./origins";

/** How a caller proved who it is: a key is sent on purpose, a cookie by the browser on its own. */
export type Authenticated = { actor: Actor; by: "key" | "login" };

/**
 * Who sends this request, from an agent key (`Authorization: Bearer` or `Token`, or `X-API-Key`) or from a login cookie.
 * @throws AppError unauthenticated; origin_denied when a browser of another site sends our cookie along.
 */
export async function authenticate(request: Request, db: Database, now = new Date()): Promise<Authenticated> {
  const key = keyOf(request.headers);
  if (key !== null) {
    const actor = await actorOfKey(db, key, now);
    if (!actor) throw new AppError("unauthenticated", "This agent key is unknown, revoked or expired.");
    return { actor, by: "key" };
  }
  const cookies = parseCookies(request.headers.get("cookie"));
  const login_id = await loginOfCookies(cookies);
  if (login_id === null) throw new AppError("unauthenticated", "This needs an agent key or a login.");
  if (request.method !== "GET" && request.method !== "HEAD") assertSameSite(request);
  const actor = await actorOfLogin(db, { login_id, slug: cookies.get(ORGANIZATION_COOKIE), now });
  if (!actor) throw new AppError("unauthenticated", "This login has ended; sign in again.");
  return { actor, by: "login" };
}

/**
 * Who sends this request, counted by what it proves to be; one that proves nothing is counted by its address, more
 * strictly.
 * @throws AppError as `authenticate` does; rate_limited.
 */
export async function authenticateCounted(
  request: Request,
  { db, replica, now }: { db: Database; replica?: Replica | null; now: () => Date },
): Promise<Authenticated> {
  const authenticated = await authenticate(request, db, now())
    .catch(async (error: unknown) => {
      // Nobody is revoked while the primary is away, and who was is so at the replica once it has replayed that.
      if (!replica || error instanceof AppError || !(await replica.standsIn(error))) throw error;
      return authenticate(request, replica.db, now());
    })
    .catch((error: unknown) => {
      if (error instanceof AppError) countRequest({ by: "address", request });
      throw error;
    });
  countCaller(authenticated.actor);
  return authenticated;
}

/** The key a request carries, or null. */
function keyOf(headers: Headers): string | null {
  const header = headers.get("authorization");
  const [scheme = "", token = ""] = header?.split(/\s+/, 2) ?? [];
  if (/^(bearer|token)$/i.test(scheme) && token) return token;
  return headers.get("x-api-key");
}

/** A cookie is no proof that our own page asked: the browser must say where the request comes from. */
function assertSameSite(request: Request): void {
  const origin = request.headers.get("origin");
  const trusted =
    origin === null ? request.headers.get("sec-fetch-site") === "same-origin" : isAllowedOrigin(origin);
  if (!trusted) throw new AppError("origin_denied", "A login may only be used from this server's own pages.");
}

export function parseCookies(header: string | null): Map<string, string> {
  const pairs = (header ?? "").split(";").flatMap((part) => {
    const at = part.indexOf("=");
    if (at < 0) return [];
    return [[part.slice(0, at).trim(), part.slice(at + 1).trim()] as const];
  });
  return new Map(pairs);
}
