"use client";

import { ChevronLeft, ChevronRight } from "lucide-react";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { useMessages } from "@/components/ui/messages";
import { lists } from "@/messages/compiled/lists";
import { useFormat } from "./use-format";
import type { Pages } from "./use-pages";

/** The foot of a keyset-paged list: "1–50 of 12,345". The total is the true one, or said to be unavailable. */
export function Pager({
  first,
  shown,
  total,
  onPrevious,
  onNext,
  busy = false,
  className,
}: {
  /** The place of the first row shown, from 1. */
  first: number;
  /** How many rows are shown. */
  shown: number;
  total: number | null;
  /** Absent when there is nothing there. */
  onPrevious?: (() => void) | null;
  onNext?: (() => void) | null;
  busy?: boolean;
  className?: string;
}) {
  const t = useMessages(lists);
  const { formatCount } = useFormat();
  const range = shown === 0 ? "0" : `${formatCount(first)}–${formatCount(first + shown - 1)}`;
  return (
    <nav
      aria-label={t("pages")}
      className={cn("flex items-center justify-between gap-3 py-2 text-muted-foreground text-sm", className)}
    >
      {/* The figure that led here states the same number. */}
      <p aria-live="polite" data-total={total ?? undefined}>
        {total === null ? t("range_unknown", { range }) : t("range", { range, total })}
      </p>
      <div className="flex gap-1">
        <Button size="sm" variant="ghost" disabled={!onPrevious || busy} onClick={() => onPrevious?.()}>
          <ChevronLeft aria-hidden />
          {t("previous")}
        </Button>
        <Button size="sm" variant="ghost" disabled={!onNext || busy} onClick={() => onNext?.()}>
          {t("next")}
          <ChevronRight aria-hidden />
        </Button>
      </div>
    </nav>
  );
}

/** The foot of a list that was read with `usePages`; nothing before it was read, and nothing to see below an empty one. */
export function PagerOf({
  pages,
  page,
  busy,
}: {
  pages: Pages;
  page: { items: readonly unknown[]; total: number; next_cursor: string | null } | undefined;
  busy: boolean;
}) {
  if (!page) return null;
  if (page.total === 0) return <span hidden data-total={0} />;
  return (
    <Pager
      first={pages.first}
      shown={page.items.length}
      total={page.total}
      onPrevious={pages.onPrevious}
      onNext={pages.onNext(page)}
      busy={busy}
    />
  );
}
