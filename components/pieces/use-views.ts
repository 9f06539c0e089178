"use client";

import { useQuery } from "@tanstack/react-query";
import { usePathname, useRouter, useSearchParams } from "next/navigation";
import { useEffect } from "react";
import { type SavedView, viewList } from "@/lib/access/contract";
import { operationQuery } from "@/lib/doors/client";
import type { ListDisplay } from "./use-list-display";
import { type Known, knownQuery, NOTHING_HIDDEN } from "./view-query";

/** Said in the address where the list is wanted as it is, although it usually opens with a view. */
const NO_VIEW = "none";

export type Views = ReturnType<typeof useViews>;

/** The saved views of a list, which of them is open, and what the list shows now as a view would keep it. */
export function useViews({
  name,
  display: { hidden, density },
  known,
}: {
  name: string;
  display: ListDisplay;
  known: Known;
}) {
  const router = useRouter();
  const path = usePathname();
  const search = useSearchParams();
  const views = useQuery(operationQuery(viewList, { list: name })).data?.items;

  const now = new URLSearchParams(search);
  now.set("hide", hidden.join(",") || NOTHING_HIDDEN);
  now.set("density", density);
  const { query } = knownQuery(now.toString(), known);

  const open = views?.find(({ id }) => id === search.get("saved")) ?? null;
  const opened = open && knownQuery(open.query, known);
  const hrefOf = (view: Pick<SavedView, "id" | "query">) => {
    const address = new URLSearchParams(knownQuery(view.query, known).query);
    address.set("saved", view.id);
    return `${path}?${address}`;
  };

  const usual = views?.find(({ is_default }) => is_default);
  const usualHref = usual && search.size === 0 ? hrefOf(usual) : null;
  useEffect(() => {
    if (usualHref !== null) router.replace(usualHref, { scroll: false });
  }, [usualHref, router]);

  return {
    list: name,
    views: views ?? [],
    open,
    /** The list shows something else than was saved. */
    isChanged: opened !== null && (opened.query !== query || opened.dropped.length > 0),
    dropped: opened?.dropped ?? [],
    /** What a view of the list as it is now says. */
    query,
    hrefOf,
    show: (view: Pick<SavedView, "id" | "query"> | null) =>
      router.push(view === null ? `${path}?saved=${NO_VIEW}` : hrefOf(view), { scroll: false }),
  };
}
