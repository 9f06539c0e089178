import { cn } from "@/components/ui/cn";
import Link from "@/components/ui/link";
import { visible } from "@/components/ui/visible";

/** A memory's statement, at most two lines of it, that leads to the memory. */
export function StatementLink({
  memory,
  className,
}: {
  memory: { id: string; statement: string };
  className?: string;
}) {
  return (
    <Link
      href={`/memories/${memory.id}`}
      dir="auto"
      className={cn("line-clamp-2 text-sm underline-offset-4 wrap-anywhere hover:underline", className)}
    >
      {visible(memory.statement)}
    </Link>
  );
}
