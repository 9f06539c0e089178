import { env } from "@/lib/env";
import { DAY_MS } from "@/lib/kernel/time";

const HOUR_MS = 3_600_000;

/** A login is alive that was seen and was begun after these moments. */
export type LoginLimits = { seen_since: Date; begun_since: Date };

/** The limits in force, from the settings: a shorter one ends logins that were begun before it. */
export function loginLimits(now: Date): LoginLimits {
  const { SIGN_IN_IDLE_HOURS, SIGN_IN_MAX_DAYS } = env();
  return {
    seen_since: new Date(now.getTime() - SIGN_IN_IDLE_HOURS * HOUR_MS),
    begun_since: new Date(now.getTime() - SIGN_IN_MAX_DAYS * DAY_MS),
  };
}
