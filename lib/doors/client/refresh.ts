import type { Query, QueryClient } from "@tanstack/react-query";
import type { CommandContract, Tag } from "@/lib/kernel/contract";

declare module "@tanstack/react-query" {
  interface Register {
    queryMeta: {
      reads?: readonly Tag[];
      /** A list that somebody works through: what others change in it is said, and nothing moves by itself. */
      still?: boolean;
    };
  }
}

/** What a command changes; each writes to the audit log. */
const changesOf = (contracts: readonly CommandContract[]) =>
  new Set<Tag>(["audit", ...contracts.flatMap(({ changes }) => changes)]);

/** Whether an answer may have been changed by a command of these tags. */
const isOf =
  (changed: ReadonlySet<unknown>) =>
  ({ meta }: Query): boolean =>
    meta?.reads?.some((tag) => changed.has(tag)) === true;

const readAgain = (client: QueryClient, changed: ReadonlySet<unknown>): Promise<void> =>
  client.invalidateQueries({ predicate: isOf(changed) });

/**
 * Marks every cached answer that the commands may have changed as stale, in this tab and in the others of this browser,
 * and waits until those on the screen are read again.
 */
export function refreshAfter(client: QueryClient, ...contracts: readonly CommandContract[]): Promise<void> {
  const changed = changesOf(contracts);
  if (typeof BroadcastChannel !== "undefined") {
    const channel = new BroadcastChannel(CHANGES);
    channel.postMessage([...changed]);
    channel.close();
  }
  return readAgain(client, changed);
}

/** The channel on which tabs say what they changed. */
const CHANGES = "casebook-changes";

/** Reads again what another tab changed, so that what was decided there cannot be decided here. @returns how to stop. */
export function listenToOtherTabs(client: QueryClient): () => void {
  const channel = new BroadcastChannel(CHANGES);
  channel.onmessage = ({ data }) => {
    if (Array.isArray(data)) void readFromElsewhere(client, new Set(data));
  };
  return () => channel.close();
}

/** The same for what somebody else changed. */
export const refreshTags = (client: QueryClient, tags: readonly Tag[]): Promise<void> =>
  readFromElsewhere(client, new Set<Tag>(["audit", ...tags]));

/** Lists that are worked through stay as they are: the next key must not decide on what has just moved there. */
function readFromElsewhere(client: QueryClient, changed: ReadonlySet<unknown>): Promise<void> {
  const isChanged = isOf(changed);
  return client.invalidateQueries({ predicate: (query) => query.meta?.still !== true && isChanged(query) });
}
