"use client";

import NextLink from "next/link";
import { type ComponentProps, useState } from "react";
import { staysHere } from "./unsaved";

/**
 * A link inside the dashboard. Its page is fetched ahead once it is pointed at: a list would fetch a page for each of its
 * rows otherwise. Without a connection it stays where it is, as the browser would leave the dashboard for an error of its own;
 * where something is not saved, the person is asked.
 */
export default function Link({ onMouseEnter, onNavigate, ...props }: ComponentProps<typeof NextLink>) {
  const [isPointedAt, setIsPointedAt] = useState(false);
  return (
    <NextLink
      {...props}
      prefetch={isPointedAt ? null : false}
      onMouseEnter={(event) => {
        setIsPointedAt(true);
        onMouseEnter?.(event);
      }}
      onNavigate={(event) => {
        if (staysHere()) event.preventDefault();
        else onNavigate?.(event);
      }}
    />
  );
}
