"use client";

import { usePathname, useSearchParams } from "next/navigation";
import { type ComponentType, useEffect, useState } from "react";
import type { SearchKind } from "@/lib/upkeep/contract";

/** What has pages of its own, and where they are. */
const PATHS = [
  { kind: "memory", path: "/memories" },
  { kind: "finding", path: "/reviews/findings" },
  { kind: "proposal", path: "/proposals" },
  { kind: "skill", path: "/skills" },
  { kind: "pattern", path: "/patterns" },
  { kind: "failure", path: "/failures" },
  { kind: "session", path: "/sessions" },
  { kind: "recall", path: "/recalls" },
  { kind: "repository", path: "/citations/repositories" },
] as const satisfies readonly { kind: SearchKind; path: string }[];

/** One of them that is open. */
export type OpenPlace = (typeof PATHS)[number] & { id: string };

/** What is open: on a page of its own, or in the drawer of a list, whose parameter is called as its kind. */
function openOf(pathname: string, parameters: URLSearchParams): OpenPlace | null {
  for (const place of PATHS) {
    if (pathname === place.path) {
      const id = parameters.get(place.kind);
      return id === null ? null : { ...place, id };
    }
    const id = pathname.slice(place.path.length + 1);
    if (pathname.startsWith(`${place.path}/`) && id !== "" && !id.includes("/"))
      return { ...place, id: decoded(id) };
  }
  return null;
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** Notes what the person opens. What does so is loaded once something is open. */
export function NotesOpened() {
  const open = openOf(usePathname(), useSearchParams());
  const isWanted = open !== null;
  const [Note, setNote] = useState<ComponentType<{ open: OpenPlace }> | null>(null);
  useEffect(() => {
    if (!isWanted) return;
    import("./note-opened").then(
      (part) => setNote(() => part.NoteOpened),
      // Without it nothing is noted, which nobody waits for.
      () => {},
    );
  }, [isWanted]);
  if (open === null || Note === null) return null;
  return <Note open={open} />;
}
