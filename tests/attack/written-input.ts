import type { z } from "zod";

/** Texts that a field may insist on instead, the first that its schema takes is written. */
const OTHERWISE = (id: string): readonly string[] => [
  id,
  "attack/repository",
  "src/attack.ts",
  "2026-01-01T00:00:00.000Z",
  "2026-01-01",
  "a".repeat(40),
  "attack@example.test",
  "https://203.0.113.7",
  "main",
  "attack",
  "1",
];

const LONGEST_LIST = 2;
const DEEPEST = 8;

/** A schema's parts, as zod 4 keeps them. */
type Def = {
  type: string;
  innerType?: z.ZodType;
  in?: z.ZodType;
  element?: z.ZodType;
  shape?: Record<string, z.ZodType>;
  options?: z.ZodType[];
  values?: unknown[];
  entries?: Record<string, unknown>;
  valueType?: z.ZodType;
  getter?: () => z.ZodType;
};

const defOf = (schema: z.ZodType) => schema._zod.def as unknown as Def;

export type Written = {
  value: unknown /** Pointers of the fields that hold the payload. */;
  poisoned: string[];
};

type Writing = { payload: string; id: string; pointer: string; depth: number };

const plain = (value: unknown): Written => ({ value, poisoned: [] });

/** An input that the schema's own fields take, with a payload in every text that takes it. */
export function writeInput(schema: z.ZodType, { payload, id }: { payload: string; id: string }): Written {
  return write(schema, { payload, id, pointer: "", depth: 0 });
}

function write(schema: z.ZodType, writing: Writing): Written {
  if (writing.depth > DEEPEST) return plain(undefined);
  const def = defOf(schema);
  const inner = def.innerType ?? (def.type === "pipe" ? def.in : undefined) ?? def.getter?.();
  if (inner) return write(inner, { ...writing, depth: writing.depth + 1 });
  return (WRITERS[def.type] ?? (() => plain(undefined)))(schema, def, writing);
}

type Writer = (schema: z.ZodType, def: Def, writing: Writing) => Written;

const WRITERS: Readonly<Record<string, Writer>> = {
  string: (schema, _def, writing) => writeText(schema, writing),
  number: (schema) => plain([1, 0.5, 10, 0, 2026].find((value) => schema.safeParse(value).success) ?? 1),
  boolean: () => plain(true),
  literal: (_schema, def) => plain(def.values?.[0]),
  enum: (_schema, def) => plain(Object.values(def.entries ?? {})[0]),
  object: (_schema, def, writing) => writeObject(def.shape ?? {}, writing),
  array: (_schema, def, writing) => writeList(def, writing),
  union: (_schema, def, writing) => writeFirst(def.options ?? [], writing),
  record: (_schema, def, writing) => writeRecord(def, writing),
};

function writeText(schema: z.ZodType, { payload, id, pointer }: Writing): Written {
  const named = /(?:_id|_ids\/\d+|\/id|\/repository|\/repo)$/.test(pointer);
  const short = payload.slice(0, 60);
  const own = [payload, short, `src/${short}`, `a/${short.replaceAll("/", "")}`];
  const taken = (named ? [id, ...own] : own).find((value) => schema.safeParse(value).success);
  if (taken !== undefined)
    return { value: taken, poisoned: taken.includes(payload.slice(0, 20)) ? [pointer] : [] };
  return plain(OTHERWISE(id).find((value) => schema.safeParse(value).success));
}

function writeObject(shape: Record<string, z.ZodType>, writing: Writing): Written {
  const fields = Object.entries(shape).map(
    ([name, schema]) =>
      [
        name,
        write(schema, { ...writing, pointer: `${writing.pointer}/${name}`, depth: writing.depth + 1 }),
      ] as const,
  );
  return {
    value: Object.fromEntries(
      fields.filter(([, { value }]) => value !== undefined).map(([name, { value }]) => [name, value]),
    ),
    poisoned: fields.flatMap(([, { poisoned }]) => poisoned),
  };
}

function writeList({ element }: Def, writing: Writing): Written {
  if (!element) return plain([]);
  const one = write(element, { ...writing, pointer: `${writing.pointer}/0`, depth: writing.depth + 1 });
  if (one.value === undefined) return plain([]);
  return { value: [one.value].slice(0, LONGEST_LIST), poisoned: one.poisoned };
}

function writeFirst(options: readonly z.ZodType[], writing: Writing): Written {
  const written = options.map((option) => write(option, { ...writing, depth: writing.depth + 1 }));
  return written.find(({ poisoned }) => poisoned.length > 0) ?? written[0] ?? plain(undefined);
}

function writeRecord({ valueType }: Def, writing: Writing): Written {
  if (!valueType) return plain({});
  const pointer = `${writing.pointer}/note`;
  const { value } = write(valueType, { ...writing, pointer, depth: writing.depth + 1 });
  const payload = value ?? writing.payload;
  return { value: { note: payload, [writing.payload.slice(0, 60)]: payload }, poisoned: [pointer] };
}

/** The same without fields that the whole schema refuses beside others; what is left is asked as it is. */
export function fitting(schema: z.ZodType, written: Written): Written {
  let { value } = written;
  for (let round = 0; round < 10; round++) {
    const result = schema.safeParse(value);
    if (result.success || value === null || typeof value !== "object") break;
    const wrong = new Set(result.error.issues.map(({ path }) => String(path[0])));
    const kept = Object.entries(value).filter(([name]) => !wrong.has(name));
    if (kept.length === Object.keys(value).length) break;
    value = Object.fromEntries(kept);
  }
  const names = Object.keys(value ?? {});
  return {
    value,
    poisoned: written.poisoned.filter((pointer) => names.includes(pointer.split("/")[1] ?? "")),
  };
}
