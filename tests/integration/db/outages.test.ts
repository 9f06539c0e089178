import type { AddressInfo } from "node:net";
import { createServer, type Server, type Socket } from "node:net";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { agentKeyCreate } from "@/lib/access/contract";
import { type Database, openDatabase } from "@/lib/db/client";
import { isDiskFull } from "@/lib/db/disk-full";
import { translateDatabaseError } from "@/lib/db/errors";
import { Prisma } from "@/lib/db/generated/client";
import { pingDatabase } from "@/lib/db/sql/health";
import { handleMcp } from "@/lib/doors/mcp";
import { handleMetrics } from "@/lib/doors/metrics";
import { handleRest } from "@/lib/doors/rest";
import { OUTAGES, type Outage } from "@/lib/kernel/outages";
import { PERMISSIONS } from "@/lib/kernel/permissions";
import { contextOf, createOrganization, run, testDatabase } from "../../support/database";
import { partsOf } from "../../support/parts";
import { restClient } from "../../support/rest-client";
import { remember } from "../memories/support";

const database = testDatabase();
const onServer = process.env.DATABASE_URL !== undefined && process.env.DATABASE_URL !== "";

/** What a caller gets for what this does. */
async function answerTo(work: () => Promise<unknown>): Promise<unknown> {
  return work().then(
    () => "it succeeded",
    (error: unknown) => translateDatabaseError(error),
  );
}

const unavailable = (outage: Outage) => {
  const { detail, retry_after_seconds } = OUTAGES[outage];
  return { code: "unavailable", message: detail, retry_after_seconds };
};

// What a server says, it says by these codes; raised by the server itself, they take the way of the real ones.
const CODES: [string, Outage][] = [
  ["08000", "unreachable"],
  ["08003", "unreachable"],
  ["08006", "unreachable"],
  ["25006", "read_only"],
  ["40001", "busy"],
  ["40P01", "busy"],
  ["53000", "memory"],
  ["53100", "disk_full"],
  ["53200", "memory"],
  ["53300", "connections"],
  ["53400", "memory"],
  ["55P03", "busy"],
  ["57014", "late"],
  ["57P01", "stopping"],
  ["57P02", "stopping"],
  ["57P03", "stopping"],
  ["58030", "disk_full"],
];

describe.each(CODES)("SQLSTATE %s", (code, outage) => {
  const raise = Prisma.raw(`do $$ begin raise exception 'secret words' using errcode = '${code}'; end $$`);

  it("of a raw statement, alone and in a transaction, is 503 with its reason", async () => {
    expect(await answerTo(() => database.db.$executeRaw(raise))).toMatchObject(unavailable(outage));
    const inTransaction = () => database.db.$transaction((tx) => tx.$executeRaw(raise));
    expect(await answerTo(inTransaction)).toMatchObject(unavailable(outage));
  });

  it("of a model's statement is 503 with its reason", async () => {
    await database.db.$executeRawUnsafe(
      `create or replace function fail() returns trigger language plpgsql as $$ begin raise exception 'secret words' using errcode = '${code}'; end $$`,
    );
    await database.db.$executeRawUnsafe(
      "create or replace trigger fail before insert on organization execute function fail()",
    );
    const answer = await answerTo(() => createOrganization(database.db));
    await database.db.$executeRawUnsafe("drop trigger fail on organization");
    expect(answer).toMatchObject(unavailable(outage));
  });
});

describe("other failures", () => {
  it("are no outages", async () => {
    for (const code of ["22012", "23514", "42P01", "42883", "57000", "XX000", "P0001"]) {
      const raise = Prisma.raw(`do $$ begin raise exception 'words' using errcode = '${code}'; end $$`);
      expect(await answerTo(() => database.db.$executeRaw(raise))).not.toMatchObject({ code: "unavailable" });
    }
  });
});

describe("a row that is there already, or that is gone", () => {
  it.each([
    ["23505", "conflict"],
    ["23503", "not_found"],
  ])("is SQLSTATE %s and %s, of a raw statement too", async (code, expected) => {
    const raise = Prisma.raw(`do $$ begin raise exception 'secret words' using errcode = '${code}'; end $$`);
    const answer = await answerTo(() => database.db.$executeRaw(raise));
    expect(answer).toMatchObject({ code: expected });
    expect(answer).toMatchObject({ message: expect.not.stringContaining("secret words") });
  });
});

describe("transactions", () => {
  it("that may only read refuse to write with the reason, and read", async () => {
    const answer = await answerTo(() =>
      database.db.$transaction(async (tx) => {
        await tx.$executeRawUnsafe("set transaction read only");
        expect(await tx.organization.count()).toBeGreaterThanOrEqual(0);
        await tx.organization.updateMany({ data: { name: "x" } });
      }),
    );
    expect(answer).toMatchObject(unavailable("read_only"));
  });

  it("that find no connection in the pool in time, or take too long, are late", async () => {
    const db = openDatabase(database.connection_string, 1);
    let release = (): void => undefined;
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    const first = db.$transaction(() => held, { timeout: 10_000 });
    const second = await answerTo(() => db.$transaction(async () => undefined, { maxWait: 50 }));
    expect(second).toMatchObject(unavailable("late"));
    release();
    await first;
    const slow = () =>
      db.$transaction(
        async (tx) => {
          await new Promise((resolve) => setTimeout(resolve, 200));
          await tx.organization.count();
        },
        { timeout: 50 },
      );
    expect(await answerTo(slow)).toMatchObject(unavailable("late"));
    await db.$disconnect();
  });
});

/** A server that does this with each connection. */
async function serverThat(behave: (socket: Socket) => void): Promise<{ db: Database; server: Server }> {
  const server = createServer((socket) => {
    socket.on("error", () => undefined);
    behave(socket);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return { db: openDatabase(`postgresql://a:b@127.0.0.1:${port}/postgres`, 1), server };
}

/** A fatal error before the session begins, as PostgreSQL sends it. */
function fatal(code: string): Buffer {
  const fields = Buffer.from(`SFATAL\0VFATAL\0C${code}\0Mno\0\0`);
  const head = Buffer.alloc(5);
  head.write("E");
  head.writeInt32BE(fields.length + 4, 1);
  return Buffer.concat([head, fields]);
}

describe("connections", () => {
  const parts = (db: Database) => partsOf({ db });

  async function expectEveryTransport(db: Database, outage: Outage): Promise<void> {
    const headers = { Authorization: "Bearer cb_anything", "Content-Type": "application/json" };
    const request = (path: string, method = "GET") =>
      new Request(`http://localhost:3000${path}`, { method, headers });
    const answers = await Promise.all([
      handleRest(request("/api/v1/memories"), parts(db)),
      handleMcp(request("/api/mcp", "POST"), parts(db)),
      handleMetrics(request("/api/metrics"), parts(db)),
    ]);
    for (const response of answers) {
      expect(response.status).toBe(503);
      expect(Number(response.headers.get("retry-after"))).toBeGreaterThan(0);
      expect(await response.json()).toMatchObject({ code: "unavailable", detail: OUTAGES[outage].detail });
    }
    await db.$disconnect();
  }

  it("that are refused are 503 over REST, MCP and metrics", async () => {
    const { db, server } = await serverThat(() => undefined);
    await new Promise((resolve) => server.close(resolve));
    await expectEveryTransport(db, "unreachable");
  });

  it("that a path without a socket leads to are 503", async () => {
    await expectEveryTransport(
      openDatabase("postgresql://a@localhost/postgres?host=/nowhere/at/all", 1),
      "unreachable",
    );
  });

  it.each<[string, (socket: Socket) => void, Outage]>([
    ["reset", (socket) => socket.once("data", () => socket.resetAndDestroy()), "unreachable"],
    ["ended without a word", (socket) => socket.once("data", () => socket.end()), "unreachable"],
    ["one too many", (socket) => socket.once("data", () => socket.end(fatal("53300"))), "connections"],
    ["met by a start", (socket) => socket.once("data", () => socket.end(fatal("57P03"))), "stopping"],
    ["met by a stop", (socket) => socket.once("data", () => socket.end(fatal("57P01"))), "stopping"],
    ["never answered", () => undefined, "late"],
  ])(
    "that are %s are 503",
    async (_, behave, outage) => {
      const { db, server } = await serverThat(behave);
      await expectEveryTransport(db, outage);
      server.close();
    },
    60_000,
  );
});

describe.runIf(onServer)("a PostgreSQL server", () => {
  let admin: pg.Client;

  beforeAll(async () => {
    admin = new pg.Client({ connectionString: database.connection_string });
    await admin.connect();
  });

  afterAll(() => admin.end());

  it("that ends the connection of a statement is stopping, and answers the next", async () => {
    const db = openDatabase(database.connection_string, 1);
    const [row] = await db.$queryRaw<{ pid: number }[]>`select pg_backend_pid() as pid`;
    const sleeping = answerTo(() => db.$executeRaw`select pg_sleep(30)`);
    await new Promise((resolve) => setTimeout(resolve, 200));
    await admin.query("select pg_terminate_backend($1)", [row?.pid]);
    expect(await sleeping).toMatchObject({ code: "unavailable" });
    expect(await db.organization.count()).toBeGreaterThanOrEqual(0);
    await db.$disconnect();
  });

  it("whose statements and locks have a limit is late, or busy", async () => {
    const slow = () =>
      database.db.$transaction(async (tx) => {
        await tx.$executeRawUnsafe("set local statement_timeout = 50");
        await tx.$executeRaw`select pg_sleep(5)`;
      });
    expect(await answerTo(slow)).toMatchObject(unavailable("late"));
    await admin.query("begin; lock table organization in access exclusive mode");
    const locked = () =>
      database.db.$transaction(async (tx) => {
        await tx.$executeRawUnsafe("set local lock_timeout = 50");
        await tx.organization.count();
      });
    const answer = await answerTo(locked);
    await admin.query("rollback");
    expect(answer).toMatchObject(unavailable("busy"));
  });

  it("that gives a role no more connections has none left", async () => {
    const role = `limited_${process.pid}`;
    await admin.query(`create role ${role} login password 'p' connection limit 0`);
    const url = new URL(database.connection_string);
    [url.username, url.password] = [role, "p"];
    const db = openDatabase(url.href, 1);
    expect(await answerTo(() => db.organization.count())).toMatchObject(unavailable("connections"));
    await db.$disconnect();
    await admin.query(`drop role ${role}`);
  });

  it("that is read-only goes on answering reads, and refuses writes with the reason", async () => {
    const url = new URL(database.connection_string);
    url.searchParams.set("options", "-c default_transaction_read_only=on");
    const db = openDatabase(url.href, 2);
    expect(await db.organization.count()).toBeGreaterThanOrEqual(0);
    expect(await answerTo(() => createOrganization(db))).toMatchObject(unavailable("read_only"));
    await db.$disconnect();
  });
});

/** The same database, which takes no changes over these connections. */
async function whileReadOnly(work: (db: Database) => Promise<void>): Promise<void> {
  const url = new URL(database.connection_string);
  url.searchParams.set("options", "-c default_transaction_read_only=on");
  const db = openDatabase(url.href, 2);
  await work(db).finally(() => db.$disconnect());
}

// The embedded server has one session, whose settings its connections share.
describe.runIf(onServer)("a database that takes no changes", () => {
  it("goes on answering what is read, and refuses changes with the reason", async () => {
    const organization = await createOrganization(database.db);
    const owner = contextOf(database, await organization.person("owner"));
    const memory = await remember(owner, { statement: "Boats moor at the quay.", scope: "global" });
    const permissions = [...PERMISSIONS];
    const { key } = await run(agentKeyCreate, { name: "k", agent: "main", permissions }, owner);
    await whileReadOnly(async (db) => {
      const send = restClient(db, key);
      expect(await send("GET", "/memories")).toMatchObject({ status: 200, body: { total: 1 } });
      expect(await send("GET", `/memories/${memory.id}`)).toMatchObject({ status: 200 });
      const search = await send("POST", "/memories/search", { query: "boats quay" });
      expect(search).toMatchObject({ status: 200 });
      expect(search.body.items).toHaveLength(1);
      expect(await send("DELETE", `/memories/${memory.id}`)).toMatchObject({
        status: 503,
        body: { code: "unavailable", detail: OUTAGES.read_only.detail },
      });
      expect(await pingDatabase(db)).toEqual({ is_read_only: true });
    });
    expect(await pingDatabase(database.db)).toEqual({ is_read_only: false });
  });
});

describe("a full disk", () => {
  it("is known from the change that failed until one succeeds", async () => {
    const owner = contextOf(database, await (await createOrganization(database.db)).person("owner"));
    await remember(owner, { statement: "Boats leave at eight.", scope: "global" });
    expect(isDiskFull()).toBe(false);
    translateDatabaseError(Object.assign(new Error("no"), { code: "53100" }));
    expect(isDiskFull()).toBe(true);
    await remember(owner, { statement: "Boats moor at the quay.", scope: "global" });
    expect(isDiskFull()).toBe(false);
  });
});
