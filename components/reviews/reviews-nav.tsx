"use client";

import Link from "next/link";
import { usePathname } from "next/navigation";
import { parseAsString, useQueryState } from "nuqs";
import { cn } from "@/components/ui/cn";

const VIEWS = [
  { href: "/reviews", label: "Rules" },
  { href: "/reviews/charts", label: "Charts" },
  { href: "/reviews/findings", label: "Findings" },
  { href: "/reviews/list", label: "Reviews" },
  { href: "/reviews/imports", label: "Imports" },
] as const;

/** The ways to look at the same evaluations: by rule, in charts, by finding, by review, and how they came in. */
export function ReviewsNav() {
  const pathname = usePathname();
  const [repository] = useQueryState("repository", parseAsString);
  const query = repository === null ? "" : `?${new URLSearchParams({ repository })}`;
  return (
    <nav aria-label="Views of reviews" className="mb-5 flex gap-4 overflow-x-auto border-b">
      {VIEWS.map(({ href, label }) => {
        const current = pathname === href || (href === "/reviews/imports" && pathname.startsWith(href));
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
