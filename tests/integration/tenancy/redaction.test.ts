import { expect, it } from "vitest";
import type { CallOf, Contract } from "@/lib/kernel/contract";
import { newId } from "@/lib/kernel/ids";
import { operations } from "@/lib/registry";
import { contextOf, createOrganization, run, testDatabase } from "../../support/database";
import { textColumns } from "../../support/dump";
import { REDACTED } from "../../support/kept-texts";
import { askedOf } from "./bodies";
import { fillOrganization, valuesOf } from "./filled-organization";

const database = testDatabase();

/** A token of the form that GitHub gives out, which says by its number in which field it was sent. */
const tokenOf = (index: number) => `ghp_${String(index).padStart(4, "0")}aB3dE5gH7jK9mN1pQ3sT5vW7yZ9bC2dE`;

/** The value with a text at the place that the parts of a path lead to. */
function withText(value: unknown, [part, ...rest]: readonly string[], text: string): unknown {
  if (part === undefined) return text;
  if (part !== "[]") return { ...Object(value), [part]: withText(Object(value)[part], rest, text) };
  const [first, ...others] = Array.isArray(value) ? value : [];
  return [withText(first, rest, text), ...others];
}

/** Runs a command on an organization that has a row of everything, with tokens in these fields. Null: it did what it does. */
async function refusalWith(contract: Contract, fields: readonly string[]): Promise<string | null> {
  const { db } = database;
  const organization = await createOrganization(db);
  const { organization_id } = organization;
  const ids = { id: newId(), session_id: `session-${newId()}` };
  await db.person.create({ data: { id: ids.id, email: `${ids.id}@example.test`, name: "Dana" } });
  await fillOrganization(db, { organization_id, id: ids.id, values: valuesOf(ids) });
  const [asked] = askedOf(contract, ids);
  // Of a repository by its id, which the tests of tenancy ask for and which is no name.
  const { repository, ...others } = asked?.input ?? {};
  const known = repository === ids.id || repository === undefined ? others : { repository, ...others };
  let input: unknown = known;
  for (const field of fields) {
    const parts = field
      .slice(contract.name.length + 1)
      .replaceAll("[]", ".[]")
      .split(".");
    input = withText(input, parts, `Said with ${tokenOf(REDACTED.indexOf(field))} in it.`);
  }
  const context = contextOf(database, await organization.person("owner"));
  return run(contract, input as CallOf<Contract>, context).then(
    () => null,
    (error: unknown) => String(error),
  );
}

/** Every place of the database where a token is kept, with the field that it was sent in. */
async function keptTokens(): Promise<string[]> {
  const columns = await textColumns(database.db);
  const parts = columns
    .filter(({ type }) => type !== "bytea")
    .map(
      ({ schema, table, column }) =>
        `select '${table}.${column}' as place, kept_token[1] as index
         from "${schema}"."${table}", regexp_matches("${column}"::text, 'ghp_([0-9]{4})aB3d', 'gi') as kept_token`,
    );
  const found = await database.db.$queryRawUnsafe<{ place: string; index: string }[]>(parts.join(" union "));
  return found.map(({ place, index }) => `${REDACTED[Number(index)]} in ${place}`).toSorted();
}

it("no command stores a secret from a text that is said to be redacted", async () => {
  const refused: string[] = [];
  for (const { contract } of operations) {
    const fields = REDACTED.filter((field) => field.startsWith(`${contract.name}.`));
    if (fields.length === 0 || (await refusalWith(contract, fields)) === null) continue;
    for (const field of fields) {
      const refusal = await refusalWith(contract, [field]);
      if (refusal !== null) refused.push(`${field}: ${refusal}`);
    }
  }
  const why =
    "the command must do its work here: give it a body in bodies.ts and rows in filled-organization.ts, or put the " +
    "field into REDACTED_WITH_MORE with a test of its own";
  expect(refused, why).toEqual([]);
  expect(await keptTokens()).toEqual([]);
}, 180_000);
