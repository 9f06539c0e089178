import type { ReactNode } from "react";

/** A named fact in a list of them. */
export function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-muted-foreground text-xs">{label}</dt>
      <dd className="wrap-anywhere text-sm">{children}</dd>
    </div>
  );
}

export function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title} className="mb-6 min-w-0">
      <h2 className="mb-2 font-medium text-base">{title}</h2>
      {children}
    </section>
  );
}
