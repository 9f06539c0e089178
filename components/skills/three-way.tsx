"use client";

import { CodeLines } from "@/components/pieces/code-lines";
import { useMessages } from "@/components/ui/messages";
import type { ConflictRegion } from "@/lib/skills/contract";
import { skillsDelivery } from "@/messages/compiled/skills-delivery";

/** The lines that both sides changed: as they were, as one would have them, as they are now. */
export function ThreeWay({
  region,
  reason,
  labels: [base, version, file],
  className,
}: {
  region: ConflictRegion;
  reason: string;
  /** What the three texts are, oldest first. */
  labels: readonly [base: string, version: string, file: string];
  className?: string;
}) {
  const t = useMessages(skillsDelivery);
  const sides = [
    { label: base, text: region.base },
    { label: version, text: region.version },
    { label: file, text: region.file },
  ];
  return (
    <section aria-label={t("three_texts", { line: region.line })} className={className}>
      <p className="mb-2 text-sm">{reason}</p>
      <div className="grid gap-3">
        {sides.map(({ label, text }) => (
          <div key={label} className="min-w-0">
            <p className="mb-1 text-muted-foreground text-xs">{label}</p>
            {text === "" ? (
              <p className="rounded-md border px-2 py-1.5 text-muted-foreground text-xs">{t("text_empty")}</p>
            ) : (
              <CodeLines label={label} text={text} wrap className="rounded-md border" />
            )}
          </div>
        ))}
      </div>
    </section>
  );
}
