"use client";

import { useMemo } from "react";
import { z } from "zod";
import { useDraft } from "@/components/pieces/use-draft";
import { useMe } from "@/components/pieces/use-me";
import { SEARCH_KINDS } from "@/lib/upkeep/contract";
import { RECENT_KEPT } from "./recent";

const recentSchema = z
  .array(
    z.object({
      kind: z.enum(SEARCH_KINDS),
      href: z.string().startsWith("/").max(2_000),
      title: z.string().max(200),
    }),
  )
  .max(RECENT_KEPT);

const NONE: z.output<typeof recentSchema> = [];

/**
 * What this person opened last in this organization, the latest first, in this browser alone. It is kept where what was
 * not sent is kept, so signing out forgets it too.
 */
export function useRecent() {
  const { organization } = useMe();
  const [stored, keep] = useDraft(organization && `recent.${organization.id}`, recentSchema);
  return useMemo(() => ({ recent: stored ?? NONE, keep }), [stored, keep]);
}
