import { describe, expect, it } from "vitest";
import { transaction } from "@/lib/db/client";
import { newId } from "@/lib/kernel/ids";
import { changedContexts } from "@/lib/memories";
import * as contract from "@/lib/memories/contract";
import {
  memoryCiteMentionsJob,
  repositoryCheckJob,
  repositoryCheckRulesJob,
  requestCheck,
} from "@/lib/memories/jobs";
import { contextOf, run, runJob, testDatabase } from "../../support/database";
import { completion, promptOf, serveModel } from "../../support/model-server";
import { partsOf } from "../../support/parts";
import { repositoryRoot } from "../../support/repository-root";
import { BILLING, BILLING_PATH, INVOICE, setUpRepository } from "../citations/support";
import { remember } from "./support";

const root = repositoryRoot();
const database = testDatabase();

const RATES_PATH = "src/rates.ts";
const CART_PATH = "src/cart.ts";

const RATES = `import { round } from "./money";

export const REDUCED_RATE = 0.07;

export function rateFor(country: string): number {
  if (country === "DE") return 0.19;
  return 0;
}
`;

const CART = `import { rateFor, REDUCED_RATE } from "./rates";

export function total(items: { net: number }[], country: string): number {
  const sum = items.reduce((all, { net }) => all + net, 0);
  return sum * (1 + rateFor(country)) + REDUCED_RATE;
}
`;

async function setUp(files: Record<string, string> = {}) {
  const fixture = await setUpRepository(database, root.path);
  const { organization, organization_id, repository_id, repository, lead, git } = fixture;
  git.commit({ [RATES_PATH]: RATES, [CART_PATH]: CART, ...files });
  const bot = contextOf(database, await organization.agent({ types: ["reviewer"] }));
  const job = partsOf(database);
  const ids = { organization_id, repository_id };
  const work = () => memoryCiteMentionsJob.handle(ids, job);
  const sweep = async () => {
    await transaction(database.db, (tx) =>
      requestCheck(tx, {
        ...ids,
        cause: "push",
        requested_by: { kind: "job", id: "test", name: "test" },
        now: new Date(),
      }),
    );
    await repositoryCheckJob.handle(ids, job);
  };
  const store = (
    statement: string,
    citations: { path: string; line_start: number; line_end: number }[] = [
      { path: CART_PATH, line_start: 5, line_end: 5 },
    ],
  ) => remember(bot, { statement, repository: repository.name, citations });
  const supports = async (more: object = {}) => (await run(contract.memorySupportList, more, lead)).items;
  const changed = () => supports({ state: "changed" });
  return { ...fixture, bot, job, work, sweep, store, supports, changed };
}

const STATEMENT = "The total adds the rate of the country.";
const SECRET = "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";

describe("what a memory rests on", () => {
  it("is anchored once: the functions and values that its cited lines use, and not what it cites", async () => {
    const { work, store, supports } = await setUp();
    const { id } = await store(STATEMENT);
    await work();
    await work();
    const found = await supports({ memory_id: id });
    expect(
      found.map(({ kind, name, path, line_start, line_end }) => [kind, name, path, line_start, line_end]),
    ).toEqual([
      ["callee", "rateFor", RATES_PATH, 5, 8],
      ["constant", "REDUCED_RATE", RATES_PATH, 3, 3],
    ]);
    expect(found[0]).toMatchObject({ symbol_path: "rateFor", status: "unchanged", changed_at: null });
  });

  it("is the body of what its statement names, where only the first line is cited", async () => {
    const { work, store, supports } = await setUp();
    const { id } = await store("`rateFor` knows one country.", []);
    await work();
    expect(await supports({ memory_id: id })).toMatchObject([
      { kind: "named", name: "rateFor", line_start: 5, line_end: 8 },
    ]);
  });

  it("is not another file's definition of a name that the cited file defines itself", async () => {
    const page = "export function loadPage(url: string) {\n  return fetch(url);\n}\n\nloadPage('/home');\n";
    const { work, store, supports } = await setUp({
      "test/page.ts": page,
      "src/plugin.ts": "export const plugin = {\n  loadPage(id: string) {\n    return id;\n  },\n};\n",
    });
    const { id } = await store("Pages are fetched when they open.", [
      { path: "test/page.ts", line_start: 5, line_end: 5 },
    ]);
    await work();
    expect(await supports({ memory_id: id })).toEqual([]);
  });

  it("is not anchored where two places define it, a program made it, or its grammar does not understand it", async () => {
    const { work, store, supports } = await setUp({
      "src/one.ts": "export function rateFor(country: string): number {\n  return 1;\n}\n",
      "src/other-rates.ts": "export function rateFor(country: string): number {\n  return 1;\n}\n",
      [RATES_PATH]: "// @generated, do not edit\nexport const REDUCED_RATE = 0.07;\n",
      "src/broken.ts": "export function brokenCall(a: { { number) ( {\n  return 1;\n}\n",
      "src/mixed.py": "def mixed_tabs():\n\treturn 1\n    \treturn 2\n",
      "src/large.ts": `export const largeValue = [\n${"  1234567890,\n".repeat(400_000)}];\n`,
      "src/uses.ts": "brokenCall(1); mixed_tabs(); largeValue;\n",
    });
    const { id } = await store(STATEMENT);
    const other = await store("Calls what is broken.", [{ path: "src/uses.ts", line_start: 1, line_end: 1 }]);
    await work();
    expect(await supports({ memory_id: id })).toEqual([]);
    expect((await supports({ memory_id: other.id })).map(({ name }) => name)).not.toContain("brokenCall");
    expect((await supports({ memory_id: other.id })).map(({ name }) => name)).not.toContain("largeValue");
  });
});

describe("a support that changed", () => {
  it("leaves its memory active, and waits with what it said and says", async () => {
    const { work, store, sweep, changed, git, lead } = await setUp();
    const { id: memory_id } = await store(STATEMENT);
    await work();
    git.commit({ [RATES_PATH]: RATES.replace("0.07", "0.05") });
    await sweep();
    const [support, ...others] = await changed();
    expect(others).toEqual([]);
    expect(support).toMatchObject({
      kind: "constant",
      name: "REDUCED_RATE",
      status: "edited",
      was: "export const REDUCED_RATE = 0.07;",
      now: { path: RATES_PATH, line_start: 3, text: "export const REDUCED_RATE = 0.05;" },
    });
    expect(await run(contract.memoryGet, { memory_id }, lead)).toMatchObject({ status: "active" });
    git.commit({ [RATES_PATH]: RATES });
    await sweep();
    expect(await changed()).toEqual([]);
  });

  it("is seen in a memory that cites a commit before the change", async () => {
    const { work, sweep, changed, git, bot, repository } = await setUp();
    const sha = git.git("rev-parse", "HEAD");
    git.commit({ [RATES_PATH]: RATES.replace("0.07", "0.05") });
    const citations = [{ path: CART_PATH, line_start: 5, line_end: 5, sha }];
    await remember(bot, { statement: STATEMENT, repository: repository.name, citations });
    await sweep();
    await work();
    expect(await changed()).toMatchObject([
      { name: "REDUCED_RATE", was: "export const REDUCED_RATE = 0.07;" },
    ]);
  });

  it("is none that moved, was renamed, was formatted or got another comment", async () => {
    const { work, store, sweep, changed, supports, git } = await setUp();
    const { id: memory_id } = await store(STATEMENT);
    await work();
    git.commit({ [RATES_PATH]: `// One more line.\n\n${RATES}` });
    await sweep();
    expect(await supports({ memory_id })).toMatchObject([
      { status: "moved", line_start: 7 },
      { status: "moved" },
    ]);
    git.git("mv", RATES_PATH, "src/tax.ts");
    git.commit();
    await sweep();
    expect(await supports({ memory_id })).toMatchObject([{ path: "src/tax.ts" }, { path: "src/tax.ts" }]);
    const formatted = RATES.replace('"DE"', "'DE'").replace("REDUCED_RATE = 0.07", "REDUCED_RATE =\n  0.07");
    git.commit({ "src/tax.ts": formatted });
    await sweep();
    expect(await changed()).toEqual([]);
  });

  it("is gone with the function, and stays so when the repository was rewritten", async () => {
    const { work, store, sweep, changed, git } = await setUp();
    await store(STATEMENT);
    await work();
    git.git("checkout", "--quiet", "--orphan", "rewritten");
    git.commit({ [RATES_PATH]: RATES.replace(/export function[\s\S]*/, "") });
    git.git("branch", "--move", "--force", "rewritten", "main");
    await sweep();
    const gone = await changed();
    expect(gone).toMatchObject([{ name: "rateFor", status: "missing", now: null }]);
  });

  it("is looked at again where it was found, also in a file of another name", async () => {
    const { work, store, sweep, changed, supports, git } = await setUp();
    const { id: memory_id } = await store(STATEMENT);
    await work();
    const taxes = "src/tax.ts";
    git.git("mv", RATES_PATH, taxes);
    git.commit({ [taxes]: RATES.replace("0.07", "0.05") });
    await sweep();
    expect(await changed()).toMatchObject([
      { now: { path: taxes, text: "export const REDUCED_RATE = 0.05;" } },
    ]);
    git.commit({ [taxes]: RATES.replace("0.07", "0.03") });
    await sweep();
    expect(await changed()).toMatchObject([
      { now: { path: taxes, text: "export const REDUCED_RATE = 0.03;" } },
    ]);
    const before = await supports({ memory_id });
    git.commit({ [BILLING_PATH]: `${BILLING}\nexport const more = 1;\n` });
    await sweep();
    expect(await supports({ memory_id })).toEqual(before);
    git.commit({ [taxes]: RATES });
    await sweep();
    expect(await changed()).toEqual([]);
  });

  it("that holds a secret now waits without its text, and reaches no agent and no model", async () => {
    const { work, store, sweep, changed, git, organization_id } = await setUp();
    const statement = `The total adds rate ${newId()} of the country.`;
    const { id: memory_id } = await store(statement);
    await work();
    git.commit({ [RATES_PATH]: RATES.replace("0.19", `rateBy("${SECRET}")`) });
    await sweep();
    expect(await changed()).toMatchObject([{ name: "rateFor", now: { path: RATES_PATH, text: null } }]);
    const rows = await database.db.memory_support.findMany({ where: { organization_id } });
    expect(JSON.stringify(rows)).not.toContain(SECRET);
    const contexts = await changedContexts(database.db, { organization_id, memory_ids: [memory_id] });
    expect(contexts.get(memory_id)).toEqual([{ name: "rateFor", was: null, now: null }]);
    const { language_model, requests, stop } = await serveModel(() => completion({ changes: [] }));
    await runJob(database, "memory_support_judge", {}, { ai: { embedder: null, language_model } });
    await stop();
    expect(requests.filter((request) => promptOf(request).includes(statement))).toEqual([]);
  });

  it("is seen though a citation of its repository can never be read", async () => {
    const { work, store, sweep, changed, git, organization_id } = await setUp();
    await store(STATEMENT);
    const { id: memory_id } = await store("Invoice numbers have six digits.", [INVOICE]);
    await work();
    await database.db.citation.updateMany({
      where: { organization_id, memory_id },
      data: { anchor_path: "../outside.ts" },
    });
    git.commit({ [RATES_PATH]: RATES.replace("0.07", "0.05") });
    await sweep();
    expect(await changed()).toMatchObject([{ name: "REDUCED_RATE" }]);
  });

  it("costs nothing where no file of it changed", async () => {
    const { work, store, sweep, supports, git } = await setUp();
    const { id: memory_id } = await store(STATEMENT);
    await work();
    const before = await supports({ memory_id });
    git.commit({ [BILLING_PATH]: `${BILLING}\nexport const more = 1;\n` });
    await sweep();
    expect(await supports({ memory_id })).toEqual(before);
  });
});

async function changedOne(statement = STATEMENT) {
  const fixture = await setUp();
  const { id: memory_id } = await fixture.store(statement);
  await fixture.work();
  fixture.git.commit({ [RATES_PATH]: RATES.replace("0.07", "0.05") });
  await fixture.sweep();
  const [support] = await fixture.changed();
  if (!support?.changed_at) throw new Error("nothing changed");
  const { id: support_id, changed_at } = support;
  const decide = (decision: "holds" | "stale") =>
    run(contract.memorySupportDecide, { support_id, changed_at, decision }, fixture.lead);
  const undo = () => run(contract.memorySupportUndo, { support_id }, fixture.lead);
  const status = async () => (await run(contract.memoryGet, { memory_id }, fixture.lead)).status;
  return { ...fixture, memory_id, support_id, decide, undo, status };
}

describe("a decision on a changed support", () => {
  it("that it still holds lasts until the text changes again, and can be undone", async () => {
    const { decide, undo, changed, sweep, git, status } = await changedOne();
    await decide("holds");
    expect(await changed()).toEqual([]);
    git.commit({ [RATES_PATH]: `// Moved.\n${RATES.replace("0.07", "0.05")}` });
    await sweep();
    expect(await changed()).toEqual([]);
    await undo();
    expect(await changed()).toHaveLength(1);
    await expect(undo()).rejects.toMatchObject({ code: "conflict" });
    git.commit({ [RATES_PATH]: RATES.replace("0.07", "0.03") });
    await sweep();
    expect(await changed()).toMatchObject([{ now: { text: "export const REDUCED_RATE = 0.03;" } }]);
    expect(await status()).toBe("active");
  });

  it("that it is stale ends the memory, and undoing it brings the memory back", async () => {
    const { decide, undo, changed, status } = await changedOne();
    await decide("stale");
    expect(await status()).toBe("invalid");
    expect(await changed()).toEqual([]);
    await undo();
    expect(await status()).toBe("active");
    expect(await changed()).toHaveLength(1);
  });

  it("is taken from one of two people, and refused to agents", async () => {
    const { decide, bot, support_id } = await changedOne();
    const both = await Promise.allSettled([decide("holds"), decide("holds")]);
    expect(both.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    const asked = { support_id, changed_at: new Date().toISOString(), decision: "holds" as const };
    await expect(run(contract.memorySupportDecide, asked, bot)).rejects.toMatchObject({
      code: "permission_denied",
    });
  });

  it("that it holds silences its kind after twenty in a row", async () => {
    const { decide, undo, supports, memory_id, organization_id, changed } = await changedOne();
    await decide("holds");
    const [row] = await database.db.memory_support.findMany({
      where: { organization_id, decision: "holds" },
    });
    if (!row) throw new Error("nothing was decided");
    const { syntax: _, opinion: __, ...plain } = row;
    await database.db.memory_support.createMany({
      data: Array.from({ length: 20 }, () => ({ ...plain, id: crypto.randomUUID() })),
    });
    await undo();
    expect(await changed()).toEqual([]);
    const constant = (await supports({ memory_id })).find(({ changed_at }) => changed_at !== null);
    expect(constant).toMatchObject({ kind: "constant", heard: false });
  });
});

describe("a language model", () => {
  const about = (change: object) => ({
    changes: [{ number: 1, holds: false, quote: "0.05", reason: "The rate is another one.", ...change }],
  });
  const asked = async (answer: object) => {
    const statement = `The total adds rate ${newId()} of the country.`;
    const fixture = await changedOne(statement);
    const served = await serveModel(() => completion(answer));
    const { language_model, requests, id } = served;
    const judge = () =>
      runJob(database, "memory_support_judge", {}, { ai: { embedder: null, language_model } });
    await judge();
    await judge();
    await served.stop();
    const prompts = requests.filter((request) => promptOf(request).includes(statement));
    const [support] = await fixture.changed();
    return { ...fixture, support, id, prompts };
  };

  it("is asked about a change once, and suggests with words of the definition; nothing else comes of it", async () => {
    const { support, id, prompts, status, sweep, changed, git } = await asked(about({}));
    expect(prompts).toHaveLength(1);
    expect(support).toMatchObject({
      opinion: { holds: false, quote: "0.05", reason: "The rate is another one.", model: id },
      decision: null,
    });
    expect(await status()).toBe("active");
    git.commit({ [RATES_PATH]: RATES.replace("0.07", "0.03") });
    await sweep();
    expect(await changed()).toMatchObject([{ opinion: null }]);
  });

  it("has said nothing of a text with a secret that an earlier version kept, after the upgrade", async () => {
    const { changed, organization_id, job } = await asked(about({}));
    await database.db.memory_support.updateMany({
      where: { organization_id, found_text: { not: null } },
      data: { found_text: `export const REDUCED_RATE = rateBy("${SECRET}");` },
    });
    await repositoryCheckRulesJob.handle({}, job);
    expect(await changed()).toMatchObject([{ now: { text: null }, opinion: null }]);
  });

  it.each([
    ["quotes what the definition never said", about({ quote: "0.99" })],
    ["quotes nothing", about({ quote: " " })],
    ["speaks of another change", about({ number: 2 })],
    ["contradicts itself", { changes: [...about({}).changes, ...about({ holds: true }).changes] }],
  ])("is not heard when it %s", async (_, answer) => {
    const { support, prompts } = await asked(answer);
    expect(prompts).toHaveLength(1);
    expect(support?.opinion).toBeNull();
  });
});
