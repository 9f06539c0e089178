import { writeFile } from "node:fs/promises";
import path from "node:path";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { agentKeyCreate } from "@/lib/access/contract";
import { PERMISSIONS } from "@/lib/kernel/permissions";
import { type CommandLine, startCommandLine } from "../../support/command-line";
import { addRepository, contextOf, createOrganization, run, testDatabase } from "../../support/database";

vi.stubEnv("NEXTAUTH_SECRET", "a-secret-that-only-this-test-uses-0123456789");

const database = testDatabase();
const REPOSITORY = "acme/shop";
let line: CommandLine;
let key = "";

const junit = (failure: string) =>
  `<testsuite><testcase classname="shop" name="total">${failure}</testcase></testsuite>`;

beforeAll(async () => {
  const organization = await createOrganization(database.db);
  const { organization_id } = organization;
  await addRepository(database.db, { organization_id, name: REPOSITORY });
  const owner = contextOf(database, await organization.person("owner"));
  const permissions = [...PERMISSIONS];
  key = (await run(agentKeyCreate, { name: "admin", agent: "admin", permissions }, owner)).key;
  line = await startCommandLine(database, { key: () => key });
  const write = (name: string, text: string) => writeFile(path.join(line.folder, name), text);
  await write("red.xml", junit("<failure>KeyError: 'price'</failure>"));
  await write("green.xml", junit(""));
  await write("error.txt", "KeyError: 'amount'\n");
  await write("syntax.txt", "SyntaxError: invalid syntax\n");
  await write("total.py", "def total(prices):\n    return sum(prices)  # all\n");
});

afterAll(() => line?.close());

const idIn = (text: string): string => /[0-9a-f]{8}-[0-9a-f-]{27}/.exec(text)?.[0] ?? "";

it("takes results in, finds what solved an error, and keeps and finds a pattern", async () => {
  const here = ["--repository", REPOSITORY];
  const results = (file: string, letter: string) =>
    line.casebook(["ci-results", file, ...here, "--commit", letter.repeat(40)]);
  expect(await results("red.xml", "a")).toMatchObject({ code: 0, stderr: "" });
  expect((await results("red.xml", "a")).stdout).toContain("Nothing new");
  const open = await line.casebook(["failure", "search", "error.txt", ...here]);
  expect(open.code).toBe(1);
  expect((await results("green.xml", "b")).stdout).toMatch(/solved\s+1/);
  const found = await line.casebook(["failure", "search", "error.txt", ...here]);
  expect(found).toMatchObject({ code: 0 });
  expect(found.stdout).toContain("Its tests pass since commit bbbbbbbbbbbb");
  const failure_id = idIn(found.stdout);
  const solved = await line.casebook(["failure", "solve", failure_id, "Prices may be missing; skip those."]);
  expect(solved.stdout).toContain("Solved: KeyError");
  expect((await line.casebook(["failure", "list", "--status", "solved"])).stdout).toContain(failure_id);

  const recorded = ["task", "record", "T-1", "--description", "Sum prices", "--status", "passed", ...here];
  expect((await line.casebook(recorded)).stdout).toContain("T-1: passed.");
  const store = [
    "pattern",
    "store",
    "total.py",
    "--task",
    "T-1",
    "--type",
    "sum",
    "--language",
    "python",
    ...here,
  ];
  const stored = await line.casebook([...store, "--description", "Sum the prices of a cart"]);
  expect(stored.stdout).toContain("Stored as");
  const refused = await line.casebook([...store, "--description", "Sum", "--one-off"]);
  expect(refused).toMatchObject({ code: 1 });
  expect(refused.stdout).toContain("one-off");
  const pattern = await line.casebook(["pattern", "search", "sum prices of a cart"]);
  expect(pattern.stdout).toContain(idIn(stored.stdout));
  const metrics = await line.casebook(["task", "metrics", ...here]);
  expect(metrics.stdout).toContain("100 % of 1");
});

it("says why a failure is not stored, by its exit code too", async () => {
  const answer = await line.casebook(["failure", "record", "syntax.txt"]);
  expect(answer).toMatchObject({ code: 1 });
  expect(answer.stdout).toContain("Not stored: The code does not parse");
});
