"use client";

import { useQuery } from "@tanstack/react-query";
import { useSettled } from "@/components/ui/use-settled";
import { listQuery } from "@/lib/doors/client";
import { toStorable } from "@/lib/kernel/storable";
import { globalSearch, MAX_SEARCH_TEXT, type SearchGroup } from "@/lib/upkeep/contract";
import { fitsWords, typedWords } from "./palette-match";

/** Between two keys of somebody who types. */
const SETTLED_MS = 120;

const HALF_PAIR_AT_END = /[\uD800-\uDBFF]$/;

/** What is typed as it can be asked: storable text, cut to what the server takes. */
export const askable = (typed: string): string =>
  toStorable(typed).trim().slice(0, MAX_SEARCH_TEXT).replace(HALF_PAIR_AT_END, "");

/** Of what was found for other words, what fits these too. */
function stillFitting(groups: readonly SearchGroup[], words: readonly string[]): SearchGroup[] {
  return groups.map((group) => ({
    ...group,
    items: group.items.filter(({ title, detail, repository }) =>
      fitsWords([title, detail, repository].join(" "), words),
    ),
  }));
}

/** What the server finds for what is typed. A newer question cancels the one before. */
export function useFound(typed: string) {
  const wanted = askable(typed);
  const asked = useSettled(wanted, SETTLED_MS);
  const query = useQuery({
    ...listQuery(globalSearch, { q: asked }),
    enabled: asked !== "" && wanted !== "",
    // Somebody who waits asks again by typing.
    retry: false,
  });
  const isSettled = wanted === asked && !query.isPlaceholderData;
  const groups = wanted === "" ? [] : (query.data?.groups ?? []);
  return {
    groups: isSettled ? groups : stillFitting(groups, typedWords(wanted)),
    isSearching: wanted !== "" && (wanted !== asked || query.isFetching),
    error: wanted === "" ? null : query.error,
  };
}
