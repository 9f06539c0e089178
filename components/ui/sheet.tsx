"use client";

import { useOpening } from "./dialog";
import { useFetchedAhead, useOnDemand } from "./on-demand";
import type { SheetContentProps } from "./sheet-opened";

export { Dialog as Sheet, DialogTrigger as SheetTrigger } from "./dialog";

const loadContent = () => import("./sheet-opened").then((part) => part.OpenedSheetContent);

/** A modal panel at an edge of the screen. */
export function SheetContent(props: SheetContentProps) {
  const opening = useOpening();
  useFetchedAhead(loadContent);
  const Content = useOnDemand(loadContent, opening.open, () => opening.onOpenChange(false));
  if (Content === null) return null;
  return <Content {...props} opening={opening} />;
}
