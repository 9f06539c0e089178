import { type ReactNode, useId } from "react";

/** A part of a memory in full, under its heading. */
export function Section({
  title,
  hint,
  children,
}: {
  title: ReactNode;
  hint?: ReactNode;
  children: ReactNode;
}) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="flex min-w-0 flex-col gap-2.5 border-t pt-4">
      <h2 id={id} className="flex items-center gap-1 font-semibold text-sm">
        {title}
        {hint}
      </h2>
      {children}
    </section>
  );
}
