import { queryOptions } from "@tanstack/react-query";
import type { CallOf, Contract, QueryContract } from "@/lib/kernel/contract";
import { callerOf } from "./call";

export { ApiError } from "./call";
export { type Limits, limitsOf } from "./limits";
export { refreshAfter } from "./refresh";

/** Calls an operation of the server that this page came from. @throws ApiError. */
export const call = callerOf({ base_url: "" });

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
