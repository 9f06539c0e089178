"use client";

import { DefinitionHint } from "@/components/pieces/definition-hint";
import { useFormat } from "@/components/pieces/use-format";
import { INFERRED_WORDS } from "@/components/pieces/vocabulary";
import Link from "@/components/ui/link";
import { useMessages } from "@/components/ui/messages";
import type { InferredCounts } from "@/lib/recall/contract";
import { recallsValue } from "@/messages/compiled/recalls-value";
import { vocabulary } from "@/messages/compiled/vocabulary";

const OUTCOMES = [
  { key: "follows", className: "bg-ok" },
  { key: "contradicts", className: "bg-danger" },
  { key: "ignores", className: "bg-border-strong" },
  { key: "unknown", className: "bg-border" },
] as const;

/** What answers suggest became of the memories that nobody reported on, apart from what was reported. */
export function InferredBar({ inferred, href }: { inferred: InferredCounts; href: string }) {
  const t = useMessages(recallsValue);
  const shared = useMessages(vocabulary);
  const { formatShare } = useFormat();
  const total = OUTCOMES.reduce((sum, { key }) => sum + inferred[key], 0);
  return (
    <section aria-labelledby="inferred" className="mt-8">
      <h2 id="inferred" className="flex items-center gap-1 font-medium text-base">
        {t("inferred")}
        <DefinitionHint term={t("inferred")} rows_href={href}>
          {t("inferred_definition")}
        </DefinitionHint>
      </h2>
      {total === 0 ? (
        <p className="mt-1 text-muted-foreground text-sm">{t("nothing_inferred")}</p>
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
                {t("inferred_count", { outcome: shared(INFERRED_WORDS[key]), count: inferred[key] })}
                <span className="text-muted-foreground">({formatShare(inferred[key] / total)})</span>
              </li>
            ))}
          </ul>
          <p className="mt-1 text-muted-foreground text-xs">
            {t("inferred_sample", { count: total })}{" "}
            <Link href={href} className="text-primary underline underline-offset-4">
              {t("open_recalls")}
            </Link>
          </p>
        </>
      )}
    </section>
  );
}
