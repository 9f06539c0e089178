import { operations as access } from "@/lib/access/operations";
import type { Job } from "@/lib/jobs";
import type { AnyOperation } from "@/lib/runtime/operation";

/** Every operation of the system. Doors, documentation and the tests that loop over all of them start here. */
export const operations: readonly AnyOperation[] = [...access];

/** Every background job. The worker serves them all, and migrating makes their queues. */
export const jobs: readonly Job[] = [];
