import type { Product } from "@/lib/jobs/define";
import { newId } from "@/lib/kernel/ids";
import { implementationOf, jobNamed } from "@/lib/registry";
import type { Context } from "@/lib/runtime/operation";
import { run } from "@/lib/runtime/run";

type Parts = Pick<Context, "db" | "ai" | "now"> & { signal: AbortSignal };

/** The whole product as a program that runs in its process reaches it: every operation, and the work of every job. */
export function productOf({ signal, ...parts }: Parts): Product {
  return {
    callAs: (actor) => (contract, input) =>
      run(implementationOf(contract), input, { ...parts, actor, request_id: newId() }),
    work: async (name, data) => {
      const job = jobNamed(name);
      await job.handle(job.schema.parse(data), { ...parts, signal });
    },
  };
}
