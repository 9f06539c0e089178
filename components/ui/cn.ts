import { type ClassValue, clsx } from "clsx";
import { mergeClasses } from "./merge-classes";

/** What rows of a list ask for again and again. */
const known = new Map<string, string>();
const MOST_KNOWN = 1000;

/** Joins class names; of two Tailwind classes that set the same property the later wins. */
export function cn(...inputs: ClassValue[]): string {
  const joined = clsx(inputs);
  const before = known.get(joined);
  if (before !== undefined) return before;
  const merged = mergeClasses(joined);
  if (known.size >= MOST_KNOWN) known.clear();
  known.set(joined, merged);
  return merged;
}
