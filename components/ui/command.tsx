"use client";

import { Command as Primitive } from "cmdk";
import { Search } from "lucide-react";
import { type ComponentProps, useEffect, useRef, useState } from "react";
import { cn } from "./cn";

export function Command({
  className,
  ...props
}: Omit<ComponentProps<typeof Primitive>, "ref" | "value" | "onValueChange">) {
  const root = useRef<HTMLDivElement>(null);
  const [value, setValue] = useState("");
  // cmdk looks for the selected item before React has marked it, and so does not announce the first of late results.
  useEffect(() => {
    const selected = root.current?.querySelector('[cmdk-item][aria-selected="true"]');
    if (selected)
      root.current?.querySelector("[cmdk-input]")?.setAttribute("aria-activedescendant", selected.id);
  });
  return (
    <Primitive
      ref={root}
      value={value}
      onValueChange={setValue}
      className={cn("flex min-h-0 flex-col", className)}
      {...props}
    />
  );
}

export function CommandInput({ className, ...props }: ComponentProps<typeof Primitive.Input>) {
  return (
    <div className="flex items-center gap-2 border-b px-3">
      <Search aria-hidden className="size-4 shrink-0 text-muted-foreground" />
      <Primitive.Input
        className={cn(
          "h-10 w-full bg-transparent text-base outline-none placeholder:text-muted-foreground",
          className,
        )}
        {...props}
      />
    </div>
  );
}

export function CommandList({ className, ...props }: ComponentProps<typeof Primitive.List>) {
  return (
    <Primitive.List
      className={cn("max-h-80 scroll-py-1 overflow-y-auto overflow-x-hidden p-1", className)}
      {...props}
    />
  );
}

export function CommandEmpty({ className, ...props }: ComponentProps<typeof Primitive.Empty>) {
  return (
    <Primitive.Empty
      className={cn("px-3 py-6 text-center text-muted-foreground text-sm", className)}
      {...props}
    />
  );
}

export function CommandGroup({ className, ...props }: ComponentProps<typeof Primitive.Group>) {
  return (
    <Primitive.Group
      className={cn(
        "[&_[cmdk-group-heading]]:px-2 [&_[cmdk-group-heading]]:pt-2 [&_[cmdk-group-heading]]:pb-1 [&_[cmdk-group-heading]]:text-muted-foreground [&_[cmdk-group-heading]]:text-xs",
        className,
      )}
      {...props}
    />
  );
}

export function CommandItem({ className, ...props }: ComponentProps<typeof Primitive.Item>) {
  return (
    <Primitive.Item
      className={cn(
        "flex h-9 cursor-pointer select-none items-center gap-2.5 rounded-sm px-2 text-sm data-[disabled=true]:opacity-55 data-[selected=true]:bg-accent [&_svg]:size-4 [&_svg]:shrink-0 [&_svg]:text-muted-foreground",
        className,
      )}
      {...props}
    />
  );
}
