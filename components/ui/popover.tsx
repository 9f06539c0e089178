"use client";

import * as Primitive from "radix-ui/popover";
import type { ComponentProps } from "react";
import { cn } from "./cn";

export const Popover = Primitive.Root;
export const PopoverTrigger = Primitive.Trigger;

export function PopoverContent({ className, ...props }: ComponentProps<typeof Primitive.Content>) {
  return (
    <Primitive.Portal>
      <Primitive.Content
        sideOffset={4}
        collisionPadding={12}
        className={cn(
          "fade-in-0 z-50 w-72 max-w-[calc(100vw-1.5rem)] animate-in rounded-md border bg-popover p-3 text-sm shadow-float duration-100",
          className,
        )}
        {...props}
      />
    </Primitive.Portal>
  );
}
