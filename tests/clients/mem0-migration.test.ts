/** Moving from mem0 and back: the same client gets the same answers before and after. */
import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type CommandLine, startCommandLine } from "../support/command-line";
import { testDatabase } from "../support/database";
import { type Mem0Server, startMem0 } from "../support/mem0-server";

process.env.MEM0_TELEMETRY = "false";

const database = testDatabase();
let server: Mem0Server;
let cli: CommandLine;
let key = "";

beforeAll(async () => {
  server = await startMem0(database);
  key = server.key;
  cli = await startCommandLine(database, { key: () => key });
});
afterAll(async () => {
  await cli.close();
  await server.close();
});

const clientOf = async (apiKey: string) => {
  const { MemoryClient } = await import("mem0ai");
  return new MemoryClient({ apiKey, host: server.url });
};

type Row = Record<string, unknown>;

/** What the client answers to these questions, without what belongs to a place. */
async function answersOf(apiKey: string) {
  const client = await clientOf(apiKey);
  const plain = ({ casebook: _, score: __, ...row }: Row) => row;
  const results = (answer: unknown) => (answer as { results: Row[] }).results.map(plain);
  const byId = (rows: Row[]) => rows.toSorted((a, b) => String(a.id).localeCompare(String(b.id)));
  return {
    ana: byId(results(await client.getAll({ filters: { user_id: "ana" } }))),
    core: byId(results(await client.getAll({ filters: { AND: [{ team: "core" }, { agent_id: "*" }] } }))),
    january: byId(
      results(await client.getAll({ filters: { created_at: { gte: "2025-01-01", lt: "2025-02-01" } } })),
    ),
    found: results(
      await client.search("When are invoices printed?", { filters: { user_id: "ana" }, topK: 1 }),
    ),
    got: plain((await client.get("0b6f3a2e-6a11-4c1d-9d43-7f3f6f1f0001")) as unknown as Row),
    users: ((await client.users()) as unknown as { results: Row[] }).results.map(({ type, name }) => [
      type,
      name,
    ]),
  };
}

const FIRST = "0b6f3a2e-6a11-4c1d-9d43-7f3f6f1f0001";
const exported = {
  count: 3,
  next: null,
  previous: null,
  results: [
    {
      id: FIRST,
      memory: "Invoices are printed on Fridays",
      user_id: "ana",
      agent_id: "clerk",
      app_id: "billing",
      run_id: "run-7",
      metadata: { team: "core", agent: "builder" },
      categories: ["finance"],
      created_at: "2025-01-15T10:00:00-08:00",
      updated_at: "2025-02-01T10:00:00Z",
      expiration_date: null,
    },
    {
      id: "0b6f3a2e-6a11-4c1d-9d43-7f3f6f1f0002",
      memory: "Ana takes her holidays in March",
      user_id: "ana",
      metadata: null,
      categories: [],
      created_at: "2025-03-01T00:00:00Z",
      updated_at: "2025-03-01T00:00:00Z",
    },
    {
      id: "0b6f3a2e-6a11-4c1d-9d43-7f3f6f1f0003",
      memory: "",
      user_id: "bob",
      created_at: "2025-01-01T00:00:00Z",
    },
  ],
};

it("takes in a hosted export, answers as before, goes out and into another organization", async () => {
  const file = path.join(cli.folder, "mem0.json");
  await writeFile(file, JSON.stringify(exported));
  const first = await cli.casebook(["import-mem0", file, "--json"]);
  expect(JSON.parse(first.stdout), first.stderr).toEqual({
    format: "hosted",
    read: 3,
    created: 2,
    present: 0,
    refused: [{ place: "results/2", id: "0b6f3a2e-6a11-4c1d-9d43-7f3f6f1f0003", reason: "has no text" }],
  });
  const again = await cli.casebook(["import-mem0", file, "--json"]);
  expect(JSON.parse(again.stdout)).toMatchObject({ created: 0, present: 2 });

  const answers = await answersOf(server.key);
  expect(answers.got).toMatchObject({
    id: FIRST,
    memory: "Invoices are printed on Fridays",
    userId: "ana",
    agentId: "clerk",
    appId: "billing",
    runId: "run-7",
    metadata: { team: "core", agent: "builder" },
    categories: ["finance"],
    createdAt: "2025-01-15T18:00:00.000Z",
    updatedAt: "2025-02-01T10:00:00.000Z",
  });
  expect(answers.ana).toHaveLength(2);
  expect(answers.core.map(({ id }) => id)).toEqual([FIRST]);
  expect(answers.january.map(({ id }) => id)).toEqual([FIRST]);
  expect(answers.found).toMatchObject([{ id: FIRST }]);

  const back = path.join(cli.folder, "back.json");
  expect(await cli.casebook(["export-mem0", back])).toMatchObject({ code: 0 });
  expect(JSON.parse(await readFile(back, "utf8"))).toMatchObject({ count: 2, next: null });
  key = await server.keyOf({ agent: "assistant", owner: await server.otherOwner() });
  expect(JSON.parse((await cli.casebook(["import-mem0", back, "--json"])).stdout)).toMatchObject({
    created: 2,
    refused: [],
  });
  expect(await answersOf(key)).toEqual(answers);
  key = server.key;
});

it("takes in nothing of a file that was cut off, and says what is missing", async () => {
  const file = path.join(cli.folder, "cut.json");
  await writeFile(file, JSON.stringify({ ...exported, count: 9 }));
  const counted = await cli.casebook(["import-mem0", file]);
  expect(counted).toMatchObject({ code: 1, stderr: expect.stringContaining("6 are missing") });
  await writeFile(file, JSON.stringify(exported).slice(0, 300));
  const cut = await cli.casebook(["import-mem0", file]);
  expect(cut).toMatchObject({ code: 1, stderr: expect.stringContaining("Nothing was imported") });
});

it("leaves out what the server refuses, and stores the rest", async () => {
  const file = path.join(cli.folder, "refused.json");
  const results = [
    { id: "x1", memory: "Boats are named after rivers", app_id: "acme/none" },
    { id: "x2", memory: "Boats are counted", metadata: { deep: "x".repeat(40_000) } },
  ];
  await writeFile(file, JSON.stringify({ results }));
  const { stdout, code } = await cli.casebook(["import-mem0", file, "--json"]);
  expect(code).toBe(1);
  expect(JSON.parse(stdout)).toMatchObject({
    created: 1,
    refused: [{ place: "results/1", id: "x2", reason: expect.stringContaining("32 KB") }],
  });
});
