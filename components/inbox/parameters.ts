import {
  createLoader,
  type inferParserType,
  parseAsBoolean,
  parseAsString,
  parseAsStringLiteral,
} from "nuqs/server";
import { INBOX_KINDS, type InboxItem, type inboxCounts, type inboxList } from "@/lib/inbox/contract";
import type { CallOf } from "@/lib/kernel/contract";
import { filterBy } from "@/lib/kernel/one-of";

/** What the URL of the inbox says. */
export const inboxParameters = {
  kind: parseAsStringLiteral(INBOX_KINDS),
  repository: parseAsString,
  assignee: parseAsString,
  later: parseAsBoolean.withDefault(false),
  cursor: parseAsString,
};
export type InboxParameters = inferParserType<typeof inboxParameters>;
export const loadInboxParameters = createLoader(inboxParameters);

/** A page of the inbox. */
export const inboxInput = ({
  kind,
  repository,
  assignee,
  later,
  cursor,
}: InboxParameters): CallOf<typeof inboxList> => ({
  kind: filterBy(kind),
  repository: repository ?? undefined,
  assignee: assignee ?? undefined,
  snoozed: later,
  cursor: cursor ?? undefined,
});

/** How much waits in a repository, or in all of them. */
export const countsInput = (repository: string | null): CallOf<typeof inboxCounts> => ({
  repository: repository ?? undefined,
});

/** One name for an item over all kinds. */
export const keyOfItem = ({ kind, subject_id }: Pick<InboxItem, "kind" | "subject_id">): string =>
  `${kind}:${subject_id}`;

/** The item that such a name is of. */
export function itemOfKey(key: string): Pick<InboxItem, "kind" | "subject_id">[] {
  const [name, subject_id] = key.split(":");
  const kind = INBOX_KINDS.find((each) => each === name);
  if (kind === undefined || subject_id === undefined) return [];
  return [{ kind, subject_id }];
}
