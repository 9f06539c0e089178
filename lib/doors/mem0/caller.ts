import type { CallOf, Contract, OutputOf } from "@/lib/kernel/contract";
import { AppError, invalidField } from "@/lib/kernel/errors";
import { idSchema } from "@/lib/kernel/ids";
import {
  type Memory,
  type MemoryConditionInput,
  memoryGet,
  memoryQuery,
  type WriteAnswer,
} from "@/lib/memories/contract";
import { implementationOf } from "@/lib/registry";
import type { Context } from "@/lib/runtime/operation";
import { run } from "@/lib/runtime/run";
import { setOrOwn } from "./entities";

/** Runs an operation as every transport does, in the name of who asks. */
export function call<C extends Contract>(
  context: Context,
  contract: C,
  input: CallOf<C>,
): Promise<OutputOf<C>> {
  return run(implementationOf(contract), input, context);
}

export const notFound = () =>
  new AppError("not_found", "Memory not found! It may be deleted, or your key does not reach it.");

/**
 * The id here of what a client calls a memory: its own id, or the one that it had where it was imported from.
 * @throws AppError not_found.
 */
export async function memoryOf(context: Context, id: string): Promise<Memory> {
  if (idSchema.safeParse(id).success) {
    const found = await call(context, memoryGet, { memory_id: id }).catch((error: unknown) => {
      if (error instanceof AppError && error.code === "not_found") return null;
      throw error;
    });
    if (found) return found;
  }
  const where = setOrOwn("id", "id", { is: "equal", value: id });
  const { items } = await call(context, memoryQuery, { where, limit: 1 });
  const [memory] = items;
  if (!memory) throw notFound();
  return memory;
}

/** @throws AppError that says why nothing was changed: these clients take every other answer for done. */
export function assertStored({
  stored,
  reason,
  notes,
}: Pick<WriteAnswer, "stored" | "reason" | "notes">): void {
  if (stored) return;
  if (reason === "memory_off")
    throw new AppError(
      "conflict",
      "Memory is switched off for agents in this organization, so nothing was stored. A lead switches it on in the settings.",
    );
  throw new AppError(
    "permission_denied",
    `A person decides about this; it was suggested and nothing has changed. ${notes.join(" ")}`.trim(),
  );
}

/** Of one request of delete_all: each is a transaction of its own. */
export const MAX_MATCHED = 2_000;

const PAGE = 200;

/**
 * All memories that a condition holds for.
 * @throws AppError unprocessable when there are more than a request may change.
 */
export async function allMatching(context: Context, where: MemoryConditionInput): Promise<Memory[]> {
  const found: Memory[] = [];
  for (let offset = 0; ; offset += PAGE) {
    const { items, total } = await call(context, memoryQuery, { where, limit: PAGE, offset });
    if (total > MAX_MATCHED)
      throw new AppError(
        "unprocessable",
        `${total} memories match, and a request changes at most ${MAX_MATCHED}. Nothing was changed; narrow the filters.`,
      );
    found.push(...items);
    if (offset + PAGE >= total) return found;
  }
}

const NAMES: ReadonlyMap<string, string> = new Map([
  ["statement", "text"],
  ["user", "user_id"],
  ["session_id", "run_id"],
  ["repository", "app_id"],
]);

/** The same error, naming the fields as the client wrote them. */
export function inClientsWords(error: unknown, statementAt: (index: number) => string): unknown {
  if (!(error instanceof AppError) || error.errors === undefined) return error;
  const [first] = error.errors;
  const [, index, field = ""] = /^(?:\/memories\/(\d+))?\/([^/]+)/.exec(first?.pointer ?? "") ?? [];
  if (!first || field === "") return error;
  const name = field === "statement" ? statementAt(Number(index ?? 0)) : (NAMES.get(field) ?? field);
  return invalidField(`/${name}`, first.detail);
}
