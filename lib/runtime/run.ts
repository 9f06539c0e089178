import { createHash } from "node:crypto";
import type { z } from "zod";
import { recordAudit } from "@/lib/access/audit/audit";
import { type Db, transaction } from "@/lib/db/client";
import { translateDatabaseError } from "@/lib/db/errors";
import { actorRef } from "@/lib/kernel/actor";
import type { CallOf, Contract, OutputOf } from "@/lib/kernel/contract";
import { AppError, OvertakenError } from "@/lib/kernel/errors";
import { log } from "@/lib/telemetry/log";
import { metrics } from "@/lib/telemetry/metrics";
import { type Answer, collectEffects, type Effects } from "./effects";
import { fieldErrorsOf } from "./field-errors";
import { findFirstAnswer, keepFirstAnswer } from "./idempotency";
import type { Context, Operation } from "./operation";

export { translateDatabaseError };

/**
 * Runs an operation whose answer is sent whole, and commits what that causes; see `answer`.
 * @throws AppError, and nothing else that a caller should read.
 */
export async function run<C extends Contract, Subject, Prepared>(
  operation: Operation<C, Subject, Prepared>,
  input: CallOf<C>,
  context: Context,
): Promise<OutputOf<C>> {
  const { output, sent } = await answer(operation, input, context);
  await sent(output);
  return output;
}

/**
 * The life of every operation, at every door: permission, parse, load, authorize, prepare, handle, output.
 * A write, its audit row and whatever `handle` stored share one transaction. For a transport that may send less than
 * the whole output: it calls `sent` with what it does send.
 * @throws AppError, and nothing else that a caller should read.
 */
export async function answer<C extends Contract, Subject, Prepared>(
  operation: Operation<C, Subject, Prepared>,
  input: CallOf<C>,
  context: Context,
): Promise<Answer<OutputOf<C>>> {
  const { contract } = operation;
  const started = performance.now();
  let outcome = "ok";
  try {
    return await unlessOvertaken(async () => {
      const { effects, commit } = collectEffects<OutputOf<C>>({ operation: contract.name });
      return { output: await execute(operation, input, { context, effects }), sent: commit };
    });
  } catch (thrown) {
    const error = translateDatabaseError(thrown);
    outcome = error instanceof AppError ? error.code : "internal";
    const about = { operation: contract.name, request_id: context.request_id };
    if (!(error instanceof AppError)) log().error({ ...about, err: error }, "operation failed");
    else if (error.cause !== undefined)
      log().info({ ...about, code: error.code, err: error.cause }, "operation refused");
    throw error instanceof AppError
      ? error
      : new AppError("internal", "Something failed on the server; it has been logged.", { cause: error });
  } finally {
    const seconds = (performance.now() - started) / 1000;
    metrics().operation_seconds.observe({ operation: contract.name, outcome }, seconds);
  }
}

/** How often an operation begins again because somebody else was first. */
const ATTEMPTS = 5;

async function unlessOvertaken<T>(attempt: () => Promise<T>): Promise<T> {
  for (let count = 1; ; count += 1) {
    try {
      return await attempt();
    } catch (error) {
      if (!(error instanceof OvertakenError)) throw error;
      if (count === ATTEMPTS)
        throw new AppError("conflict", "Others keep changing this at the same time; try again in a moment.", {
          cause: error,
        });
    }
  }
}

async function execute<C extends Contract, Subject, Prepared>(
  operation: Operation<C, Subject, Prepared>,
  raw: CallOf<C>,
  { context, effects }: { context: Context; effects: Effects<OutputOf<C>> },
): Promise<OutputOf<C>> {
  const { contract } = operation;
  if (!context.actor.permissions.has(contract.permission))
    throw new AppError("permission_denied", `This needs the permission ${contract.permission}.`);
  const input = parseInput(contract, raw) as Parameters<typeof operation.authorize>[2];
  const subject = await operation.load({ ...context, input });
  if (!operation.authorize(context.actor, subject, input))
    throw new AppError("permission_denied", "You may not do this here.");
  if (contract.effect === "read") {
    const prepared = await operation.prepare({ ...context, input, subject, effects });
    const output = await operation.handle({
      ...context,
      db: context.db,
      input,
      subject,
      prepared,
      effects,
      audit: () => {},
    });
    return parseOutput(contract, output);
  }

  const repeat =
    context.idempotency_key === undefined
      ? null
      : repeatKey(contract, context, context.idempotency_key, input);
  const first = repeat && (await findFirstAnswer(context.db, repeat));
  if (first && contract.answers_secret)
    throw new AppError("conflict", "This was done already, and its answer held a secret that is shown once.");
  if (first) return parseOutput(contract, first.response);

  const prepared = await operation.prepare({ ...context, input, subject, effects });
  return transaction(context.db, async (tx: Db) => {
    let entry: { subject_id?: string; detail?: Record<string, unknown> } = {};
    const output = await operation.handle({
      ...context,
      db: tx,
      input,
      subject,
      prepared,
      effects,
      audit: (params) => {
        entry = { ...entry, ...params };
      },
    });
    const answer = parseOutput(contract, output);
    await recordAudit(tx, {
      organization_id: context.actor.organization_id,
      actor: actorRef(context.actor),
      operation: contract.name,
      request_id: context.request_id,
      subject_id: entry.subject_id ?? null,
      detail: entry.detail ?? {},
      at: context.now(),
    });
    if (repeat) await keepFirstAnswer(tx, repeat, contract.answers_secret ? {} : answer);
    return answer;
  });
}

/** @throws AppError invalid_input with one entry for each wrong field. */
export function parseInput<C extends Contract>(contract: C, raw: unknown): z.output<C["input"]> {
  const result = contract.input.safeParse(raw ?? {});
  if (result.success) return result.data as z.output<C["input"]>;
  const errors = fieldErrorsOf(result.error, { schema: contract.input, input: raw ?? {} });
  const [first] = errors;
  const rest = errors.length > 1 ? ` (and ${errors.length - 1} more)` : "";
  throw new AppError("invalid_input", `${first?.pointer || "/"}: ${first?.detail}${rest}`, { errors });
}

function parseOutput<C extends Contract>(contract: C, output: unknown): OutputOf<C> {
  return contract.output.parse(output) as OutputOf<C>;
}

function repeatKey(contract: Contract, context: Context, key: string, input: unknown) {
  return {
    organization_id: context.actor.organization_id,
    actor_id: context.actor.id,
    operation: contract.name,
    key,
    request_sha256: createHash("sha256").update(JSON.stringify(input)).digest("hex"),
  };
}
