import { LRUCache } from "lru-cache";
import { AppError } from "@/lib/kernel/errors";
import { defineQuery } from "@/lib/runtime/operation";
import * as contract from "./contract";
import { testService } from "./probes";

const MINUTE_MS = 60_000;

/** When each organization asked last, by service. */
const asked = new LRUCache<string, readonly number[]>({ max: 10_000, ttl: MINUTE_MS });

/** @throws AppError rate_limited, for each test costs somebody's tokens and time. */
function countTest(key: string, at: number): void {
  const recent = (asked.get(key) ?? []).filter((moment) => at - moment < MINUTE_MS);
  const [oldest = at] = recent;
  if (recent.length >= contract.TESTS_A_MINUTE) {
    const retry_after_seconds = Math.ceil((oldest + MINUTE_MS - at) / 1_000);
    throw new AppError(
      "rate_limited",
      `It was tested ${recent.length} times within a minute; try again in ${retry_after_seconds} s.`,
      { retry_after_seconds },
    );
  }
  asked.set(key, [...recent, at]);
}

const serviceTest = defineQuery(contract.serviceTestRun, {
  read: async ({ actor, input: { service }, ai, now }) => {
    countTest(`${actor.organization_id} ${service}`, now().getTime());
    return testService(service, ai);
  },
});

export const serviceOperations = [serviceTest];
