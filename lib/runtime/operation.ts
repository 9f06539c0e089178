import type { Embedder, LanguageModel, Reranker } from "@/lib/ai";
import type { Database, Db } from "@/lib/db/client";
import type { Actor } from "@/lib/kernel/actor";
import type { Contract, InputOf, OutputOf } from "@/lib/kernel/contract";
import type { Effects } from "./effects";

/** Everything an operation needs besides its input. Made by a door, or by a test with parts of its own. */
export type Context = {
  actor: Actor;
  db: Database;
  request_id: string;
  now: () => Date;
  ai: { embedder: Embedder | null; language_model: LanguageModel | null; reranker?: Reranker | null };
  /** Repeating a write with the same key returns the first answer. */
  idempotency_key?: string;
};

type Step<Rest> = Omit<Context, "db"> & { db: Database } & Rest;

/**
 * The implementation behind a contract, in the order in which `run` calls it:
 *
 * 1. `load`: the row it is about, bound to the actor's organization (another organization's is simply not found).
 * 2. `authorize`: may this actor do it to this row? Required: write `() => true` only where the permission says it all.
 * 3. `prepare`: git, model and network work, outside any transaction.
 * 4. `handle`: one short transaction for writes; re-checks the version of what it loaded. `audit` sets what the audit
 *    row keeps besides the input's ids.
 *
 * A query changes nothing itself: what giving its answer causes is left with `effects` in `prepare` or `handle`, and
 * committed once by the transport for what it sent.
 */
export type Operation<C extends Contract = Contract, Subject = unknown, Prepared = unknown> = {
  contract: C;
  load: (context: Step<{ input: InputOf<C> }>) => Promise<Subject>;
  authorize: (actor: Actor, subject: Subject, input: InputOf<C>) => boolean;
  prepare: (
    context: Step<{ input: InputOf<C>; subject: Subject; effects: Effects<OutputOf<C>> }>,
  ) => Promise<Prepared>;
  handle: (
    context: Omit<Context, "db"> & {
      db: Db;
      input: InputOf<C>;
      subject: Subject;
      prepared: Prepared;
      effects: Effects<OutputOf<C>>;
      audit: (entry: { subject_id?: string; detail?: Record<string, unknown> }) => void;
    },
  ) => Promise<OutputOf<C>>;
  /**
   * The short answer that a model reads unless it asks for `detail: "full"`, as MCP sends it. It keeps the order and
   * number of `items`, so that a transport can send fewer of them.
   */
  compact?: Compact<C> | undefined;
};

/** Makes the short answer of an operation from its output: JSON, or a text that is sent as it is. Pure. */
export type Compact<C extends Contract> = (
  output: OutputOf<C>,
  asked: { input: InputOf<C>; now: Date },
) => Record<string, unknown> | string;

type Definition<C extends Contract, Subject, Prepared> = Pick<
  Operation<C, Subject, Prepared>,
  "authorize" | "handle" | "compact"
> &
  Partial<Pick<Operation<C, Subject, Prepared>, "load" | "prepare">>;

/** Binds an implementation to its contract. `load` and `prepare` may be left out when there is nothing to do. */
export function defineOperation<C extends Contract, Subject = undefined, Prepared = undefined>(
  contract: C,
  definition: Definition<C, Subject, Prepared>,
): Operation<C, Subject, Prepared> {
  const nothing = async () => undefined;
  return {
    contract,
    load: (definition.load ?? nothing) as Operation<C, Subject, Prepared>["load"],
    authorize: definition.authorize,
    prepare: (definition.prepare ?? nothing) as Operation<C, Subject, Prepared>["prepare"],
    handle: definition.handle,
    compact: definition.compact,
  };
}

/* biome-ignore-start lint/suspicious/noExplicitAny: the registry is heterogeneous; each entry was checked where it was defined */
/** An operation whose types are known only to itself, as the registry keeps them. */
export type AnyOperation = {
  contract: Contract;
  load: (context: any) => Promise<any>;
  authorize: (actor: Actor, subject: any, input: any) => boolean;
  prepare: (context: any) => Promise<any>;
  handle: (context: any) => Promise<any>;
  compact?: ((output: any, asked: { input: any; now: Date }) => Record<string, unknown> | string) | undefined;
};
/* biome-ignore-end lint/suspicious/noExplicitAny: as above */
