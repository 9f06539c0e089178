"use client";

import { CircleHelp } from "lucide-react";
import type { ReactNode } from "react";
import Link from "@/components/ui/link";
import { useMessages } from "@/components/ui/messages";
import { Popover, PopoverContent, PopoverTrigger } from "@/components/ui/popover";
import { figures } from "@/messages/compiled/figures";

/** How a figure is computed, one click away from it, with a way to the rows behind it. */
export function DefinitionHint({
  term,
  children,
  rows_href,
}: {
  term: string;
  children: ReactNode;
  rows_href?: string;
}) {
  const t = useMessages(figures);
  return (
    <Popover>
      <PopoverTrigger
        className="inline-flex size-6 shrink-0 align-text-bottom items-center justify-center rounded-full text-muted-foreground hover:text-foreground"
        aria-label={t("how_computed", { term })}
      >
        <CircleHelp aria-hidden className="size-3.5" />
      </PopoverTrigger>
      <PopoverContent align="start" className="flex flex-col gap-1.5">
        <p className="font-medium">{term}</p>
        <div className="text-pretty text-muted-foreground">{children}</div>
        {rows_href && (
          <Link href={rows_href} className="text-primary underline-offset-4 hover:underline">
            {t("open_rows")}
          </Link>
        )}
      </PopoverContent>
    </Popover>
  );
}
