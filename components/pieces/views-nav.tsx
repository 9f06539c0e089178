"use client";

import { usePathname } from "next/navigation";
import { parseAsString, useQueryState } from "nuqs";
import { useEffect, useRef } from "react";
import { cn } from "@/components/ui/cn";
import Link from "@/components/ui/link";

/** A page of a section. `or_below`: it is the current one on the pages below it too. */
export type View = { href: string; label: string; or_below?: true };

/** The pages on which a section can be looked at; the chosen repository goes along. */
export function ViewsNav({ label, views }: { label: string; views: readonly View[] }) {
  const pathname = usePathname();
  const [repository] = useQueryState("repository", parseAsString);
  const query = repository === null ? "" : `?${new URLSearchParams({ repository })}`;
  const nav = useRef<HTMLElement>(null);
  // On a phone the current one may be beyond the edge.
  useEffect(() => {
    const current = nav.current?.querySelector(`[aria-current="page"][href^="${pathname}"]`);
    current?.scrollIntoView({ block: "nearest", inline: "nearest" });
  }, [pathname]);
  return (
    <nav
      ref={nav}
      aria-label={label}
      className="fade-scrolled mb-5 flex gap-4 scrolls-sideways border-b [scrollbar-width:none]"
    >
      {views.map(({ href, label, or_below }) => {
        const current = pathname === href || (or_below === true && pathname.startsWith(href));
        return (
          <Link
            key={href}
            href={`${href}${query}`}
            aria-current={current ? "page" : undefined}
            className={cn(
              "focus-visible:-outline-offset-2 -mb-px inline-flex h-9 shrink-0 items-center whitespace-nowrap border-transparent border-b-2 px-0.5 text-muted-foreground text-sm transition-colors hover:text-foreground",
              current && "border-primary font-medium text-foreground",
            )}
          >
            {label}
          </Link>
        );
      })}
    </nav>
  );
}
