"use client";

import { Check, ChevronDown } from "lucide-react";
import * as Primitive from "radix-ui/select";
import type { ComponentProps } from "react";
import { cn } from "./cn";
import { fieldClasses } from "./input";

export const Select = Primitive.Root;
export const SelectValue = Primitive.Value;

export function SelectTrigger({ className, children, ...props }: ComponentProps<typeof Primitive.Trigger>) {
  return (
    <Primitive.Trigger
      className={cn(
        fieldClasses,
        "inline-flex h-8 w-auto items-center justify-between gap-2 px-2.5 text-left data-placeholder:text-muted-foreground [&>span]:truncate",
        className,
      )}
      {...props}
    >
      {children}
      <Primitive.Icon asChild>
        <ChevronDown aria-hidden className="size-3.5 shrink-0 text-muted-foreground" />
      </Primitive.Icon>
    </Primitive.Trigger>
  );
}

export function SelectContent({ className, children, ...props }: ComponentProps<typeof Primitive.Content>) {
  return (
    <Primitive.Portal>
      <Primitive.Content
        position="popper"
        sideOffset={4}
        className={cn(
          "fade-in-0 z-50 max-h-(--radix-select-content-available-height) min-w-(--radix-select-trigger-width) animate-in overflow-hidden rounded-md border bg-popover shadow-float duration-100",
          className,
        )}
        {...props}
      >
        <Primitive.Viewport className="p-1">{children}</Primitive.Viewport>
      </Primitive.Content>
    </Primitive.Portal>
  );
}

export function SelectItem({ className, children, ...props }: ComponentProps<typeof Primitive.Item>) {
  return (
    <Primitive.Item
      className={cn(
        "relative flex h-8 select-none items-center rounded-sm pr-2 pl-7 text-sm outline-none data-disabled:opacity-55 data-highlighted:bg-accent",
        className,
      )}
      {...props}
    >
      <Primitive.ItemIndicator className="absolute left-2">
        <Check aria-hidden className="size-3.5 text-primary" />
      </Primitive.ItemIndicator>
      <Primitive.ItemText>{children}</Primitive.ItemText>
    </Primitive.Item>
  );
}
