"use client";

import type { ReactNode } from "react";
import { Choose } from "@/components/ui/choose";
import { useMessages } from "@/components/ui/messages";
import { reviewQueue } from "@/messages/compiled/review-queue";

/** The filters of a queue of memories, with how many wait. */
export function QueueFilters({
  total,
  children,
}: {
  /** Undefined while it is unknown. */
  total: number | undefined;
  children: ReactNode;
}) {
  const t = useMessages(reviewQueue);
  return (
    <search aria-label={t("filters")} className="mb-3 flex flex-wrap items-center gap-2">
      {children}
      {total !== undefined && (
        <p className="text-muted-foreground text-sm lg:ml-auto">
          {t.rich("waiting", {
            memories: total,
            count: (content) => <span className="font-medium text-foreground">{content}</span>,
          })}
        </p>
      )}
    </search>
  );
}

const ANY = "any";

/** One choice of several, or none of them where `anyLabel` offers that. */
export function FilterSelect<Value extends string>({
  label,
  value,
  anyLabel,
  options,
  onChange,
  className = "min-w-36",
}: {
  label: string;
  value: Value | null;
  anyLabel?: string;
  options: readonly { value: Value; label: ReactNode }[];
  onChange: (value: Value | null) => void;
  className?: string;
}) {
  const any = anyLabel === undefined ? [] : [{ value: ANY, label: anyLabel }];
  return (
    <Choose
      value={value ?? ANY}
      options={[...any, ...options]}
      onChoose={(next) => onChange(options.find((option) => option.value === next)?.value ?? null)}
      aria-label={label}
      className={className}
    />
  );
}
