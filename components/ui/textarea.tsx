import type { ComponentProps } from "react";
import { cn } from "./cn";
import { fieldClasses } from "./input";

export function Textarea({ className, ...props }: ComponentProps<"textarea">) {
  return (
    <textarea
      className={cn(fieldClasses, "field-sizing-content min-h-20 px-2.5 py-1.5 leading-5", className)}
      {...props}
    />
  );
}
