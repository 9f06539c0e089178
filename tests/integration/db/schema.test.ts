import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { REFERENCE_TABLES } from "@/lib/db/citus/plan";
import { testDatabase } from "../../support/database";

const database = testDatabase();

type Column = { column: string; type: string; nullable: boolean };

/** Prisma's scalar types as PostgreSQL names them in `udt_name`. */
const TYPES: Record<string, string> = {
  String: "text",
  Int: "int4",
  BigInt: "int8",
  Float: "float8",
  Boolean: "bool",
  DateTime: "timestamptz",
  Json: "jsonb",
  Bytes: "bytea",
};

/** Those that a column asks for by name. */
const NATIVE_TYPES: Record<string, string> = { Uuid: "uuid", Real: "float4" };

async function schemaModels(): Promise<Map<string, Column[]>> {
  const files = (await readdir("prisma/schema")).filter((file) => file.endsWith(".prisma"));
  const text = (
    await Promise.all(files.map((file) => readFile(path.join("prisma/schema", file), "utf8")))
  ).join("\n");
  const bodies = [...text.matchAll(/^model (\w+) \{\n([\s\S]*?)^\}/gm)].map(
    (match) => [match[1] ?? "", match[2] ?? ""] as const,
  );
  const names = new Set(bodies.map(([name]) => name));
  return new Map(
    bodies.map(([name, body]) => [name, body.split("\n").flatMap((line) => toColumn(line, names))]),
  );
}

function toColumn(line: string, models: Set<string>): Column[] {
  const match = /^\s+(\w+)\s+(\w+)(?:\("(\w+)"\))?(\[\])?(\?)?(.*)$/.exec(line);
  if (!match) return [];
  const [, column = "", type = "", unsupported, list, optional, rest = ""] = match;
  if (models.has(type)) return [];
  const native = /@db\.(\w+)/.exec(rest)?.[1] ?? "";
  const supported = NATIVE_TYPES[native] ?? TYPES[type];
  const scalar = type === "Unsupported" ? unsupported : supported;
  if (scalar === undefined) throw new Error(`unknown type in the schema: ${line.trim()}`);
  return [{ column, type: list ? `_${scalar}` : scalar, nullable: optional === "?" }];
}

describe("the Prisma schema and the migrated database", () => {
  it("agree in every table and every column, its type and whether it may be null", async () => {
    const rows = await database.db.$queryRaw<
      { table: string; column: string; type: string; nullable: boolean }[]
    >`
      select table_name as "table", column_name as "column", udt_name as "type", is_nullable = 'YES' as nullable
      from information_schema.columns where table_schema = 'public'
      and table_name not in ('_prisma_migrations', 'citus_tables', 'citus_schemas')`;
    const migrated = new Set(rows.map((row) => row.table));
    const models = await schemaModels();
    expect([...migrated].sort()).toEqual([...models.keys()].sort());
    const byName = (a: Column, b: Column) => a.column.localeCompare(b.column);
    for (const [name, columns] of models) {
      const found = rows
        .filter((row) => row.table === name)
        .map(({ table: _, ...column }) => column)
        .sort(byName);
      expect({ [name]: found }).toEqual({ [name]: columns.sort(byName) });
    }
  });

  it("can be spread over a cluster: keys with the organization, foreign keys that empty and rename nothing", async () => {
    const whole = Object.keys(REFERENCE_TABLES);
    const keys = await database.db.$queryRaw`
      select i.relname as name from pg_index x join pg_class i on i.oid = x.indexrelid
      join pg_class t on t.oid = x.indrelid
      join pg_attribute a on a.attrelid = t.oid and a.attname = 'organization_id' and a.attnotnull
      where x.indisunique and t.relnamespace = 'public'::regnamespace and t.relname <> all(${whole}::text[])
        and not a.attnum = any(x.indkey::int2[])`;
    expect(keys).toEqual([]);
    const foreignKeys = await database.db.$queryRaw`
      select c.conname as name from pg_constraint c join pg_class t on t.oid = c.conrelid
      where c.contype = 'f' and c.connamespace = 'public'::regnamespace
        and (c.confupdtype <> 'a' or (c.confdeltype in ('n', 'd') and t.relname <> all(${whole}::text[])))`;
    expect(foreignKeys).toEqual([]);
    const references = await database.db.$queryRaw`
      select c.conname as name from pg_constraint c join pg_class t on t.oid = c.conrelid
      join pg_class o on o.oid = c.confrelid
      where c.contype = 'f' and t.relname = any(${whole}::text[]) and o.relname <> all(${whole}::text[])`;
    expect(references).toEqual([]);
  });

  it("lead every key and index of a tenant table with the organization", async () => {
    const rows = await database.db.$queryRaw<
      { table: string; index: string; first: string; method: string }[]
    >`
      select t.relname as "table", i.relname as "index", am.amname as method, a.attname as first
      from pg_index x join pg_class i on i.oid = x.indexrelid join pg_class t on t.oid = x.indrelid
      join pg_am am on am.oid = i.relam join pg_namespace n on n.oid = t.relnamespace
      join pg_attribute a on a.attrelid = i.oid and a.attnum = 1
      where n.nspname = 'public' and t.relname not in ('_prisma_migrations', 'organization', 'person', 'person_account', 'login_link', 'login', 'passkey', 'passkey_challenge', 'request_count', 'change_position')`;
    const btrees = rows.filter((row) => row.method === "btree");
    expect(btrees.length).toBeGreaterThan(40);
    // A key or a webhook's connection is looked up before its organization is known, a membership by its person, an old
    // key by its age.
    const unscoped = new Set([
      "agent_key.key_hash",
      "member.person_id",
      "invitation.person_id",
      "idempotency_key.created_at",
      "connection.id",
    ]);
    const strays = btrees.filter(
      (row) => row.first !== "organization_id" && !unscoped.has(`${row.table}.${row.first}`),
    );
    expect(strays).toEqual([]);
  });
});
