import { wilson } from "@/lib/kernel/statistics";
import type { Share } from "./contract";

/** A share with its interval; without trials its figures are null. */
export function shareOf(successes: number, n: number): Share {
  const share = wilson(successes, n);
  return { n, successes, rate: share?.rate ?? null, low: share?.low ?? null, high: share?.high ?? null };
}
