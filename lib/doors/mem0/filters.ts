import { CLIENT_IDS } from "@/lib/kernel/client-ids";
import { invalidField } from "@/lib/kernel/errors";
import { kindMetadataSchemas, type MemoryConditionInput } from "@/lib/memories/contract";
import { ENTITY_FIELDS, type EntityField, type EntityIds, entityCondition, setOrOwn } from "./entities";
import { type Fields, isObject, listOf, momentOf } from "./fields";

type Comparison = Extract<MemoryConditionInput, { field: string }>;
type Is = Comparison["is"];
type Compared = Pick<Comparison, "is" | "value">;

const OPERATORS: ReadonlyMap<string, Is> = new Map([
  ["eq", "equal"],
  ["ne", "different"],
  ["in", "in"],
  ["gt", "above"],
  ["gte", "at_least"],
  ["lt", "below"],
  ["lte", "at_most"],
  ["contains", "contains"],
  ["icontains", "icontains"],
]);

const NAMES = [...OPERATORS.keys()].join(", ");
const MAX_CONDITIONS = 200;
const MAX_VALUES = 1_000;
const ENTITIES: ReadonlySet<string> = new Set(ENTITY_FIELDS);

/** Names that some kind of memory needs in its metadata; a client's own of that name are kept apart. */
const TAKEN: ReadonlySet<string> = new Set([
  CLIENT_IDS,
  ...Object.values(kindMetadataSchemas).flatMap(({ shape }) => Object.keys(shape)),
]);

/**
 * The condition that filters of mem0 say: AND, OR and NOT over entities, moments, categories, keywords and metadata,
 * each with a value, `*` for any, a list, or operators.
 * @throws AppError invalid_input naming what is not understood.
 */
export function filterCondition(filters: Fields, pointer = "/filters"): MemoryConditionInput {
  return { all: Object.entries(filters).map(([key, value]) => oneFilter(key, value, `${pointer}/${key}`)) };
}

function oneFilter(key: string, value: unknown, pointer: string): MemoryConditionInput {
  if (key === "AND") return { all: joinedOf(value, pointer) };
  if (key === "OR") return { any: joinedOf(value, pointer) };
  if (key === "NOT") return { not: { any: joinedOf(value, pointer) } };
  if (/^(and|or|not|\$.*)$/i.test(key))
    throw invalidField(pointer, "is of another dialect of filters; join with AND, OR and NOT in capitals");
  if (key === "session_id") return compared(value, pointer, (each) => entityCondition("run_id", each));
  if (isEntity(key)) return compared(value, pointer, (each) => entityCondition(key, each));
  if (key === "created_at" || key === "updated_at")
    return compared(momentsIn(value, pointer), pointer, (each) => setOrOwn(key, key, each));
  if (key === "categories") return compared(value, pointer, categoryCondition);
  if (key === "keywords" || key === "memory")
    return compared(value, pointer, (each) => ({ field: "statement", ...each }));
  if (key === "memory_ids" || key === "id")
    return compared(value, pointer, (each) => setOrOwn("id", "id", each));
  if (key === "metadata") return metadataFilters(value, pointer);
  return metadataCondition(key, value, pointer);
}

const isEntity = (key: string): key is EntityField => ENTITIES.has(key);

function joinedOf(value: unknown, pointer: string): MemoryConditionInput[] {
  const list = listOf(value);
  if (list.length > MAX_CONDITIONS) throw invalidField(pointer, `must be at most ${MAX_CONDITIONS} filters`);
  return list.map((filters, index) => {
    const at = Array.isArray(value) ? `${pointer}/${index}` : pointer;
    if (!isObject(filters)) throw invalidField(at, "must be an object of filters");
    return filterCondition(filters, at);
  });
}

/** Every way to write a value: alone, `*`, a list, or an object of operators, which all hold. */
function compared(
  value: unknown,
  pointer: string,
  condition: (compared: Compared) => MemoryConditionInput,
): MemoryConditionInput {
  if (value === "*") return condition({ is: "present" });
  if (Array.isArray(value)) return condition({ is: "in", value: scalarsOf(value, pointer) });
  if (!isObject(value)) return condition({ is: "equal", value: scalarOf(value, pointer) });
  const operators = Object.entries(value);
  if (operators.length === 0) throw invalidField(pointer, `needs an operator: ${NAMES}`);
  return {
    all: operators.map(([name, operand]) => {
      const is = OPERATORS.get(name);
      const at = `${pointer}/${name}`;
      if (is === undefined) throw invalidField(at, `is not an operator; use ${NAMES}`);
      if (operand === "*" && is === "equal") return condition({ is: "present" });
      if (operand === "*" && is === "different") return { not: condition({ is: "present" }) };
      if (is === "in") return condition({ is, value: scalarsOf(operand, at) });
      // A list is contained where one of it is.
      if (Array.isArray(operand))
        return { any: scalarsOf(operand, at).map((one) => condition({ is, value: one })) };
      return condition({ is, value: scalarOf(operand, at) });
    }),
  };
}

type Scalar = string | number | boolean | null;

function scalarOf(value: unknown, pointer: string): Scalar {
  if (value === null || typeof value === "string" || typeof value === "boolean") return value;
  if (typeof value === "number") return value;
  throw invalidField(pointer, "must be a text, a number, true, false or null");
}

function scalarsOf(value: unknown, pointer: string): Scalar[] {
  if (!Array.isArray(value)) throw invalidField(pointer, "must be a list");
  if (value.length > MAX_VALUES) throw invalidField(pointer, `must be at most ${MAX_VALUES} values`);
  return value.map((one, index) => scalarOf(one, `${pointer}/${index}`));
}

/** The same with every moment as it is stored. */
function momentsIn(value: unknown, pointer: string): unknown {
  if (value === "*") return value;
  if (Array.isArray(value)) return value.map((one, index) => momentOf(one, `${pointer}/${index}`));
  if (!isObject(value)) return momentOf(value, pointer);
  return Object.fromEntries(
    Object.entries(value).map(([name, operand]) => [name, momentsIn(operand, `${pointer}/${name}`)]),
  );
}

function categoryCondition(each: Compared): MemoryConditionInput {
  const in_tags: MemoryConditionInput = { field: "tags", ...each };
  if (each.is === "present")
    return { any: [in_tags, { field: "category", is: "different", value: "general" }] };
  if (each.is === "contains") return { any: [in_tags, { field: "category", ...each, is: "equal" }] };
  return { any: [in_tags, { field: "category", ...each }] };
}

function metadataFilters(value: unknown, pointer: string): MemoryConditionInput {
  if (!isObject(value)) throw invalidField(pointer, "must be an object of metadata keys");
  return { all: Object.entries(value).map(([key, one]) => metadataCondition(key, one, `${pointer}/${key}`)) };
}

/** A key of a client's metadata, wherever it had to be kept. */
function metadataCondition(key: string, value: unknown, pointer: string): MemoryConditionInput {
  return compared(value, pointer, (each) => {
    const apart: MemoryConditionInput = { field: "metadata", path: [CLIENT_IDS, "metadata", key], ...each };
    if (key === CLIENT_IDS) return apart;
    const own: MemoryConditionInput = { field: "metadata", path: [key], ...each };
    if (!TAKEN.has(key)) return own;
    if (each.is === "different") return { all: [own, apart] };
    return { any: [own, apart] };
  });
}

/** The condition of ids at the top level of a request; `*` is any. */
export function idsCondition(ids: EntityIds): MemoryConditionInput[] {
  return ENTITY_FIELDS.flatMap((field) => {
    const id = ids[field];
    if (id === undefined) return [];
    if (id === "*") return [entityCondition(field, { is: "present" })];
    return [entityCondition(field, { is: "equal", value: id })];
  });
}

/** That a memory has not expired by the day that its client set. */
export function unexpired(now: Date): MemoryConditionInput {
  const today = now.toISOString().slice(0, 10);
  return { not: { field: "metadata", path: [CLIENT_IDS, "expiration_date"], is: "below", value: today } };
}
