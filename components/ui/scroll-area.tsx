"use client";

import { ScrollArea as Primitive } from "radix-ui";
import type { ComponentProps } from "react";
import { cn } from "./cn";

/** A region that scrolls with thin bars. `label` names it, because a region the keyboard can scroll needs a name. */
export function ScrollArea({
  label,
  className,
  children,
  ...props
}: ComponentProps<typeof Primitive.Root> & { label: string }) {
  return (
    <Primitive.Root className={cn("overflow-hidden", className)} {...props}>
      {/* Without a focusable viewport the keyboard cannot scroll it. */}
      <Primitive.Viewport tabIndex={0} role="region" aria-label={label} className="size-full">
        {children}
      </Primitive.Viewport>
      {(["vertical", "horizontal"] as const).map((orientation) => (
        <Primitive.Scrollbar
          key={orientation}
          orientation={orientation}
          className="flex touch-none select-none p-0.5 data-[orientation=horizontal]:h-2 data-[orientation=vertical]:w-2 data-[orientation=horizontal]:flex-col"
        >
          <Primitive.Thumb className="relative flex-1 rounded-full bg-border-strong/60" />
        </Primitive.Scrollbar>
      ))}
    </Primitive.Root>
  );
}
