import { jobs as accessJobs } from "@/lib/access/jobs";
import { operations as access } from "@/lib/access/operations";
import { jobs as citationJobs } from "@/lib/citations/jobs";
import { operations as citations } from "@/lib/citations/operations";
import { jobs as conversationJobs } from "@/lib/conversations/jobs";
import { operations as conversations } from "@/lib/conversations/operations";
import { jobs as hygieneJobs } from "@/lib/hygiene/jobs";
import { operations as hygiene } from "@/lib/hygiene/operations";
import { jobs as inboxJobs } from "@/lib/inbox/jobs";
import { operations as inbox } from "@/lib/inbox/operations";
import type { Job } from "@/lib/jobs";
import { operations as jobOperations } from "@/lib/jobs/operations";
import type { Contract } from "@/lib/kernel/contract";
import { jobs as memoryJobs } from "@/lib/memories/jobs";
import { operations as memories } from "@/lib/memories/operations";
import { jobs as notificationJobs } from "@/lib/notifications/jobs";
import { operations as notifications } from "@/lib/notifications/operations";
import { jobs as recallJobs } from "@/lib/recall/jobs";
import { operations as recall } from "@/lib/recall/operations";
import { jobs as reviewJobs } from "@/lib/reviews/jobs";
import { operations as reviews } from "@/lib/reviews/operations";
import type { AnyOperation, Operation } from "@/lib/runtime/operation";
import { jobs as sessionJobs } from "@/lib/sessions/jobs";
import { operations as sessions } from "@/lib/sessions/operations";
import { jobs as skillJobs } from "@/lib/skills/jobs";
import { operations as skills } from "@/lib/skills/operations";
import { jobs as taskJobs } from "@/lib/tasks/jobs";
import { operations as tasks } from "@/lib/tasks/operations";
import { jobs as upkeepJobs } from "@/lib/upkeep/jobs";
import { operations as upkeep } from "@/lib/upkeep/operations";

/** Every operation of the system. Transports, documentation and the tests that loop over all of them start here. */
export const operations: readonly AnyOperation[] = [
  ...access,
  ...citations,
  ...memories,
  ...tasks,
  ...recall,
  ...reviews,
  ...skills,
  ...hygiene,
  ...sessions,
  ...conversations,
  ...notifications,
  ...inbox,
  ...upkeep,
  ...jobOperations,
];

/** Every background job. The worker serves them all, and migrating makes their queues. */
export const jobs: readonly Job[] = [
  ...accessJobs,
  ...citationJobs,
  ...memoryJobs,
  ...taskJobs,
  ...reviewJobs,
  ...recallJobs,
  ...skillJobs,
  ...hygieneJobs,
  ...sessionJobs,
  ...conversationJobs,
  ...notificationJobs,
  ...inboxJobs,
  ...upkeepJobs,
];

const byName = new Map(operations.map((operation) => [operation.contract.name, operation]));

/** The implementation of a contract, for callers that hold the contract only. */
export function implementationOf<C extends Contract>(contract: C): Operation<C> {
  const operation = byName.get(contract.name);
  if (!operation) throw new Error(`${contract.name} has no implementation in the registry`);
  return operation as unknown as Operation<C>;
}

/** The job of this name, for callers that do its work themselves. */
export function jobNamed(name: string): Job {
  const job = jobs.find((one) => one.name === name);
  if (!job) throw new Error(`there is no job ${name}`);
  return job;
}
