"use client";

import { useMessages } from "@/components/ui/messages";
import type { AsOf } from "@/lib/memories/contract";
import { asOf } from "@/messages/compiled/as-of";

/** What is not known of an earlier moment any more, or answered as it is now; nothing where all is known. */
export function AsOfReasons({ as_of }: { as_of: Pick<AsOf, "complete" | "reasons"> }) {
  const t = useMessages(asOf);
  if (as_of.complete) return null;
  return (
    <details className="mt-1 text-muted-foreground text-xs">
      <summary className="w-fit cursor-pointer hover:text-foreground">{t("incomplete")}</summary>
      <ul className="mt-1 flex max-w-prose list-disc flex-col gap-0.5 pl-5">
        {as_of.reasons.map((reason) => (
          <li key={reason}>{reason}</li>
        ))}
      </ul>
    </details>
  );
}
