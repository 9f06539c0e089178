"use client";

import * as Primitive from "radix-ui/tabs";
import type { ComponentProps } from "react";
import { cn } from "./cn";

export const Tabs = Primitive.Root;
export const TabsContent = Primitive.Content;

export function TabsList({ className, ...props }: ComponentProps<typeof Primitive.List>) {
  return (
    <Primitive.List
      className={cn("fade-scrolled flex gap-4 scrolls-sideways border-b [scrollbar-width:none]", className)}
      {...props}
    />
  );
}

export function TabsTrigger({ className, ...props }: ComponentProps<typeof Primitive.Trigger>) {
  return (
    <Primitive.Trigger
      className={cn(
        "-mb-px focus-visible:-outline-offset-2 inline-flex h-9 shrink-0 items-center gap-1.5 border-transparent border-b-2 px-0.5 text-muted-foreground text-sm transition-colors hover:text-foreground data-[state=active]:border-primary data-[state=active]:font-medium data-[state=active]:text-foreground",
        className,
      )}
      {...props}
    />
  );
}
