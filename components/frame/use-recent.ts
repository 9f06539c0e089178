"use client";

import { useMemo } from "react";
import { isRecord } from "@/components/pieces/kept";
import { useDraft } from "@/components/pieces/use-draft";
import { useMe } from "@/components/pieces/use-me";
import { SEARCH_KINDS } from "@/lib/upkeep/contract";
import { RECENT_KEPT, type Recent } from "./recent";

const isRecent = (value: unknown): value is Recent => {
  if (!isRecord(value)) return false;
  const { kind, href, title } = value;
  const isPlace = typeof href === "string" && href.startsWith("/") && href.length <= 2_000;
  const isTitled = typeof title === "string" && title.length <= 200;
  return isPlace && isTitled && SEARCH_KINDS.some((known) => known === kind);
};

const isRecentList = (value: unknown): value is readonly Recent[] =>
  Array.isArray(value) && value.length <= RECENT_KEPT && value.every(isRecent);

const NONE: readonly Recent[] = [];

/**
 * What this person opened last in this organization, the latest first, in this browser alone. It is kept where what was
 * not sent is kept, so signing out forgets it too.
 */
export function useRecent() {
  const { organization } = useMe();
  const [stored, keep] = useDraft(organization && `recent.${organization.id}`, isRecentList);
  return useMemo(() => ({ recent: stored ?? NONE, keep }), [stored, keep]);
}
