"use client";

import type { SavedView } from "@/lib/access/contract";
import { useMe } from "./use-me";
import { SHARES_VIEWS } from "./view-query";

/** Whether this person may change a view: their own, or a shared one of a lead. */
export function useMayChangeView(view: SavedView | null): boolean {
  const { may } = useMe();
  return view !== null && (!view.shared || may(SHARES_VIEWS));
}
