import { createLoader, parseAsString, parseAsStringLiteral } from "nuqs/server";
import type { CallOf } from "@/lib/kernel/contract";
import { filterBy } from "@/lib/kernel/one-of";
import {
  MEMORY_KINDS,
  type MemoryKind,
  QUARANTINE_SORTS,
  type quarantineList,
} from "@/lib/memories/contract";

/** What the URL of the quarantine says. `repository` is `owner/name`. */
export const quarantineParameters = {
  repository: parseAsString,
  kind: parseAsStringLiteral(MEMORY_KINDS),
  sort: parseAsStringLiteral(QUARANTINE_SORTS).withDefault("status_since"),
  cursor: parseAsString,
};

export const loadQuarantineParameters = createLoader(quarantineParameters);

/** Memories on one page of the quarantine: each is read whole, so few. */
const PAGE = 25;

export const quarantineInput = ({
  repository,
  kind,
  sort,
  cursor,
}: {
  repository: string | null;
  kind: MemoryKind | null;
  sort: (typeof QUARANTINE_SORTS)[number];
  cursor?: string | null;
}): CallOf<typeof quarantineList> => ({
  repository: repository ?? undefined,
  kind: filterBy(kind),
  sort,
  cursor: cursor ?? undefined,
  limit: PAGE,
});
