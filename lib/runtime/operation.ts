import type { Recorded } from "@/lib/access/audit/changes";
import type { Embedder, LanguageModel, Reranker } from "@/lib/ai";
import type { Database, Db } from "@/lib/db/client";
import type { Replica } from "@/lib/db/replica";
import type { Actor } from "@/lib/kernel/actor";
import type { Contract, InputOf, OutputOf } from "@/lib/kernel/contract";
import type { Effects } from "./effects";

/** Everything an operation needs besides its input. Made by a transport, or by a test with parts of its own. */
export type Context = {
  actor: Actor;
  db: Database;
  /** Where queries may read instead; see `readingOf`. */
  replica?: Replica | null;
  request_id: string;
  now: () => Date;
  ai: { embedder: Embedder | null; language_model: LanguageModel | null; reranker?: Reranker | null };
  /** Repeating a command with the same key returns the first answer. */
  idempotency_key?: string;
};

type Request<C extends Contract> = Omit<Context, "db"> & { input: InputOf<C> };

/** Reads the row that the request is about. Another organization's is not found. */
type Load<C extends Contract, Handle, Subject> = (context: Request<C> & { db: Handle }) => Promise<Subject>;

/**
 * May this actor do it to this row? "filtered": the rows are filtered by what the actor may see, in the query itself.
 * Left out where the contract's permission and reach say it all.
 */
type Authorize<C extends Contract, Subject> =
  | "filtered"
  | ((actor: Actor, subject: Subject, input: InputOf<C>) => boolean);

/** Makes the short answer of an operation from its output: JSON, or a text that is sent as it is. Pure. */
export type Compact<C extends Contract> = (
  output: OutputOf<C>,
  asked: { input: InputOf<C>; now: Date },
) => Record<string, unknown> | string;

type Shared<C extends Contract, Subject> = {
  authorize?: Authorize<C, Subject>;
  /**
   * The short answer that a model reads unless it asks for `detail: "full"`, as MCP sends it. It keeps the order and
   * number of `items`, so that a transport can send fewer of them.
   */
  compact?: Compact<C>;
};

type QueryDefinition<C extends Contract, Subject> = Shared<C, Subject> & {
  /** It records what it finds as it reads: verdicts of citations, or the recall itself. Without this its database handle cannot write. */
  records?: true;
  /** It is read from the primary, also where a replica has what the caller changed. */
  fresh?: true;
  load?: Load<C, Database, Subject>;
  /**
   * Answers. It changes nothing itself: what sending the answer causes is left with `effects`, and committed once by the
   * transport for what it sent.
   */
  read: (
    context: Request<C> & { db: Database; subject: Subject; effects: Effects<OutputOf<C>> },
  ) => Promise<OutputOf<C>>;
};

type CommandDefinition<C extends Contract, Subject, Prepared> = Shared<C, Subject> & {
  load?: Load<C, Db, Subject>;
  /** Git, model and network work, outside any transaction. */
  prepare?: (
    context: Request<C> & { db: Database; subject: Subject; effects: Effects<OutputOf<C>> },
  ) => Promise<Prepared>;
  /**
   * The write, in one short transaction. `subject` is the row that `prepare` was handed, or without `prepare` the row as
   * it is in the transaction. `audit` sets what the audit row keeps besides the input's ids.
   */
  write: (
    context: Request<C> & {
      db: Db;
      subject: Subject;
      prepared: Prepared;
      effects: Effects<OutputOf<C>>;
      audit: (entry: Recorded) => void;
    },
  ) => Promise<OutputOf<C>>;
};

export type Query<C extends Contract = Contract, Subject = unknown> = QueryDefinition<C, Subject> & {
  kind: "query";
  contract: C;
};

export type Command<C extends Contract = Contract, Subject = unknown, Prepared = unknown> = CommandDefinition<
  C,
  Subject,
  Prepared
> & { kind: "command"; contract: C };

export type Operation<C extends Contract = Contract, Subject = unknown, Prepared = unknown> =
  | Query<C, Subject>
  | Command<C, Subject, Prepared>;

/**
 * Binds a contract that reads to its implementation: `load`, `authorize`, `read`, in this order.
 * @throws Error when the contract writes, or reaches rows of repositories and `authorize` is left out.
 */
export function defineQuery<C extends Contract, Subject = undefined>(
  contract: C,
  definition: QueryDefinition<C, Subject>,
): Query<C, Subject> {
  if (contract.effect !== "read") throw new Error(`${contract.name} writes; define it as a command`);
  assertAuthorized(contract, definition);
  return { kind: "query", contract, ...definition };
}

/**
 * Binds a contract that writes to its implementation: `load`, `authorize`, `prepare`, then in one transaction `load`,
 * `authorize`, the version (see `Contract.versioned`), `write` and the audit row. Without `prepare` everything happens in
 * the transaction.
 * @throws Error when the contract reads, or reaches rows of repositories and `authorize` is left out.
 */
export function defineCommand<C extends Contract, Subject = undefined, Prepared = undefined>(
  contract: C,
  definition: CommandDefinition<C, Subject, Prepared>,
): Command<C, Subject, Prepared> {
  if (contract.effect === "read") throw new Error(`${contract.name} reads; define it as a query`);
  assertAuthorized(contract, definition);
  return { kind: "command", contract, ...definition };
}

function assertAuthorized(contract: Contract, { authorize }: { authorize?: unknown }): void {
  if (contract.reach === "repository" && authorize === undefined)
    throw new Error(`${contract.name} reaches rows of repositories; say with \`authorize\` which of them`);
}

/* biome-ignore-start lint/suspicious/noExplicitAny: the registry is heterogeneous; each entry was checked where it was defined */
type AnyShared = {
  contract: Contract;
  load?: (context: any) => Promise<any>;
  authorize?: "filtered" | ((actor: Actor, subject: any, input: any) => boolean);
  compact?: (output: any, asked: { input: any; now: Date }) => Record<string, unknown> | string;
};

/** An operation whose types are known only to itself, as the registry keeps them. */
export type AnyOperation = AnyShared &
  (
    | { kind: "query"; records?: true; fresh?: true; read: (context: any) => Promise<any> }
    | { kind: "command"; prepare?: (context: any) => Promise<any>; write: (context: any) => Promise<any> }
  );
/* biome-ignore-end lint/suspicious/noExplicitAny: as above */
