import type { ReactNode } from "react";

/** The buttons of the open item at the foot of a small screen. */
export function QueueFoot({ children }: { children: ReactNode }) {
  return (
    <div
      data-bottom-bar=""
      className="-mx-4 sm:-mx-6 sticky bottom-0 z-20 mt-4 border-t bg-background px-4 py-2.5 sm:px-6 lg:hidden"
    >
      {children}
    </div>
  );
}
