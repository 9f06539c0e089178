import { ChevronLeft } from "lucide-react";
import Link from "next/link";
import type { ReactNode } from "react";

/** The way from one thing back to the list that it is in. */
export function BackLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <p className="mb-3">
      <Link
        href={href}
        className="-ml-1 inline-flex items-center gap-1 rounded-sm text-muted-foreground text-sm hover:text-foreground"
      >
        <ChevronLeft aria-hidden className="size-3.5" />
        {children}
      </Link>
    </p>
  );
}
