"use client";

import type { ReactNode } from "react";
import Link from "@/components/ui/link";
import { useMessages } from "@/components/ui/messages";
import type { Opened } from "@/components/ui/on-demand";
import { Popover, PopoverContent, PopoverTrigger } from "@/components/ui/popover";
import { figures } from "@/messages/compiled/figures";

export type Definition = { term: string; children: ReactNode; rows_href?: string };

export function DefinitionHintOpened({ trigger, term, children, rows_href }: Definition & Opened) {
  const t = useMessages(figures);
  return (
    <Popover defaultOpen>
      <PopoverTrigger asChild>{trigger}</PopoverTrigger>
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
