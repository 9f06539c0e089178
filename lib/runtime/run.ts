import { createHash } from "node:crypto";
import type { z } from "zod";
import { recordAudit } from "@/lib/access/audit/audit";
import { changesAsked, detailOf, type Recorded } from "@/lib/access/audit/changes";
import { recordDenial } from "@/lib/access/audit/denials";
import { findOrganization } from "@/lib/access/organizations/queries";
import { memoryOffFor } from "@/lib/access/settings/memory-off";
import { type Db, transaction } from "@/lib/db/client";
import { noteWritten } from "@/lib/db/disk-full";
import { isRowMissing, translateDatabaseError } from "@/lib/db/errors";
import { forgetRemembered } from "@/lib/db/remembered/remember";
import { type Actor, actorRef, tenantOf } from "@/lib/kernel/actor";
import { whyNotAllowed } from "@/lib/kernel/allowed";
import {
  type CallOf,
  type Contract,
  type InputOf,
  MEMORY_OFF,
  type OutputOf,
  type Tag,
} from "@/lib/kernel/contract";
import { hasMoreKeysThan, isDeeperThan } from "@/lib/kernel/depth";
import { AppError, OvertakenError } from "@/lib/kernel/errors";
import { OUTAGES } from "@/lib/kernel/outages";
import { log } from "@/lib/telemetry/log";
import { metrics } from "@/lib/telemetry/metrics";
import { type Answer, collectEffects, type Effects } from "./effects";
import { fieldErrorsOf } from "./field-errors";
import { findFirstAnswer, storeFirstAnswer } from "./idempotency";
import type { Command, Context, Operation } from "./operation";
import { noteChange, type Reading, readingOf } from "./reads";

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
 * The life of every operation, over every transport: permission and reach, parse, load, authorize, prepare, read or write,
 * output. A write, its audit row and the answer kept for a repeated key share one transaction. For a transport that may send less than
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
    return await unlessOvertaken(async (attempt) => {
      const { effects, commit } = collectEffects<OutputOf<C>>({ operation: contract.name });
      const { output, done } = await execute(operation, input, { context, effects, attempt });
      const sent = async (what: OutputOf<C>) => {
        await commit(what);
        await done();
      };
      return { output, sent };
    });
  } catch (thrown) {
    const error = await unlessRemoved(asReadOnly(translateDatabaseError(thrown), context), context);
    outcome = error instanceof AppError ? error.code : "internal";
    if (error instanceof AppError && error.code === "permission_denied")
      await recordDenial(context.db, {
        actor: context.actor,
        operation: contract.name,
        reason: error.message,
        request_id: context.request_id,
        now: context.now(),
      });
    const about = { operation: contract.name, request_id: context.request_id };
    if (!(error instanceof AppError)) log().error({ ...about, err: error }, "operation failed");
    else if (error.cause !== undefined)
      log().info({ ...about, code: error.code, err: error.cause }, "operation refused");
    if (error instanceof AppError) throw error;
    throw new AppError("internal", "Something failed on the server; it has been logged.", { cause: error });
  } finally {
    const seconds = (performance.now() - started) / 1000;
    metrics().operation_seconds.observe({ operation: contract.name, outcome }, seconds);
  }
}

/** While a replica answers alone, a change is refused as a read-only database refuses it: what is stored can be read. */
function asReadOnly(error: unknown, { replica }: Context): unknown {
  if (!replica?.isAlone() || !(error instanceof AppError) || error.code !== "unavailable") return error;
  const { detail, retry_after_seconds } = OUTAGES.read_only;
  return new AppError("unavailable", detail, { cause: error, retry_after_seconds });
}

/** What failed because its organization was removed meanwhile is no fault of the server. */
async function unlessRemoved(error: unknown, { db, actor }: Context): Promise<unknown> {
  if (error instanceof AppError && !isRowMissing(error.cause)) return error;
  // While the database is away nothing is known of the organization either.
  const organization = await findOrganization(db, tenantOf({ actor })).catch(() => undefined);
  if (organization !== null) return error;
  return new AppError("not_found", "This organization was removed meanwhile.", { cause: error });
}

/** How often an operation begins again because somebody else was first. */
const ATTEMPTS = 5;

async function unlessOvertaken<T>(attempt: (count: number) => Promise<T>): Promise<T> {
  for (let count = 1; ; count += 1) {
    try {
      return await attempt(count);
    } catch (error) {
      if (!(error instanceof OvertakenError)) throw error;
      if (count === ATTEMPTS)
        throw new AppError("conflict", "Others are changing this at the same time; try again in a moment.", {
          cause: error,
        });
    }
  }
}

async function execute<C extends Contract, Subject, Prepared>(
  operation: Operation<C, Subject, Prepared>,
  raw: CallOf<C>,
  { context, effects, attempt }: { context: Context; effects: Effects<OutputOf<C>>; attempt: number },
): Promise<{ output: OutputOf<C>; done: () => Promise<void> }> {
  const { contract } = operation;
  const refusal = whyNotAllowed(context.actor, contract);
  if (refusal !== null) throw new AppError("permission_denied", refusal);
  const input = parseInput(contract, raw) as InputOf<C>;
  const reading = operation.kind === "query" ? await readingFor(operation, { context, attempt }) : null;
  // Settings hold from the moment they are changed, so they are the primary's while there is one.
  const current = reading?.from === "replica_only" ? reading.db : context.db;
  const off = contract.when_off && (await memoryOffFor({ actor: context.actor, db: current, input }));
  if (off?.all) return { output: answerWhileOff(contract, input), done: async () => undefined };
  const request = { ...context, actor: withoutOff(context.actor, off?.repository_ids), input };
  if (operation.kind === "command") {
    const output = await executeCommand(operation, { request, effects });
    await noteChange(context);
    return { output, done: async () => undefined };
  }
  const query = operation;
  const read = async ({ db, done }: Reading) => {
    const subject = await loadAllowed(query, { ...request, db });
    return { output: parseOutput(contract, await query.read({ ...request, db, subject, effects })), done };
  };
  try {
    return await read(reading ?? (await readingFor(query, { context, attempt })));
  } catch (error) {
    // Somebody else may have made it a moment ago.
    if (reading?.from !== "replica" || !(error instanceof AppError) || error.code !== "not_found")
      throw error;
    return read(await readingFor({ ...query, fresh: true }, { context, attempt }));
  }
}

/** The actor, who sees nothing of these repositories. */
function withoutOff(actor: Actor, off_repository_ids: readonly string[] = []): Actor {
  if (off_repository_ids.length === 0) return actor;
  return { ...actor, off_repository_ids };
}

/** What was overtaken reads again where the others have written. */
function readingFor(
  { records, fresh = false }: { records?: true; fresh?: boolean },
  { context, attempt }: { context: Context; attempt: number },
): Promise<Reading> {
  return readingOf(context, { records, fresh: fresh || attempt > 1 });
}

type Request<C extends Contract> = Context & { input: InputOf<C> };

function answerWhileOff<C extends Contract>({ when_off, output }: C, input: InputOf<C>): OutputOf<C> {
  if (when_off === "refused")
    throw new AppError(
      "conflict",
      `${MEMORY_OFF} Nothing was stored. A lead switches it on in the settings.`,
    );
  if (when_off === undefined || when_off === "not_found") throw new AppError("not_found", MEMORY_OFF);
  return output.parse(when_off(input)) as OutputOf<C>;
}

async function executeCommand<C extends Contract, Subject, Prepared>(
  command: Command<C, Subject, Prepared>,
  { request, effects }: { request: Request<C>; effects: Effects<OutputOf<C>> },
): Promise<OutputOf<C>> {
  const { contract } = command;
  const repeat = repeatKey(contract, request);
  const first = repeat && (await findFirstAnswer(request.db, repeat));
  if (first && contract.answers_secret)
    throw new AppError(
      "conflict",
      "This was already done, and its answer had a secret that is shown only once.",
    );
  if (first) return parseOutput(contract, first.response);

  const before = await prepareCommand(command, { request, effects });
  const written = await transaction(request.db, async (tx: Db) => {
    const current = await loadAllowed(command, { ...request, db: tx });
    // What was prepared belongs to the row as it was then; a write that depends on it compares its version.
    const { subject, prepared } = before ?? { subject: current, prepared: undefined as Prepared };
    let entry: Recorded = {};
    const audit = (params: Recorded) => {
      entry = { ...entry, ...params };
    };
    const output = await command.write({ ...request, db: tx, subject, prepared, effects, audit });
    const answer = parseOutput(contract, output);
    await recordAudit(tx, {
      organization_id: request.actor.organization_id,
      actor: actorRef(request.actor),
      operation: contract.name,
      request_id: request.request_id,
      subject_id: entry.subject_id ?? null,
      detail: detailOf(
        entry,
        request.actor.kind === "person"
          ? changesAsked({ contract, input: request.input, subject, output: answer })
          : null,
      ),
      at: request.now(),
    });
    if (repeat) await storeFirstAnswer(tx, repeat, contract.answers_secret ? {} : answer);
    return answer;
  });
  noteWritten();
  // Others hear of it; who changed it must not be answered by what was before.
  const changes = "changes" in contract ? contract.changes : [];
  if (changes.some((tag) => REMEMBERED.has(tag))) forgetRemembered(request.db);
  return written;
}

/** What processes remember between requests is read from rows of these. */
const REMEMBERED: ReadonlySet<Tag> = new Set<Tag>(["keys", "logins", "members", "settings"]);

/** What was prepared, and for which row; null for a command that prepares nothing. */
async function prepareCommand<C extends Contract, Subject, Prepared>(
  command: Command<C, Subject, Prepared>,
  { request, effects }: { request: Request<C>; effects: Effects<OutputOf<C>> },
): Promise<{ subject: Subject; prepared: Prepared } | null> {
  if (!command.prepare) return null;
  const subject = await loadAllowed(command, request);
  return { subject, prepared: await command.prepare({ ...request, subject, effects }) };
}

/**
 * The subject of a request, when the actor may do this to it and read its newest version.
 * @throws AppError permission_denied or conflict.
 */
async function loadAllowed<C extends Contract, Handle extends Db, Subject>(
  {
    contract,
    load,
    authorize,
  }: Pick<Operation<C, Subject>, "contract" | "authorize"> & {
    load?: (context: Omit<Request<C>, "db"> & { db: Handle }) => Promise<Subject>;
  },
  context: Omit<Request<C>, "db"> & { db: Handle },
): Promise<Subject> {
  // An operation without `load` is typed to have no subject.
  const subject = load ? await unlessHidden(context.actor, load(context)) : (undefined as Subject);
  if (typeof authorize === "function" && !authorize(context.actor, subject, context.input))
    throw whyRefused(context.actor, { loaded: load !== undefined });
  assertVersion(contract, { input: context.input, subject });
  return subject;
}

/** What an agent reads of a row that does not exist and of one that it may not see: it cannot tell them apart. */
const hidden = () => new AppError("not_found", "This does not exist, or your key has no access to it.");

function whyRefused(actor: Actor, { loaded }: { loaded: boolean }): AppError {
  if (loaded && actor.kind === "agent") return hidden();
  return new AppError("permission_denied", "You are not allowed to do this here.");
}

async function unlessHidden<T>(actor: Actor, loading: Promise<T>): Promise<T> {
  if (actor.kind !== "agent") return loading;
  return loading.catch((error: unknown) => {
    if (error instanceof AppError && error.code === "not_found") throw hidden();
    throw error;
  });
}

function assertVersion(
  { versioned }: Contract,
  { input, subject }: { input: unknown; subject: unknown },
): void {
  if (versioned === undefined) return;
  const [asked, current] = [versionOf(input), versionOf(subject)];
  if (asked === undefined || current === undefined || asked === current) return;
  throw new AppError(
    "conflict",
    `The ${versioned} changed meanwhile; its version is ${current}. Read it again.`,
  );
}

function versionOf(value: unknown): number | undefined {
  if (value === null || typeof value !== "object") return undefined;
  const version: unknown = Reflect.get(value, "version");
  if (typeof version === "number") return version;
  return undefined;
}

/** How deep an input may be nested, free metadata included. */
const MAX_LEVELS = 32;
/** Of one object: what has more is no object that anybody wrote, and costs the only thread seconds to judge. */
const MAX_KEYS = 5_000;

/** @throws AppError invalid_input with one entry for each wrong field. */
export function parseInput<C extends Contract>(contract: C, raw: unknown): z.output<C["input"]> {
  // Schemas of free JSON follow every level by recursion, which thousands of them overflow.
  if (isDeeperThan(raw, MAX_LEVELS))
    throw new AppError("invalid_input", `The input has more than ${MAX_LEVELS} levels of objects and lists.`);
  if (hasMoreKeysThan(raw, MAX_KEYS))
    throw new AppError("invalid_input", `The input has an object of more than ${MAX_KEYS} keys.`);
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

function repeatKey<C extends Contract>(contract: C, { idempotency_key, actor, input }: Request<C>) {
  if (idempotency_key === undefined) return null;
  return {
    organization_id: actor.organization_id,
    actor_id: actor.id,
    operation: contract.name,
    key: idempotency_key,
    request_sha256: createHash("sha256").update(JSON.stringify(input)).digest("hex"),
  };
}
