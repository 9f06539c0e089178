import { CLIENT_IDS } from "@/lib/kernel/client-ids";
import { AppError, invalidField } from "@/lib/kernel/errors";
import { type Memory, memoryQuery } from "@/lib/memories/contract";
import type { Context } from "@/lib/runtime/operation";
import { allMatching, call } from "./caller";
import { ENTITY_FIELDS, entityIds } from "./entities";
import { assertKnown, type Fields, isObject, objectField, objectOf, textField } from "./fields";
import { filterCondition, idsCondition } from "./filters";
import { clientIdsOf, type Mem0Memory, toMem0 } from "./memory";

const EXPORT_FIELDS = ["schema", "filters", "export_instructions", ...ENTITY_FIELDS];
const MAX_SCHEMA = 20_000;

/**
 * The id of an export is what was asked for: nothing is kept, and who fetches it gets what is there then and what
 * their own key reaches.
 */
export function createExport(fields: Fields) {
  assertKnown(fields, EXPORT_FIELDS);
  const schema = objectField(fields, "schema") ?? {};
  shapeOf(schema);
  const asked = { schema, filters: objectField(fields, "filters") ?? {}, ids: entityIds(fields) };
  filterCondition(asked.filters);
  const id = Buffer.from(JSON.stringify(asked)).toString("base64url");
  if (id.length > MAX_SCHEMA) throw invalidField("/schema", "and filters are too long; name fewer fields");
  return { message: "Memory export request received. The export is ready.", id };
}

/** The memories of an export, in the form of its schema. */
export async function getExport(context: Context, fields: Fields) {
  assertKnown(fields, ["memory_export_id", "filters", ...ENTITY_FIELDS]);
  const asked = askedOf(fields);
  const filters = objectField(asked, "filters") ?? {};
  const ids = entityIds(objectOf(asked.ids));
  const shape = shapeOf(objectField(asked, "schema") ?? {});
  const memories = await allMatching(context, { all: [...idsCondition(ids), filterCondition(filters)] });
  return shape(memories.map(toMem0));
}

/** What an export was made for, or filters without one. */
function askedOf(fields: Fields): Fields {
  const id = textField(fields, "memory_export_id");
  if (id === undefined) return { filters: fields.filters, ids: fields };
  return askedBy(id);
}

function askedBy(id: string): Fields {
  try {
    const asked: unknown = JSON.parse(Buffer.from(id, "base64url").toString("utf8"));
    if (isObject(asked)) return asked;
  } catch {
    // Said below.
  }
  throw new AppError("not_found", "memory_export_id: There is no such export; create it again.");
}

type Shape = (memories: readonly Mem0Memory[]) => Record<string, unknown>;

/**
 * How memories are put into a JSON schema: each list of objects in it holds all memories with the fields that it names,
 * of the memory itself or of its metadata. Without a schema they are in `memories`, whole.
 * @throws AppError invalid_input naming what no memory can fill.
 */
function shapeOf(schema: Fields): Shape {
  if (schema.properties === undefined) return (memories) => ({ memories });
  const { properties } = schema;
  if (!isObject(properties)) throw invalidField("/schema/properties", "must be an object");
  const lists = Object.entries(properties).map(([name, property]) => {
    const pointer = `/schema/properties/${name}`;
    const list = resolved(property, schema, pointer);
    if (list.type !== "array")
      throw invalidField(pointer, "must be a list (type array): an export holds lists of memories");
    const item = resolved(list.items, schema, `${pointer}/items`);
    if (item.type === "string") return [name, null] as const;
    if (!isObject(item.properties))
      throw invalidField(`${pointer}/items`, "must be texts, or objects with the names of fields");
    return [name, Object.keys(item.properties)] as const;
  });
  return (memories) =>
    Object.fromEntries(lists.map(([name, fields]) => [name, memories.map((memory) => pick(memory, fields))]));
}

function pick(memory: Mem0Memory, fields: readonly string[] | null): unknown {
  if (fields === null) return memory.memory;
  const values: Record<string, unknown> = { ...memory.metadata, ...memory, content: memory.memory };
  return Object.fromEntries(fields.map((field) => [field, values[field] ?? null]));
}

/** A part of a schema, or what it refers to in its definitions. */
function resolved(part: unknown, schema: Fields, pointer: string): Fields {
  if (!isObject(part)) throw invalidField(pointer, "must be a JSON schema");
  const { $ref } = part;
  if ($ref === undefined) return part;
  const [, of = "", name = ""] = /^#\/(\$defs|definitions)\/(.+)$/.exec(String($ref)) ?? [];
  const definitions = schema[of];
  const found = objectOf(definitions)[name];
  if (!isObject(found)) throw invalidField(`${pointer}/$ref`, "refers to no definition of this schema");
  return found;
}

const MAX_EVENTS = 200;

type Event = {
  id: string;
  event_type: "ADD";
  status: "SUCCEEDED";
  created_at: string;
  updated_at: string;
  results: { id: string; event: "ADD"; data: { memory: string } }[];
};

/** Memories are stored before an add is answered, so an event is what it stored. */
export async function events(context: Context) {
  const where = { field: "metadata" as const, path: [CLIENT_IDS, "event_id"], is: "present" as const };
  const { items } = await call(context, memoryQuery, { where, limit: MAX_EVENTS });
  const results = eventsOf(items);
  return { count: results.length, next: null, previous: null, results };
}

export async function event(context: Context, id: string) {
  const where = {
    field: "metadata" as const,
    path: [CLIENT_IDS, "event_id"],
    is: "equal" as const,
    value: id,
  };
  const { items } = await call(context, memoryQuery, { where, limit: MAX_EVENTS });
  const [found] = eventsOf(items);
  if (!found)
    throw new AppError("not_found", "Event not found! What it stored may be deleted, or it stored nothing.");
  return found;
}

function eventsOf(memories: readonly Memory[]): Event[] {
  const byId = new Map<string, Event>();
  for (const memory of memories) {
    const id = clientIdsOf(memory)?.event_id;
    if (typeof id !== "string") continue;
    const { created_at, statement } = memory;
    const known = byId.get(id);
    const found: Event = known ?? {
      id,
      event_type: "ADD",
      status: "SUCCEEDED",
      created_at,
      updated_at: created_at,
      results: [],
    };
    found.results.push({ id: memory.id, event: "ADD", data: { memory: statement } });
    byId.set(id, found);
  }
  return [...byId.values()];
}
