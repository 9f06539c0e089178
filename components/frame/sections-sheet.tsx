"use client";

import { useState } from "react";
import { useMessages } from "@/components/ui/messages";
import type { Opened } from "@/components/ui/on-demand";
import { Sheet, SheetContent, SheetTrigger } from "@/components/ui/sheet";
import { frame } from "@/messages/compiled/frame";
import { type SectionCounts, SectionLinks, Wordmark } from "./sidebar";
import type { WaitingPlaces } from "./waiting-places";

/** The sections on a narrow screen, at its left. */
export function SectionsSheet({
  counts,
  places,
  repository,
  organization,
  trigger,
}: {
  counts: SectionCounts;
  places: WaitingPlaces;
  repository: string | null;
  organization: { name: string };
} & Opened) {
  const t = useMessages(frame);
  const [open, setOpen] = useState(true);
  return (
    <Sheet open={open} onOpenChange={setOpen}>
      <SheetTrigger asChild>{trigger}</SheetTrigger>
      <SheetContent side="left" title={<Wordmark />}>
        <nav aria-label={t("sections")} className="p-2">
          <SectionLinks
            counts={counts}
            places={places}
            repository={repository}
            onNavigate={() => setOpen(false)}
          />
        </nav>
        <p className="border-t px-4.5 py-3 text-muted-foreground text-sm">{organization.name}</p>
      </SheetContent>
    </Sheet>
  );
}
