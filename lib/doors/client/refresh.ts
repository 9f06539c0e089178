import type { Query, QueryClient } from "@tanstack/react-query";
import type { CommandContract, Tag } from "@/lib/kernel/contract";

declare module "@tanstack/react-query" {
  interface Register {
    queryMeta: { reads?: readonly Tag[] };
  }
}

/** What a command changes; each writes to the audit log. */
const changesOf = (contracts: readonly CommandContract[]) =>
  new Set<Tag>(["audit", ...contracts.flatMap(({ changes }) => changes)]);

/** Marks every cached answer that the commands may have changed as stale, and waits until those on the screen are read again. */
export function refreshAfter(client: QueryClient, ...contracts: readonly CommandContract[]): Promise<void> {
  const changed = changesOf(contracts);
  const isChanged = ({ meta }: Query) => meta?.reads?.some((tag) => changed.has(tag)) === true;
  return client.invalidateQueries({ predicate: isChanged });
}
