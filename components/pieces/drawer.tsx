"use client";

import { parseAsString, useQueryState } from "nuqs";
import { useFetchedAhead, useOnDemand } from "@/components/ui/on-demand";
import type { DrawerProps } from "./drawer-opened";

/** Which row is open beside the list, kept in the URL under `parameter`; going back closes it. */
export function useDrawer(parameter: string) {
  const [id, setId] = useQueryState(parameter, parseAsString.withOptions({ history: "push" }));
  return {
    id,
    open: (next: string) => {
      void setId(next);
    },
    close: () => {
      void setId(null);
    },
  };
}

const loadDrawer = () => import("./drawer-opened").then((part) => part.OpenedDrawer);

/**
 * Details at the right of a list that stays in place and in use: not modal, so the list's keys go on working.
 * Escape closes it. `page_href` is the same thing as a page of its own.
 */
export function Drawer(props: DrawerProps) {
  const { open, onClose } = props;
  useFetchedAhead(loadDrawer);
  const Opened = useOnDemand(loadDrawer, open, onClose, false);
  return Opened && <Opened {...props} />;
}
