"use client";

import type { ComponentProps } from "react";
import type { FilePlace } from "@/components/pieces/files-href";
import type { PlaceOf } from "./use-place";

/** A link to another place of the files: it opens here at once, and in a tab of its own where that is asked for. */
export function PlaceLink({
  place,
  to,
  onGone,
  ...props
}: Omit<ComponentProps<"a">, "href" | "onClick"> & {
  place: PlaceOf;
  to: FilePlace;
  /** After it was followed here. */
  onGone?: () => void;
}) {
  return (
    <a
      href={place.hrefOf(to)}
      onClick={(event) => {
        if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
        event.preventDefault();
        place.go(to);
        onGone?.();
      }}
      {...props}
    />
  );
}
