import { z } from "zod";
import type { Embedder, LanguageModel } from "@/lib/ai";
import type { Database } from "@/lib/db/client";
import type { Actor } from "@/lib/kernel/actor";
import type { CallOf, Contract, OutputOf } from "@/lib/kernel/contract";
import { idSchema } from "@/lib/kernel/ids";

/** Calls operations in somebody's name, with the same checks as every transport. */
export type Call = <C extends Contract>(contract: C, input: CallOf<C>) => Promise<OutputOf<C>>;

/** The rest of the product, for a job that does what people and agents would do. */
export type Product = {
  callAs: (actor: Actor) => Call;
  /** Does the work of another job now. */
  work: (job: string, data: Record<string, unknown>) => Promise<void>;
};

/** What a job works with, made once by the worker process. */
export type JobContext = {
  db: Database;
  ai: { embedder: Embedder | null; language_model: LanguageModel | null };
  now: () => Date;
  signal: AbortSignal;
  product?: Product;
};

/**
 * A unit of background work as a typed value. Jobs are delivered at least once: a handler must give the same end state
 * when it runs again after half of it was done.
 *
 * - `schema`: its data; always names the organization, unless the job looks after all of them (`organization_id` null).
 * - `retry`: how often and with which first delay (seconds, doubling) it is tried again before it shows as failed.
 * - `schedule`: cron expression in UTC for recurring work with empty data; with `at_start` also whenever a worker starts,
 *   for what takes up work that was cut off.
 * - `poll_seconds`: how often it is looked whether there is some, every second by default.
 * - `batch`: for work that is cheaper done together, takes up to `size` deliveries at once in place of `handle`. They
 *   fail and are tried again together.
 */
export type Job<S extends z.ZodObject = z.ZodObject> = {
  name: string;
  summary: string;
  schema: S;
  retry: { limit: number; delay_seconds: number };
  expire_seconds: number;
  schedule?: { cron: string; data: z.input<S>; at_start?: true };
  poll_seconds?: number;
  batch?: { size: number; handle: (deliveries: z.output<S>[], context: JobContext) => Promise<void> };
  handle: (data: z.output<S>, context: JobContext) => Promise<void>;
};

/** The data of a job that looks after one organization, or after all of them. */
export const oneOrEveryOrganization = z.object({
  organization_id: idSchema.optional().meta({ description: "Default: every organization" }),
});

export function defineJob<S extends z.ZodObject>(job: Job<S>): Job<S> {
  return job;
}
