import Link from "next/link";
import { DefinitionHint } from "@/components/pieces/definition-hint";
import { formatCount, formatShare } from "@/components/pieces/format";
import { INFERRED_WORDS } from "@/components/pieces/vocabulary";
import type { InferredCounts } from "@/lib/recall/contract";

const OUTCOMES = [
  { key: "follows", className: "bg-ok" },
  { key: "contradicts", className: "bg-danger" },
  { key: "ignores", className: "bg-border-strong" },
  { key: "unknown", className: "bg-border" },
] as const;

/** What answers suggest became of the memories that nobody reported on, apart from what was reported. */
export function InferredBar({ inferred, href }: { inferred: InferredCounts; href: string }) {
  const total = OUTCOMES.reduce((sum, { key }) => sum + inferred[key], 0);
  return (
    <section aria-labelledby="inferred" className="mt-8">
      <h2 id="inferred" className="flex items-center gap-1 font-medium text-base">
        Inferred from answers
        <DefinitionHint term="Inferred from answers" rows_href={href}>
          When an agent has answered, rules compare its answer and its diff with each memory that its session
          had been given: identifiers, files, words and their direction. A weak sign, right in about nine of
          ten cases where it says that an answer follows a memory and eight of ten where it says that it
          contradicts one; it moves no quality, and a report replaces it.
        </DefinitionHint>
      </h2>
      {total === 0 ? (
        <p className="mt-1 text-muted-foreground text-sm">
          No answer was compared in this period, or everything was reported.
        </p>
      ) : (
        <>
          <div aria-hidden className="mt-2 flex h-3 max-w-xl overflow-hidden rounded-xs">
            {OUTCOMES.map(({ key, className }) => (
              <span key={key} className={className} style={{ width: `${(inferred[key] / total) * 100}%` }} />
            ))}
          </div>
          <ul className="mt-2 flex flex-wrap gap-x-5 gap-y-1 text-sm">
            {OUTCOMES.map(({ key, className }) => (
              <li key={key} className="inline-flex items-center gap-1.5 tabular-nums">
                <span aria-hidden className={`size-2.5 rounded-xs ${className}`} />
                {INFERRED_WORDS[key]} {formatCount(inferred[key])}
                <span className="text-muted-foreground">({formatShare(inferred[key] / total)})</span>
              </li>
            ))}
          </ul>
          <p className="mt-1 text-muted-foreground text-xs">
            n = {formatCount(total)} memories served that nobody reported on.{" "}
            <Link href={href} className="text-primary underline underline-offset-4">
              Open the recalls
            </Link>
          </p>
        </>
      )}
    </section>
  );
}
