import { describe, expect, it } from "vitest";
import { checkCitations, recordChecks } from "@/lib/citations";
import { type Database, transaction } from "@/lib/db/client";
import * as memories from "@/lib/memories/contract";
import { repositoryCheckJob } from "@/lib/memories/jobs";
import { randomFrom } from "../../bench/statistics";
import { contextOf, run, testDatabase } from "../../support/database";
import { partsOf } from "../../support/parts";
import { repositoryRoot } from "../../support/repository-root";
import { RATE_FUNCTIONS, RATES_PATH, rememberRates } from "./rates";
import { cite, setUpRepository } from "./support";

const root = repositoryRoot();
const database = testDatabase();

const COUNT = 12;

const fileWith = (added: number) =>
  [...Array.from({ length: added }, (_, index) => `// note ${index} on rates`), ...RATE_FUNCTIONS, ""].join(
    "\n",
  );

type Waiting = { release: () => void };

/**
 * A database whose questions for citations wait after their answer, and whose transactions wait before they begin, until
 * the driver lets one of them go on: work of several actors is interleaved as the driver chooses.
 */
function gatedDatabase(db: Database) {
  const waiting: Waiting[] = [];
  let changed = () => {};
  let open = false;
  const pause = () =>
    new Promise<void>((resolve) => {
      if (open) return resolve();
      waiting.push({ release: resolve });
      changed();
    });
  const citation = new Proxy(db.citation, {
    get(target, property) {
      if (property !== "findMany") return Reflect.get(target, property);
      return async (args: Parameters<typeof target.findMany>[0]) => {
        const rows = await target.findMany(args);
        await pause();
        return rows;
      };
    },
  });
  const gated = new Proxy(db, {
    get(target, property) {
      if (property === "citation") return citation;
      if (property !== "$transaction") return Reflect.get(target, property);
      return async (...args: Parameters<typeof target.$transaction>) => {
        await pause();
        return target.$transaction(...args);
      };
    },
  });
  async function drive(actors: readonly Promise<unknown>[], choose: (count: number, step: number) => number) {
    let left = actors.length;
    for (const actor of actors)
      void actor.finally(() => {
        left -= 1;
        changed();
      });
    for (let step = 0; left > 0; step += 1) {
      while (left > 0 && waiting.length < left)
        await new Promise<void>((resolve) => {
          changed = resolve;
        });
      waiting.splice(choose(waiting.length, step), 1)[0]?.release();
    }
    open = true;
    for (const { release } of waiting.splice(0)) release();
    await Promise.all(actors);
  }
  return { gated, drive };
}

async function setUpRates() {
  const fixture = await setUpRepository(database, root.path);
  fixture.git.commit({ [RATES_PATH]: fileWith(0) });
  const bot = contextOf(database, await fixture.organization.agent({ types: ["reviewer"] }));
  const ids = await rememberRates(bot, { repository: fixture.repository.name, count: COUNT });
  const { organization_id, repository_id } = fixture;
  const sweep = async (db: Database) => {
    await run(memories.repositoryCheck, { repository_id }, fixture.lead);
    await repositoryCheckJob.handle({ organization_id, repository_id }, partsOf({ db }));
  };
  return { ...fixture, bot, ids, sweep };
}

describe("checks at the same time", () => {
  it.each([1, 2, 3, 4])("leave every verdict true, whatever comes first (order %i)", async (seed) => {
    const fixture = await setUpRates();
    const { organization_id, git, bot, ids, sweep } = fixture;
    const { gated, drive } = gatedDatabase(database.db);
    const as = { ...bot, db: gated };
    // From a seed, so that an interleaving that fails can be played again.
    const random = randomFrom(seed);
    git.commit({ [RATES_PATH]: fileWith(2) });
    const actors = [
      ...ids.slice(0, 8).map((memory_id) => run(memories.memoryVerifyCitations, { memory_id }, as)),
      sweep(gated),
      run(memories.memorySearch, { query: "rate surcharge region", limit: COUNT }, as),
    ];
    await drive(actors, (count, step) => {
      if (step === 6) git.commit({ [RATES_PATH]: fileWith(5) });
      if (step === 14) git.commit({ [RATES_PATH]: fileWith(9) });
      return Math.floor(random() * count);
    });

    const failed = await database.db.memory_event.count({
      where: { organization_id, type: "verified_invalid" },
    });
    expect(failed).toBe(0);
    const rows = await database.db.citation.findMany({ where: { organization_id } });
    expect(rows).toHaveLength(COUNT);
    for (const row of rows) {
      const lines = git.git("cat-file", "blob", row.anchor_blob_oid).split("\n");
      expect(lines.slice(row.anchor_line_start - 1, row.anchor_line_end).join("\n")).toBe(row.snippet);
    }
  });

  it("are answered by the later commit, whichever is recorded last", async () => {
    const fixture = await setUpRepository(database, root.path);
    const { organization_id, repository_id, git } = fixture;
    const older = git.commit({ [RATES_PATH]: fileWith(0) });
    const { citations } = await cite(database, {
      ...fixture,
      citations: [{ path: RATES_PATH, line_start: 4, line_end: 6 }],
    });
    const id = citations[0]?.id ?? "";
    const edited = git.commit({ [RATES_PATH]: fileWith(0).replace("net * 3", "net * 33 - 1") });
    const slow = await checkCitations(database.db, { organization_id, repository_id });
    expect(slow.results).toMatchObject([{ status: "edited" }]);
    const newer = git.commit({ [RATES_PATH]: fileWith(2) });
    const quick = await checkCitations(database.db, { organization_id, repository_id });
    const record = (checked: typeof slow) =>
      transaction(database.db, (tx) => recordChecks(tx, { organization_id, ...checked, now: new Date() }));
    const stored = () => database.db.citation.findFirstOrThrow({ where: { organization_id, id } });
    expect(await record(quick)).toEqual([]);
    expect(await record(slow)).toEqual([{ citation_id: id, checked_commit: newer }]);
    expect(await stored()).toMatchObject({ status: "moved", checked_commit: newer, anchor_line_start: 6 });

    // Read after the later verdict was recorded, at a commit that leads to it.
    const late = await checkCitations(database.db, { organization_id, repository_id, ref: edited });
    expect(late.results).toMatchObject([{ status: "edited", outdated: true }]);
    expect(await record(late)).toEqual([]);
    expect(await stored()).toMatchObject({ status: "moved", checked_commit: newer });

    // The branch itself was set back.
    git.git("reset", "--quiet", "--hard", older);
    await record(await checkCitations(database.db, { organization_id, repository_id }));
    expect(await stored()).toMatchObject({ checked_commit: older, anchor_line_start: 4 });
  });
});
