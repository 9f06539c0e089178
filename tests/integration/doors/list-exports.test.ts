/**
 * Every list of the registry as a file: the rows of CSV and JSON are those of the list, of the caller's organization and
 * repositories.
 */
import { beforeAll, describe, expect, it, vi } from "vitest";
import { agentKeyCreate, auditList, memberList } from "@/lib/access/contract";
import { handleRest } from "@/lib/doors/rest";
import { csvFile, exportResponse, jsonFile } from "@/lib/doors/rest/list-export";
import type { CallOf, Contract } from "@/lib/kernel/contract";
import { csvColumns } from "@/lib/kernel/csv";
import { newId } from "@/lib/kernel/ids";
import { EXPORT_FIELDS, type ExportFormat, rowOfList } from "@/lib/kernel/list-export";
import { MAX_PAGE_SIZE } from "@/lib/kernel/pagination";
import { PERMISSIONS } from "@/lib/kernel/permissions";
import { operations } from "@/lib/registry";
import { ruleList } from "@/lib/reviews/contract";
import type { AnyOperation, Context } from "@/lib/runtime/operation";
import { readCsv } from "../../support/csv";
import {
  contextOf,
  createOrganization,
  run,
  type TestOrganization,
  testDatabase,
} from "../../support/database";
import { partsOf } from "../../support/parts";
import { askedOf, type Ids } from "../tenancy/bodies";
import { fillOrganization, valuesOf } from "../tenancy/filled-organization";

vi.stubEnv("RATE_LIMIT_PER_MINUTE", "1000000");
vi.stubEnv("NEXTAUTH_SECRET", "a-secret-that-only-this-test-uses-0123456789");

const database = testDatabase();
const lists = operations.flatMap((operation) => {
  const row = rowOfList(operation.contract);
  if (row === null) return [];
  return [{ name: operation.contract.name, operation, row }];
});

const OWN = "ownwords";
const OTHER_REPOSITORY = "canaryofanotherrepository";
const OTHER_ORGANIZATION = "canaryofanotherorganization";

let mine: TestOrganization;
let own: Ids;
let foreign: Ids;
let owner: Context;
let boundKey: string;

async function fill(organization_id: string, text: string): Promise<Ids> {
  const { db } = database;
  const ids = { id: newId(), session_id: `session-${newId()}` };
  await db.person.create({ data: { id: ids.id, email: `${ids.id}@example.test`, name: text } });
  await fillOrganization(db, { organization_id, id: ids.id, text, values: valuesOf(ids) });
  return ids;
}

beforeAll(async () => {
  mine = await createOrganization(database.db);
  const theirs = await createOrganization(database.db);
  own = await fill(mine.organization_id, OWN);
  await fill(mine.organization_id, OTHER_REPOSITORY);
  foreign = await fill(theirs.organization_id, OTHER_ORGANIZATION);
  owner = contextOf(database, await mine.person("owner"));
  const made = await run(
    agentKeyCreate,
    { name: "bound", agent: "bound", permissions: [...PERMISSIONS], repository_ids: [own.id] },
    owner,
  );
  boundKey = made.key;
}, 120_000);

const inputOf = (contract: Contract, ids: Ids) => askedOf(contract, ids)[0]?.input ?? {};

async function fileOf(operation: AnyOperation, format: ExportFormat, ids = own): Promise<string> {
  const asked = { export: format, bom: "false" } as const;
  const input = inputOf(operation.contract, ids);
  return (await exportResponse(operation, { input, context: owner, asked })).text();
}

const listOf = (contract: Contract, input: Record<string, unknown>) =>
  run(contract, input as CallOf<Contract>, owner) as Promise<{ items: unknown[]; total: number }>;

/** What changes with each time that it is asked: ages, and what was computed just now. */
const withoutMoments = (rows: unknown) =>
  JSON.stringify(rows).replaceAll(/"\d{4}-\d\d-\d\dT[^"]*"/g, '"a moment"');

async function textOf(chunks: AsyncIterable<string>): Promise<string> {
  let text = "";
  for await (const chunk of chunks) text += chunk;
  return text;
}

async function overRest(path: string): Promise<Response> {
  const request = new Request(`http://localhost:3000/api/v1${path}`, {
    headers: { Authorization: `Bearer ${boundKey}` },
  });
  return handleRest(request, partsOf(database));
}

it("there are lists, and none has a field of its own by the name of a field of exports", () => {
  expect(lists.length).toBeGreaterThan(35);
  for (const { operation } of lists)
    for (const field of EXPORT_FIELDS) expect(operation.contract.input.shape).not.toHaveProperty(field);
});

describe.each(lists)("$name", ({ operation, row }) => {
  const { contract }: { contract: Contract } = operation;

  it("has the rows of the list in JSON and in CSV, as many as it says", async () => {
    const input = inputOf(contract, own);
    const listed = await listOf(contract, input).catch((error: unknown) => String(error));
    if (typeof listed === "string") {
      // A row that the filled database cannot have is not found: the file is not, either.
      await expect(fileOf(operation, "json")).rejects.toThrow();
      return;
    }
    const json = JSON.parse(await fileOf(operation, "json"));
    expect(json).toMatchObject({ list: contract.name, rows: listed.items.length, complete: true });
    // An export is an entry of the audit itself, so the list of those has grown.
    if (contract.name !== auditList.name)
      expect(withoutMoments(json.items)).toBe(withoutMoments(listed.items));
    const [head, ...rows] = readCsv(await fileOf(operation, "csv"));
    const columns = csvColumns(row);
    expect(head).toEqual(columns.map(({ name }) => name));
    expect(new Set(head).size).toBe(head?.length);
    expect(rows.every((cells) => cells.length === columns.length)).toBe(true);
    if (contract.name === auditList.name) return;
    expect(withoutMoments(rows)).toBe(
      withoutMoments(listed.items.map((item) => columns.map(({ cell }) => cell(item)))),
    );
  });

  it("holds nothing of another organization, nor of another repository for a bound key", async () => {
    const text = await fileOf(operation, "csv", foreign).catch(String);
    expect(text).not.toContain(OTHER_ORGANIZATION);
    const inPath = contract.http.path.replace(/\{\w+\}/g, own.id);
    const answer = await overRest(`${inPath}?export=json`);
    if (contract.people_only || contract.reach === "organization") expect(answer.status).toBe(403);
    const whole = await answer.text();
    for (const canary of [OTHER_ORGANIZATION, OTHER_REPOSITORY]) expect(whole).not.toContain(canary);
  });
});

describe("a file of several pages", () => {
  const MANY = MAX_PAGE_SIZE + 30;

  it("has every row once, is announced with their number, and is in the audit without its rows", async () => {
    const { db } = database;
    const organization = await createOrganization(db);
    const people = Array.from({ length: MANY }, (_, number) => ({
      id: newId(),
      email: `${newId()}@example.test`,
      name: number === 0 ? "=HYPERLINK(1)" : `Person ${number}, "the ${number}."`,
    }));
    await db.person.createMany({ data: people });
    await db.member.createMany({
      data: people.map(({ id }) => ({
        organization_id: organization.organization_id,
        id: newId(),
        person_id: id,
        role: "developer",
      })),
    });
    const context = contextOf(database, await organization.person("owner"));
    const operation = lists.find(({ name }) => name === memberList.name)?.operation;
    if (!operation) throw new Error("members are a list");
    const asked = { export: "csv", bom: "true" } as const;
    const response = await exportResponse(operation, { input: {}, context, asked });
    expect(response.headers.get("content-type")).toBe("text/csv; charset=utf-8");
    expect(response.headers.get("content-disposition")).toMatch(/^attachment; filename="member-.*\.csv"$/);
    expect(response.headers.get("x-casebook-total")).toBe(String(MANY + 1));
    const bytes = new Uint8Array(await response.arrayBuffer());
    expect([...bytes.slice(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
    const [head = [], ...rows] = readCsv(new TextDecoder().decode(bytes));
    const emails = rows.map((cells) => cells[head.indexOf("email")]);
    expect(emails.length).toBe(MANY + 1);
    expect(new Set(emails).size).toBe(MANY + 1);
    const names = rows.map((cells) => cells[head.indexOf("name")]);
    expect(names).toContain("'=HYPERLINK(1)");
    expect(names).toContain('Person 1, "the 1."');
    const { items } = await run(auditList, { operation: "member_list" }, context);
    expect(items).toMatchObject([
      { actor: { id: context.actor.id }, detail: { exported: "csv", rows: MANY + 1, filters: [] } },
    ]);
    expect(JSON.stringify(items)).not.toContain("HYPERLINK");
  });

  it("ends at its limit and says so, in either format", async () => {
    const row = rowOfList(memberList);
    if (row === null) throw new Error("members are a list");
    const pages: Record<string, number[]> = { a: [3, 4], b: [5, 6] };
    const pageOf = (numbers: number[], next_cursor: string | null) => ({
      items: numbers.map((number) => ({ id: String(number) })),
      next_cursor,
      total: 9,
    });
    const asked: string[] = [];
    const reading = {
      name: "member_list",
      row,
      first: pageOf([1, 2], "a"),
      next: async (cursor: string) => {
        asked.push(cursor);
        return pageOf(pages[cursor] ?? [], "b");
      },
      most: 5,
      now: new Date(),
    };
    const json = JSON.parse(await textOf(jsonFile(reading)));
    expect(json).toMatchObject({ total: 9, rows: 5, complete: false });
    expect(json.items.map(({ id }: { id: string }) => id)).toEqual(["1", "2", "3", "4", "5"]);
    expect(asked).toEqual(["a", "b"]);
    const rows = readCsv(await textOf(csvFile(reading)));
    expect(rows.at(-1)).toEqual(["# The first 5 of 9 rows; narrow the filters for the others."]);
    expect(rows.length).toBe(7);
  });

  it("breaks off where a page cannot be read, so that nobody takes half of it for the whole", async () => {
    const row = rowOfList(memberList);
    if (row === null) throw new Error("members are a list");
    const first = { items: [{ id: "1" }], next_cursor: "a", total: 2 };
    const next = () => Promise.reject(new Error("gone"));
    const reading = { name: "member_list", row, first, next, most: 5, now: new Date() };
    await expect(textOf(csvFile(reading))).rejects.toThrow("gone");
  });
});

describe("what cannot be a file", () => {
  it("is refused with the field: another format, a place in the list, no list", async () => {
    for (const [path, pointer] of [
      ["/memories?export=xlsx", "/export"],
      ["/memories?export=csv&cursor=abc", "/cursor"],
      ["/memories?export=csv&limit=5", "/limit"],
      ["/memories?export=csv&kind=rumour", "/kind/0"],
      ["/organization?export=csv", "/export"],
    ]) {
      const answer = await overRest(path ?? "");
      const { errors } = (await answer.json()) as { errors?: { pointer: string }[] };
      expect([answer.status, path, errors?.[0]?.pointer]).toEqual([400, path, pointer]);
    }
  });

  it("rules have no pages: all that are answered are in the file", async () => {
    expect(rowOfList(ruleList)).not.toBeNull();
    const answer = await overRest("/rules?export=csv");
    expect([answer.status, answer.headers.get("content-type")]).toEqual([200, "text/csv; charset=utf-8"]);
  });
});
