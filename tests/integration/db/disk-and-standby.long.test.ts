import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { afterAll, describe, expect, it } from "vitest";
import { agentKeyCreate } from "@/lib/access/contract";
import { type Database, openDatabase } from "@/lib/db/client";
import { openEmbedded } from "@/lib/db/embedded";
import { migrate } from "@/lib/db/migrate";
import { pingDatabase } from "@/lib/db/sql/health";
import { migrateQueues } from "@/lib/jobs";
import { newId } from "@/lib/kernel/ids";
import { OUTAGES } from "@/lib/kernel/outages";
import { PERMISSIONS } from "@/lib/kernel/permissions";
import { jobs } from "@/lib/registry";
import { contextOf, createOrganization, run } from "../../support/database";
import { postgresUser, runningPostgres } from "../../support/postgres";
import { type RestAnswer, type RestClient, restClient } from "../../support/rest-client";
import { canMount, makeSmallDisk } from "../../support/small-disk";
import { canStandBy, startStandby } from "../../support/standby";

const LIMIT_MS = 300_000;
const LONG_TEXT = "The quay has bollards of cast iron, and each of them has a number. ".repeat(120);

/** A migrated database with a key, asked as a client over REST asks it. */
async function furnish(url: string): Promise<{ db: Database; key: string }> {
  await migrate(url, "prisma/migrations");
  await migrateQueues(url, jobs);
  const db = openDatabase(url, 3);
  const owner = contextOf({ db }, await (await createOrganization(db)).person("owner"));
  const { key } = await run(
    agentKeyCreate,
    { name: "k", agent: "main", permissions: [...PERMISSIONS] },
    owner,
  );
  return { db, key };
}

const store = (send: RestClient, number: number) =>
  send("POST", "/memories", {
    kind: "fact",
    scope: "agent",
    statement: `Bollard ${number} stands at pier ${newId()}.`,
    reasoning: LONG_TEXT.slice(0, 4_000),
  });

const idOf = ({ body }: RestAnswer): string => (body.memory as { id: string }).id;

/** Stores until the disk takes no more. @returns the ids that were acknowledged, and what refused the last one. */
async function storeUntilRefused(send: RestClient): Promise<{ acknowledged: string[]; refused: RestAnswer }> {
  const acknowledged: string[] = [];
  for (;;) {
    const answer = await store(send, acknowledged.length);
    if (answer.status !== 201) return { acknowledged, refused: answer };
    acknowledged.push(idOf(answer));
  }
}

async function expectAll(send: RestClient, ids: readonly string[]): Promise<void> {
  for (const id of ids) expect((await send("GET", `/memories/${id}`)).status, id).toBe(200);
}

async function expectReadOnlyUntilCleared(
  send: RestClient,
  { fill, clear }: { fill(): void; clear(): void },
): Promise<string[]> {
  const before = idOf(await store(send, 0));
  fill();
  const { acknowledged, refused } = await storeUntilRefused(send);
  const { detail } = OUTAGES.disk_full;
  expect(refused).toMatchObject({ status: 503, body: { code: "unavailable", detail } });
  expect(Number(refused.retry_after)).toBeGreaterThan(0);
  await expectAll(send, [before, ...acknowledged]);
  const found = await send("POST", "/memories/search", { query: "bollard at the pier" });
  expect(found.status).toBe(200);
  clear();
  const after = await store(send, 1);
  expect(after.status).toBe(201);
  const all = [before, ...acknowledged, idOf(after)];
  await expectAll(send, all);
  return all;
}

describe.runIf(canMount())("a disk that is full to the last byte", () => {
  it(
    "of the embedded database refuses changes with 503, answers reads, and loses nothing that was acknowledged",
    async () => {
      const disk = makeSmallDisk(mkdtempSync(join(tmpdir(), "casebook-small-disk-")), { megabytes: 400 });
      try {
        const data_dir = join(disk.folder, "data");
        const server = await openEmbedded({ data_dir });
        const { db, key } = await furnish(server.connection_string);
        const acknowledged = await expectReadOnlyUntilCleared(restClient(db, key), disk);
        await db.$disconnect();
        await server.close();
        const again = await openEmbedded({ data_dir });
        const reopened = openDatabase(again.connection_string, 2);
        await expectAll(restClient(reopened, key), acknowledged);
        await reopened.$disconnect();
        await again.close();
      } finally {
        disk.remove();
      }
    },
    LIMIT_MS,
  );

  it.runIf(canStandBy())(
    "of a PostgreSQL server refuses changes with 503, answers reads, and loses nothing that was acknowledged",
    async () => {
      const running = runningPostgres();
      if (!running) throw new Error("the server was stopped");
      const { installation, folder } = running;
      const place = join(folder, `small-${newId()}`);
      const disk = makeSmallDisk(join(installation.root, place), {
        megabytes: 120,
        owner: postgresUser(installation),
      });
      const admin = new pg.Client({ connectionString: process.env.DATABASE_URL });
      await admin.connect();
      const name = `casebook_full_${newId().replaceAll("-", "")}`;
      try {
        await admin.query(`create tablespace ${name} location '${place}'`);
        await admin.query(`create database ${name} tablespace ${name}`);
        const url = new URL(process.env.DATABASE_URL ?? "");
        url.pathname = `/${name}`;
        const { db, key } = await furnish(url.href);
        await expectReadOnlyUntilCleared(restClient(db, key), disk);
        await db.$disconnect();
      } finally {
        await admin.query(`drop database if exists ${name} with (force)`);
        await admin.query(`drop tablespace if exists ${name}`);
        await admin.end();
        disk.remove();
      }
    },
    LIMIT_MS,
  );
});

describe.runIf(canStandBy())("a streaming standby", () => {
  const name = `casebook_standby_${newId().replaceAll("-", "")}`;
  const onPrimary = async (statement: string) => {
    const admin = new pg.Client({ connectionString: process.env.DATABASE_URL });
    await admin.connect();
    await admin.query(statement);
    await admin.end();
  };
  afterAll(() => onPrimary(`drop database if exists ${name} with (force)`));

  it(
    "answers reads and refuses changes with 503 until it is promoted, and has what the primary acknowledged",
    async () => {
      await onPrimary(`create database ${name}`);
      const url = new URL(process.env.DATABASE_URL ?? "");
      url.pathname = `/${name}`;
      const primary = await furnish(url.href);
      const first = idOf(await store(restClient(primary.db, primary.key), 1));
      const standby = await startStandby(url.href);
      const db = openDatabase(standby.url, 2);
      try {
        const send = restClient(db, primary.key);
        const second = idOf(await store(restClient(primary.db, primary.key), 2));
        await expect
          .poll(async () => (await send("GET", `/memories/${second}`)).status, { timeout: 30_000 })
          .toBe(200);
        expect(await pingDatabase(db)).toEqual({ is_read_only: true });
        const found = await send("POST", "/memories/search", { query: "bollard at the pier" });
        expect(found).toMatchObject({ status: 200 });
        const { detail } = OUTAGES.read_only;
        expect(await store(send, 3)).toMatchObject({ status: 503, body: { code: "unavailable", detail } });

        standby.promote();
        await expect.poll(() => pingDatabase(db), { timeout: 30_000 }).toEqual({ is_read_only: false });
        const third = await store(send, 3);
        expect(third.status).toBe(201);
        await expectAll(send, [first, second, idOf(third)]);
      } finally {
        await db.$disconnect();
        await primary.db.$disconnect();
        standby.stop();
      }
    },
    LIMIT_MS,
  );
});
