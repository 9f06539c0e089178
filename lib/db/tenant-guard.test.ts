import { describe, expect, it } from "vitest";
import { Prisma } from "./generated/client";
import { identifier, identifiers, literal, tenantSql } from "./tenant-guard";

const here = "01a00000-0000-7000-8000-000000000001";
const elsewhere = "01a00000-0000-7000-8000-000000000002";

describe("tenantSql", () => {
  it("makes a statement that is bound to its organization, also through a fragment", () => {
    const where = Prisma.sql`m.organization_id = ${here}::uuid`;
    const statement = tenantSql(here)`select id from memory m where ${where} and kind = ${"fact"}`;
    expect(statement.values).toEqual([here, "fact"]);
    expect(statement.sql).toContain("m.organization_id = ?::uuid and kind = ?");
  });

  it("refuses a statement that forgets the organization", () => {
    expect(() => tenantSql(here)`select id from memory where id = ${elsewhere}::uuid`).toThrow(/bind/);
    expect(() => tenantSql(here)`select id from memory`).toThrow(/bind/);
    expect(() => tenantSql(here)`select ${here} as organization_id from memory`).toThrow(/bind/);
    expect(
      () => tenantSql(here)`select id from memory m, x where x.organization_id = m.organization_id`,
    ).toThrow(/bind/);
  });

  it("refuses a statement that names another organization, alone or beside its own", () => {
    expect(() => tenantSql(here)`select id from memory where organization_id = ${elsewhere}::uuid`).toThrow(
      /another/,
    );
    expect(
      () =>
        tenantSql(here)`select m.id from memory m join memory o on o.organization_id = ${elsewhere}::uuid
          where m.organization_id = ${here}::uuid`,
    ).toThrow(/another/);
  });

  it("takes an insertion whose first column is the organization, and no other insertion", () => {
    const insertion = tenantSql(
      here,
    )`insert into memory_term (organization_id, lexeme) values (${here}::uuid, ${"a"})`;
    expect(insertion.values).toEqual([here, "a"]);
    expect(
      () => tenantSql(here)`insert into memory_term (lexeme, organization_id) select ${here}, ${"a"}`,
    ).toThrow(/bind/);
  });
});

it("quotes names and literals", () => {
  expect(identifier('a"b').sql).toBe('"a""b"');
  expect(identifiers(["a", "b"], "t").sql).toBe('"t"."a","t"."b"');
  expect(literal("it's").sql).toBe("'it''s'");
  expect(literal(3).sql).toBe("3");
  expect(() => literal(Number.NaN)).toThrow();
});
