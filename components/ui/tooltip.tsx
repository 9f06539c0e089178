"use client";

import * as Primitive from "radix-ui/tooltip";
import type { ReactNode } from "react";
import { cn } from "./cn";

export const TooltipProvider = Primitive.Provider;

/** Explains its only child on hover and on keyboard focus. Nothing that is needed may live only here. */
export function Tooltip({
  content,
  side,
  className,
  children,
}: {
  content: ReactNode;
  side?: "top" | "right" | "bottom" | "left";
  className?: string;
  children: ReactNode;
}) {
  return (
    <Primitive.Root>
      <Primitive.Trigger asChild>{children}</Primitive.Trigger>
      <Primitive.Portal>
        <Primitive.Content
          side={side}
          sideOffset={5}
          collisionPadding={8}
          className={cn(
            "fade-in-0 z-50 max-w-80 animate-in rounded-md border bg-popover px-2.5 py-1.5 text-foreground text-xs shadow-float duration-100",
            className,
          )}
        >
          {content}
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  );
}
