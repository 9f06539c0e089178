import type { InboxReference } from "../fields";

/** The page of the inbox on which an item is open. */
export function itemPath({ kind, subject_id }: InboxReference): string {
  return `/inbox?${new URLSearchParams({ kind, item: `${kind}:${subject_id}` })}`;
}
