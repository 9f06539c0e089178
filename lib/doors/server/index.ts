import "server-only";
import { dehydrate, hashKey, QueryClient } from "@tanstack/react-query";
import { cookies, headers } from "next/headers";
import { notFound, redirect } from "next/navigation";
import { cache } from "react";
import { actorOfLogin } from "@/lib/access";
import { loginOfCookies } from "@/lib/access/logins/cookie";
import type { Actor } from "@/lib/kernel/actor";
import type { CallOf, Contract, OutputOf, QueryContract } from "@/lib/kernel/contract";
import { AppError } from "@/lib/kernel/errors";
import { newId } from "@/lib/kernel/ids";
import { ORGANIZATION_COOKIE } from "@/lib/kernel/organization-cookie";
import { implementationOf } from "@/lib/registry";
import { parts } from "@/lib/runtime/parts";
import { run } from "@/lib/runtime/run";
import { operationQuery } from "../client";
import { inTurn } from "../limits";

/** Who looks at this page, or null. Asked once a request. */
export const currentActor = cache(async (): Promise<Actor | null> => {
  const jar = await cookies();
  const login_id = await loginOfCookies({ get: (name) => jar.get(name)?.value });
  if (login_id === null) return null;
  const { db, replica, now } = parts();
  const asked = { login_id, slug: jar.get(ORGANIZATION_COOKIE)?.value, now: now() };
  return actorOfLogin(db, asked).catch(async (error: unknown) => {
    if (!replica || !(await replica.standsIn(error))) throw error;
    return actorOfLogin(replica.db, asked);
  });
});

/** The actor of a page that needs one; others go to the sign-in page and come back here afterwards. */
export async function requireActor(): Promise<Actor> {
  const actor = await currentActor();
  if (actor) return actor;
  const path = (await headers()).get("x-casebook-path") ?? "/";
  redirect(`/sign-in?callbackUrl=${encodeURIComponent(path)}`);
}

/** Runs an operation for a server page, with the same checks as every other door. */
export async function callOnServer<C extends Contract>(contract: C, input: CallOf<C>): Promise<OutputOf<C>> {
  const actor = await requireActor();
  const context = { ...parts(), actor, request_id: newId() };
  return inTurn(actor, () => run(implementationOf(contract), input, context));
}

/** One reading to prefetch: made with `prefetching(contract, input)`. */
export type Prefetch = (client: QueryClient) => Promise<void>;

/** What was read for a page, by the key of its reading: the frame and the screen may show the same. */
const readings = cache(() => new Map<string, Promise<unknown>>());

export function prefetching<C extends QueryContract>(contract: C, input: CallOf<C>): Prefetch {
  const query = operationQuery(contract, input);
  const read = () => {
    const known = readings();
    const key = hashKey(query.queryKey);
    const reading = known.get(key) ?? callOnServer(contract, input);
    known.set(key, reading);
    // Under one key is what this contract answers.
    return reading as Promise<OutputOf<C>>;
  };
  return (client) => client.prefetchQuery({ ...query, queryFn: read });
}

/**
 * Reads for a page what its screen will ask for first, and returns what `HydrationBoundary` takes. A reading that fails
 * is left out: the screen asks again and shows its own error.
 */
export async function prefetch(...readings: Prefetch[]) {
  await requireActor();
  const client = new QueryClient();
  await Promise.all(readings.map((reading) => reading(client)));
  return dehydrate(client);
}

/**
 * The same for the page of one record, which is read first: shows that there is no such page where nobody may see one of
 * this id, or where it is no id at all.
 */
export async function prefetchRecord(record: Prefetch, ...readings: Prefetch[]) {
  await requireActor();
  const client = new QueryClient();
  await Promise.all([record, ...readings].map((reading) => reading(client)));
  const [{ state } = { state: null }] = client.getQueryCache().getAll();
  const isMissing =
    state?.error instanceof AppError && ["not_found", "invalid_input"].includes(state.error.code);
  if (isMissing) notFound();
  return dehydrate(client);
}
