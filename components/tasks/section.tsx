import type { ReactNode } from "react";

/** A part of a page under its title. */
export function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title} className="mb-6 min-w-0">
      <h2 className="mb-2 font-medium text-base">{title}</h2>
      {children}
    </section>
  );
}
