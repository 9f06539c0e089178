import { CLIENT_IDS } from "@/lib/kernel/client-ids";
import { AppError, invalidField } from "@/lib/kernel/errors";
import { type Memory, memoryDelete, memoryFeedback, memoryUpdate } from "@/lib/memories/contract";
import type { Context } from "@/lib/runtime/operation";
import { allMatching, assertStored, call, inClientsWords, memoryOf } from "./caller";
import { ENTITY_FIELDS, type EntityIds, entityIds, FIELD_OF_TYPE } from "./entities";
import {
  assertKnown,
  expirationField,
  type Fields,
  isObject,
  momentOf,
  objectField,
  objectOf,
  textField,
} from "./fields";
import { filterCondition, idsCondition } from "./filters";
import { clientIdsOf, storedMetadata, toMem0 } from "./memory";

const UPDATE_FIELDS = ["text", "data", "memory", "metadata", "timestamp", "expiration_date"];

/** Changes a memory's text, metadata (merged, null removes a key), moment or day of expiry. */
export async function update(context: Context, id: string, fields: Fields) {
  assertKnown(fields, UPDATE_FIELDS);
  return toMem0(await change(context, await memoryOf(context, id), fields));
}

async function change(context: Context, memory: Memory, fields: Fields): Promise<Memory> {
  const statement = textField(fields, "text") ?? textField(fields, "data") ?? textField(fields, "memory");
  const metadata = objectField(fields, "metadata");
  const expiration_date = expirationField(fields);
  const { timestamp = null } = fields;
  if (statement === undefined && !metadata && expiration_date === undefined && timestamp === null)
    throw invalidField("/text", "is missing; send text, metadata, timestamp or expiration_date");
  const ids = clientIdsOf(memory);
  if (ids?.immutable === true) throw new AppError("conflict", "This memory was stored as immutable.");
  const merged = mergedMetadata(memory, { metadata, kept: keptAfter(ids, { expiration_date, timestamp }) });
  const answer = await call(context, memoryUpdate, {
    memory_id: memory.id,
    version: memory.version,
    ...(statement !== undefined && { statement }),
    ...(merged && { metadata: merged as Record<string, never> }),
  }).catch((error: unknown) => {
    throw inClientsWords(error, () => "text");
  });
  assertStored(answer);
  return answer.memory ?? memory;
}

type Moments = { expiration_date: string | null | undefined; timestamp: unknown };

/** What is kept under the client's key once it has changed; null where nothing was and nothing is. */
function keptAfter(ids: Fields | null, { expiration_date, timestamp }: Moments): Fields | null {
  if (ids === null && expiration_date === undefined && timestamp === null) return null;
  // An import's moment of the last change is over with this one.
  const { updated_at: _, ...kept }: Record<string, unknown> = { ...ids };
  if (expiration_date !== undefined) kept.expiration_date = expiration_date;
  if (timestamp !== null) kept.created_at = momentOf(timestamp, "/timestamp");
  return kept;
}

function mergedMetadata(
  { kind }: Memory,
  { metadata, kept }: { metadata: Fields | undefined; kept: Fields | null },
): Record<string, unknown> | undefined {
  if (!metadata && kept === null) return undefined;
  const { [CLIENT_IDS]: client, ...changes } = storedMetadata({ kind, metadata: metadata ?? {}, ids: {} });
  const apart = {
    ...objectOf(kept?.metadata),
    ...objectOf(objectOf(client).metadata),
  };
  const present = Object.entries(apart).filter(([, value]) => value !== null);
  if (kept === null && present.length === 0) return changes;
  const { metadata: _, ...rest }: Record<string, unknown> = { ...kept };
  if (present.length > 0) rest.metadata = Object.fromEntries(present);
  return { ...changes, [CLIENT_IDS]: rest };
}

async function remove(context: Context, memory: Memory): Promise<void> {
  assertStored(await call(context, memoryDelete, { memory_id: memory.id }));
}

/** Deletes one memory; a person can restore it. */
export async function deleteOne(context: Context, id: string) {
  await remove(context, await memoryOf(context, id));
  return { message: "Memory deleted successfully!" };
}

async function deleteMatching(context: Context, ids: EntityIds, filters: Fields) {
  const where = { all: [...idsCondition(ids), filterCondition(filters)] };
  const memories = await allMatching(context, where);
  for (const [index, memory] of memories.entries()) {
    try {
      await remove(context, memory);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      throw new AppError(
        error.code,
        `${index} of ${memories.length} memories were deleted; then ${memory.id}: ${error.message}`,
        { cause: error, errors: error.errors },
      );
    }
  }
  return { message: "Memories deleted successfully!", deleted: memories.length };
}

/** Deletes all memories of entities; `*` is any. @throws AppError invalid_input without an entity or filter. */
export async function deleteAll(context: Context, fields: Fields) {
  assertKnown(fields, [...ENTITY_FIELDS, "filters", "metadata"]);
  const ids = entityIds(fields);
  const metadata = objectField(fields, "metadata");
  const filters = { ...objectField(fields, "filters"), ...(metadata && { metadata }) };
  if (Object.keys(ids).length === 0 && Object.keys(filters).length === 0)
    throw invalidField("/user_id", "is missing; name at least one entity or filter, or * for any");
  return deleteMatching(context, ids, filters);
}

/** Deletes a user, agent, application or run: all its memories. */
export async function deleteEntity(context: Context, { type, name }: { type: string; name: string }) {
  const field = FIELD_OF_TYPE[type];
  if (field === undefined) throw invalidField("/entity_type", "must be user, agent, app or run");
  if (name === "*") throw invalidField("/entity_id", "must name one; delete_all takes * for any");
  const { deleted } = await deleteMatching(context, { [field]: name }, {});
  if (deleted === 0) throw new AppError("not_found", `There is no ${type} ${name.slice(0, 100)} here.`);
  return { message: "Entity deleted successfully!", deleted };
}

const DONE = { PUT: "updated", DELETE: "deleted" } as const;

const MAX_BATCHED = 1_000;

/** Changes or deletes memories one after another, once all of them are found. */
export async function batch(context: Context, fields: Fields, method: "PUT" | "DELETE") {
  assertKnown(fields, ["memories", "memory_ids"]);
  const entries = batchEntries(fields);
  const found: { memory: Memory; change: Fields }[] = [];
  for (const [index, { id, change }] of entries.entries()) {
    const memory = await memoryOf(context, id).catch((error: unknown) => {
      if (!(error instanceof AppError) || error.code !== "not_found") throw error;
      throw new AppError("not_found", `memories/${index}: Memory not found! Nothing of the batch was done.`);
    });
    found.push({ memory, change });
  }
  for (const [index, { memory, change: changes }] of found.entries()) {
    try {
      if (method === "PUT") await change(context, memory, changes);
      else await remove(context, memory);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      throw new AppError(error.code, `memories/${index}: ${error.message} Those before it are done.`, {
        cause: error,
        errors: error.errors?.map(({ pointer, detail }) => ({
          pointer: `/memories/${index}${pointer}`,
          detail,
        })),
      });
    }
  }
  return { message: `Successfully ${DONE[method]} ${found.length} memories` };
}

function batchEntries(fields: Fields): { id: string; change: Fields }[] {
  const name = fields.memories === undefined ? "memory_ids" : "memories";
  const list = fields[name];
  if (!Array.isArray(list) || list.length === 0)
    throw invalidField("/memories", "must be a list of at least one memory with its memory_id");
  if (list.length > MAX_BATCHED)
    throw invalidField(
      `/${name}`,
      `holds ${list.length.toLocaleString("en")}; a batch takes at most ${MAX_BATCHED.toLocaleString("en")}, so send it in parts`,
    );
  return list.map((entry: unknown, index) => {
    if (typeof entry === "string") return { id: entry, change: {} };
    const at = `/${name}/${index}`;
    if (!isObject(entry)) throw invalidField(at, "must be an object with memory_id");
    const { memory_id, id = memory_id, ...change } = entry;
    if (typeof id !== "string" || id === "") throw invalidField(`${at}/memory_id`, "is missing");
    return { id, change };
  });
}

const FEEDBACK: ReadonlyMap<unknown, "helpful" | "unhelpful" | "contradicted"> = new Map([
  ["POSITIVE", "helpful"],
  ["NEGATIVE", "unhelpful"],
  ["VERY_NEGATIVE", "contradicted"],
]);

/** Says what a memory was worth. */
export async function feedback(context: Context, fields: Fields) {
  assertKnown(fields, ["memory_id", "feedback", "feedback_reason"]);
  const id = textField(fields, "memory_id");
  if (id === undefined) throw invalidField("/memory_id", "is missing");
  const said = FEEDBACK.get(fields.feedback);
  if (said === undefined) throw invalidField("/feedback", `must be ${[...FEEDBACK.keys()].join(", ")}`);
  const reason = textField(fields, "feedback_reason");
  const memory = await memoryOf(context, id);
  const answer = await call(context, memoryFeedback, { memory_id: memory.id, feedback: said, reason });
  assertStored({ stored: answer.stored, reason: answer.reason, notes: answer.notes });
  return { id, feedback: fields.feedback, feedback_reason: reason ?? null };
}
