/**
 * Every query function is called in the name of one organization with the ids and names of what another one has, first
 * while the other one is empty and then when it is full. Both times the answer must be the same, and nothing of the
 * other one may change: whatever differs was read, counted or written across organizations.
 */
import { pathToFileURL } from "node:url";
import { beforeAll, describe, expect, it } from "vitest";
import type { Db } from "@/lib/db/client";
import { newId } from "@/lib/kernel/ids";
import { createOrganization, testDatabase } from "../../support/database";
import { digestOf, fillOrganization, findTenantTables } from "./filled-organization";
import { argumentsOf, columnTypes, namesOrganization } from "./query-arguments";
import { findQueryFunctions, type QueryFunction } from "./query-functions";

const database = testDatabase();

type Outcome = { answer: string; error: string | null; changed: boolean };

/** Ids and moments that a call makes up differ from call to call. */
const MADE_UP = /[0-9a-f]{8}-[0-9a-f]{4}-[47][0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}|2026-1[0-2]-\d\dT[\d:.]+Z/g;

/** The database or the product refused what was asked, which is an answer as well. */
const REFUSED =
  /^(?:AppError|OvertakenError|PrismaClientKnownRequestError P20(?:02|03|25)|\S+ P2010 .*(?:`235(?:03|05)`|violates (?:foreign key|unique) constraint))/;

/** Calls that see nothing of a filled organization, even as its own: there is nothing of that kind in it. May only fall. */
const MAX_BLIND = 111;

class Undone extends Error {}

type Callable = (db: Db, ...parameters: unknown[]) => Promise<unknown>;

async function functionOf({ file, exported }: QueryFunction): Promise<Callable> {
  const module: Record<string, Callable> = await import(pathToFileURL(file).href);
  const query = module[exported];
  if (!query) throw new Error(`${file} exports no ${exported}`);
  return query;
}

function answerText(value: unknown): string {
  const text = JSON.stringify(value, (_, inner) =>
    inner instanceof Map || inner instanceof Set ? [...inner] : inner,
  );
  return (text ?? "nothing").replaceAll(MADE_UP, "new");
}

function errorText(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const code = "code" in error ? String(error.code) : "";
  const [last] = error.message.trim().split("\n").slice(-1);
  return `${error.constructor.name} ${code} ${last}`.replaceAll(MADE_UP, "new");
}

/** A transaction has a number from its first change of a row on; most calls only read, and a digest reads every table. */
async function hasWritten(tx: Db): Promise<boolean> {
  const [row] = await tx.$queryRaw<{ written: boolean }[]>`
    select pg_current_xact_id_if_assigned() is not null as written`;
  return row?.written === true;
}

describe("a query function", () => {
  let queries: QueryFunction[];
  /** Before and after the organization, whose id and names are in the arguments, was filled. */
  let asOther: [Map<string, Outcome>, Map<string, Outcome>];
  let asOwn: [Map<string, Outcome>, Map<string, Outcome>];

  beforeAll(async () => {
    const { db } = database;
    queries = findQueryFunctions().filter(({ parameters }) => parameters.some(namesOrganization));
    const { tables, shapes } = await findTenantTables(db);
    const columns = columnTypes(shapes);
    const filled = await createOrganization(db);
    const other = await createOrganization(db);
    const id = newId();
    await db.person.create({ data: { id, email: "zebra@example.test", name: "zebra" } });

    async function callAll(organization_id: string): Promise<Map<string, Outcome>> {
      const digest = (tx: Db) => digestOf(tx, { tables, organization_id: filled.organization_id });
      const before = await digest(db);
      const outcomes = new Map<string, Outcome>();
      for (const query of queries) {
        const run = await functionOf(query);
        const outcome: Outcome = { answer: "", error: null, changed: false };
        const call = db.$transaction(async (tx) => {
          outcome.answer = answerText(await run(tx, ...argumentsOf(query, { organization_id, id, columns })));
          outcome.changed = (await hasWritten(tx)) && (await digest(tx)) !== before;
          throw new Undone();
        });
        await call.catch((error: unknown) => {
          if (!(error instanceof Undone)) outcome.error = errorText(error);
        });
        outcomes.set(query.name, outcome);
      }
      return outcomes;
    }
    const otherBefore = await callAll(other.organization_id);
    const ownBefore = await callAll(filled.organization_id);
    await fillOrganization(db, { organization_id: filled.organization_id, id });
    asOther = [otherBefore, await callAll(other.organization_id)];
    asOwn = [ownBefore, await callAll(filled.organization_id)];
  }, 600_000);

  const differing = ([before, after]: [Map<string, Outcome>, Map<string, Outcome>]) =>
    [...before].flatMap(([name, outcome]) => {
      const later = after.get(name);
      const same = JSON.stringify(later) === JSON.stringify(outcome) && later?.changed === false;
      if (same) return [];
      return [{ name, before: outcome, after: later }];
    });

  it("can be called as its types and the written arguments say", () => {
    expect(queries.length).toBeGreaterThan(300);
    const failed = [...asOther[1]].filter(([, { error }]) => error !== null && !REFUSED.test(error));
    expect(failed).toEqual([]);
  });

  it("answers and writes the same whatever another organization has under the ids and names that it is given", () => {
    expect(differing(asOther)).toEqual([]);
  });

  it("sees what its own organization has, so that the comparison means something", () => {
    const seeing = new Set(differing(asOwn).map(({ name }) => name));
    const blind = queries.map(({ name }) => name).filter((name) => !seeing.has(name));
    expect(blind.length, blind.join("\n")).toBeLessThanOrEqual(MAX_BLIND);
  });
});
