import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import type { CallOf, Contract, QueryContract } from "@/lib/kernel/contract";
import { callerOf } from "./call";
import { keepingOwn } from "./own-changes";
import { outliving } from "./session";

export { ApiError, exportUrl } from "./call";
export { type Limits, limitsOf } from "./limits";
export { inputSchemaOf } from "./outline";
export { isOwnChange } from "./own-changes";
export { listenToOtherTabs, refreshAfter, refreshTags } from "./refresh";
export { onLoginEnded } from "./session";

/** Calls an operation as who is signed in now, without waiting for anybody to sign in. @throws ApiError. */
export const callAsNow = callerOf({ base_url: "" });

/** Calls an operation of the server that this page came from; waits for a login that has ended. @throws ApiError. */
export const call = keepingOwn(outliving(callAsNow));

/** The key under which react-query keeps an answer: the operation's name, then its input. */
export function queryKey<C extends Contract>(contract: C, input?: CallOf<C>): readonly unknown[] {
  if (input === undefined) return [contract.name];
  return [contract.name, input];
}

/** Query options for a reading operation; the same key on the server's prefetch and in the browser. */
export function operationQuery<C extends QueryContract>(contract: C, input: CallOf<C>) {
  return queryOptions({
    queryKey: queryKey(contract, input),
    queryFn: ({ signal }) => call(contract, input, { signal }),
    meta: { reads: contract.reads },
  });
}

/** The same for a list: the page before stays in view until the next one is there. */
export function listQuery<C extends QueryContract>(contract: C, input: CallOf<C>) {
  return queryOptions({ ...operationQuery(contract, input), placeholderData: keepPreviousData });
}
