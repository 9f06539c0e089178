import { RateLimiterMemory, type RateLimiterRes } from "rate-limiter-flexible";
import { env } from "@/lib/env";
import { AppError } from "@/lib/kernel/errors";

const held = globalThis as { casebook_limits?: { known: RateLimiterMemory; unknown: RateLimiterMemory } };

/** Counted in each process: behind a balancer the limit holds per process, which is what protects that process. */
function limiters() {
  if (!held.casebook_limits) {
    const points = env().RATE_LIMIT_PER_MINUTE;
    held.casebook_limits = {
      known: new RateLimiterMemory({ points, duration: 60 }),
      unknown: new RateLimiterMemory({ points: Math.max(1, Math.ceil(points / 10)), duration: 60 }),
    };
  }
  return held.casebook_limits;
}

/** @throws AppError rate_limited with the seconds to wait. */
export async function countRequest(kind: "known" | "unknown", who: string): Promise<void> {
  try {
    await limiters()[kind].consume(who);
  } catch (refusal) {
    const wait = (refusal as RateLimiterRes).msBeforeNext;
    if (typeof wait !== "number") throw refusal;
    const retry_after_seconds = Math.max(1, Math.ceil(wait / 1000));
    throw new AppError("rate_limited", `Too many requests; try again in ${retry_after_seconds} s.`, {
      retry_after_seconds,
    });
  }
}

/**
 * The address a request comes from, as far as it can be trusted: the last entry of X-Forwarded-For is what the nearest
 * proxy (or Next itself) saw.
 */
export function addressOf(request: Request): string {
  return request.headers.get("x-forwarded-for")?.split(",").at(-1)?.trim() || "unknown";
}
