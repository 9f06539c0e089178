"use client";

import Link from "next/link";
import { usePathname } from "next/navigation";
import { parseAsString, useQueryState } from "nuqs";
import { cn } from "@/components/ui/cn";

const VIEWS = [
  { href: "/recalls", label: "Ledger" },
  { href: "/recalls/value", label: "Value and waste" },
  { href: "/recalls/playground", label: "Playground" },
] as const;

/** What agents were given, what it was worth, and what they would be given. */
export function RecallsNav() {
  const pathname = usePathname();
  const [repository] = useQueryState("repository", parseAsString);
  const query = repository === null ? "" : `?${new URLSearchParams({ repository })}`;
  return (
    <nav aria-label="Views of recalls" className="mb-5 flex gap-4 border-b">
      {VIEWS.map(({ href, label }) => {
        const current = pathname === href;
        return (
          <Link
            key={href}
            href={`${href}${query}`}
            aria-current={current ? "page" : undefined}
            className={cn(
              "-mb-px inline-flex h-9 items-center border-transparent border-b-2 px-0.5 text-muted-foreground text-sm transition-colors hover:text-foreground",
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
