import { DefinitionHint } from "@/components/pieces/definition-hint";
import { countOf, formatCount, formatShare } from "@/components/pieces/format";
import { INFERRED_WORDS } from "@/components/pieces/vocabulary";
import Link from "@/components/ui/link";
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
          After an agent answered, rules compare its answer and its diff with each memory that its session was
          served: identifiers, files, words, and whether they agree. A weak signal: right in about nine of ten
          cases where an answer seems to follow a memory, and in eight of ten where it seems to contradict
          one. It does not change a memory's quality, and an agent's own report replaces it.
        </DefinitionHint>
      </h2>
      {total === 0 ? (
        <p className="mt-1 text-muted-foreground text-sm">
          No answers were compared in this period, or everything was reported.
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
            n = {countOf(total, "served memory", "served memories")} that nobody reported on.{" "}
            <Link href={href} className="text-primary underline underline-offset-4">
              Open the recalls
            </Link>
          </p>
        </>
      )}
    </section>
  );
}
