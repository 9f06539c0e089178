import { type ClassValue, clsx } from "clsx";
import { extendTailwindMerge } from "tailwind-merge";

// The scale of globals.css has names of its own; without them tailwind-merge would take `shadow-float` for a colour.
const merge = extendTailwindMerge({ extend: { theme: { shadow: ["float"], container: ["prose"] } } });

/** Joins class names; of two Tailwind classes that set the same property the later wins. */
export function cn(...inputs: ClassValue[]): string {
  return merge(clsx(inputs));
}
