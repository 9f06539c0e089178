import { ChevronLeft } from "lucide-react";
import type { ReactNode } from "react";
import Link from "@/components/ui/link";

/** The way from one thing back to the list that it is in, and the thing's `place` there. */
export function BackLink({
  href,
  children,
  place,
}: {
  href: string;
  children: ReactNode;
  place?: ReactNode;
}) {
  return (
    <p className="mb-3 flex flex-wrap items-center gap-x-2 text-muted-foreground text-sm">
      <Link href={href} className="-ml-1 inline-flex items-center gap-1 rounded-sm hover:text-foreground">
        <ChevronLeft aria-hidden className="size-3.5" />
        {children}
      </Link>
      {place}
    </p>
  );
}
