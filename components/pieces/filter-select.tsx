"use client";

import type { ReactNode } from "react";
import { Choose } from "@/components/ui/choose";

const ANY = "*";

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
