import { type ChildProcess, spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { cp, mkdtemp, readdir, rm, stat } from "node:fs/promises";
import { createConnection } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { PrismaPg } from "@prisma/adapter-pg";
import pg from "pg";
import PgBoss from "pg-boss";
import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { backupEmbedded, openEmbedded, restoreEmbedded } from "@/lib/db/embedded";
import { frame, query } from "@/lib/db/embedded/frames";
import { maintainOnce } from "@/lib/db/embedded/maintenance";
import { type RunningServer, startServer } from "@/lib/db/embedded/server";

const folders: string[] = [];

/** A folder in which no database was made yet. */
async function emptyFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "embedded-"));
  folders.push(folder);
  return folder;
}

let pristine = "";

/** A folder with a database without tables: making its files takes ten times as long as copying them. */
async function dataDir(): Promise<string> {
  const folder = await emptyFolder();
  await cp(pristine, folder, { recursive: true });
  return folder;
}

beforeAll(async () => {
  pristine = await emptyFolder();
  await (await startServer({ data_dir: pristine })).close();
}, 60_000);

function startup(parameters: Record<string, string>): Buffer {
  const version = Buffer.alloc(4);
  version.writeInt32BE(196608);
  return frame("", version, ...Object.entries(parameters).flat(), Buffer.alloc(1));
}

afterAll(async () => {
  for (const folder of folders) await rm(folder, { recursive: true, force: true });
});

describe("one server, many connections", () => {
  let data_dir: string;
  let server: RunningServer;

  beforeAll(async () => {
    data_dir = await dataDir();
    server = await startServer({ data_dir, idle_in_transaction_ms: 500 });
  }, 60_000);

  afterAll(() => server.close());

  const clients: pg.Client[] = [];
  async function connect(): Promise<pg.Client> {
    const client = new pg.Client({ connectionString: server.connection_string });
    client.on("error", () => undefined);
    await client.connect();
    clients.push(client);
    return client;
  }

  afterEach(async () => {
    await Promise.all(clients.splice(0).map((client) => client.end()));
  });

  function scalar(client: pg.Client | pg.Pool, sql: string, values: unknown[] = []): Promise<unknown> {
    return client.query({ text: sql, values, rowMode: "array" }).then(({ rows }) => rows[0]?.[0]);
  }

  /** A connection without a client: writes `bytes`, resolves with everything the server said until it closed. */
  async function raw(...pieces: Buffer[]): Promise<string> {
    const socket = createConnection(join(server.socket_dir, ".s.PGSQL.5432"));
    socket.setNoDelay(true);
    const said: Buffer[] = [];
    socket.on("data", (chunk) => said.push(chunk));
    for (const piece of pieces) {
      await new Promise<void>((written) => socket.write(piece, () => written()));
    }
    await once(socket, "close");
    return Buffer.concat(said).toString("latin1");
  }

  test("ten connections with 300 KB statements at once: every row is in its table and every answer its own", async () => {
    const rounds = 20;
    const hash = (text: string) => createHash("md5").update(text).digest("hex");
    await Promise.all(
      Array.from({ length: 10 }, async (_, n) => {
        const client = await connect();
        await client.query(`create table wide_${n} (n int, round int, body text)`);
        for (let round = 0; round < rounds; round++) {
          const body = `${n}:${round}:`.padEnd(300_000, String(n));
          if (round % 4 === 3) await client.query("begin");
          // The body is in the text of the statement for even rounds, a parameter for odd ones.
          const inserted =
            round % 2 === 0
              ? await client.query(
                  `insert into wide_${n} values (${n}, ${round}, '${body}') returning n, md5(body)`,
                )
              : await client.query(`insert into wide_${n} values ($1, $2, $3) returning n, md5(body)`, [
                  n,
                  round,
                  body,
                ]);
          expect(inserted.rows).toEqual([{ n, md5: hash(body) }]);
          expect(await scalar(client, "select $1::text", [`answer ${n} ${round}`])).toBe(
            `answer ${n} ${round}`,
          );
          if (round % 4 === 3) await client.query(round % 8 === 7 ? "rollback" : "commit");
        }
      }),
    );
    const reader = await connect();
    const expected = Array.from({ length: rounds }, (_, round) => round).filter((round) => round % 8 !== 7);
    for (let n = 0; n < 10; n++) {
      const { rows } = await reader.query(`select n, round, md5(body) from wide_${n} order by round`);
      expect(rows).toEqual(
        expected.map((round) => ({ n, round, md5: hash(`${n}:${round}:`.padEnd(300_000, String(n))) })),
      );
    }
  }, 60_000);

  test("a connection that dies inside a transaction is rolled back and the others go on", async () => {
    const [dying, other] = [await connect(), await connect()];
    await other.query("create table dying (n int)");
    await dying.query("begin");
    await dying.query("insert into dying values (1)");
    const waiting = scalar(other, "select count(*)::int from dying");
    dying.connection.stream.destroy();
    expect(await waiting).toBe(0);
    expect(await scalar(other, "select pg_current_xact_id_if_assigned() is null")).toBe(true);
  });

  test("a connection that is reset while its transaction waits to begin holds nobody up", async () => {
    const [holder, other] = [await connect(), await connect()];
    const reset = createConnection(join(server.socket_dir, ".s.PGSQL.5432"));
    // What it has not read when it ends makes the server's socket fail at once, instead of ending after its messages.
    reset.write(Buffer.concat([startup({ user: "postgres" }), query("select repeat('x', 150000)")]));
    await once(reset, "readable");
    await holder.query("begin");
    reset.write(query("begin"));
    await holder.query("select 1");
    reset.destroy();
    await once(reset, "close");
    await holder.query("select 1");
    await holder.query("commit");
    expect(await scalar(other, "select pg_current_xact_id_if_assigned() is null")).toBe(true);
  }, 10_000);

  test("a connection that dies in the middle of a message leaves no trace of it", async () => {
    const other = await connect();
    await other.query("create table half (n int)");
    const statement = query(`insert into half values (1) --${"x".repeat(100_000)}`);
    const socket = createConnection(join(server.socket_dir, ".s.PGSQL.5432"));
    socket.write(Buffer.concat([startup({ user: "postgres" }), statement.subarray(0, 90_000)]));
    await once(socket, "data");
    socket.destroy();
    await once(socket, "close");
    expect(await scalar(other, "select count(*)::int from half")).toBe(0);
  });

  test("a statement waits for another connection's transaction and sees what it committed", async () => {
    const [writer, reader] = [await connect(), await connect()];
    await writer.query("create table turns (n int)");
    await writer.query("begin");
    await writer.query("insert into turns values (1)");
    const order: string[] = [];
    const read = scalar(reader, "select count(*)::int from turns").then((count) => {
      order.push("read");
      return count;
    });
    await writer.query("insert into turns values (2)");
    await writer.query("commit").then(() => order.push("commit"));
    expect(await read).toBe(2);
    expect(order).toEqual(["commit", "read"]);
  });

  test("a failed transaction belongs to its connection alone", async () => {
    const [failing, other] = [await connect(), await connect()];
    await failing.query("begin");
    await expect(failing.query("select 1/0")).rejects.toThrow(/division by zero/);
    const waiting = scalar(other, "select 7");
    await expect(failing.query("select 1")).rejects.toThrow(/aborted/);
    await failing.query("rollback");
    expect(await waiting).toBe(7);
  });

  test("who sits idle in a transaction while others wait is ended, and the others go on", async () => {
    const [idle, other] = [await connect(), await connect()];
    const lost = once(idle, "error");
    await idle.query("begin");
    expect(await scalar(other, "select 8")).toBe(8);
    const [reason] = await lost;
    expect(String(reason)).toMatch(/idle in a transaction/);
  });

  test("settings, prepared statements and open cursors of an ended connection reach no other", async () => {
    const leaving = await connect();
    await leaving.query("set statement_timeout = 12345");
    await leaving.query("set search_path = pg_catalog");
    await leaving.query({ name: "left", text: "select 1" });
    await leaving.end();
    const next = await connect();
    expect(await scalar(next, "show statement_timeout")).toBe("0");
    expect(await scalar(next, "show search_path")).toBe("public");
    expect(await scalar(next, "select count(*)::int from pg_prepared_statements where name <> ''")).toBe(0);
  });

  test("the same statement name in two connections means two statements", async () => {
    const [one, two] = [await connect(), await connect()];
    const run = (client: pg.Client, text: string) => client.query({ name: "same", text, rowMode: "array" });
    expect((await run(one, "select 'one'")).rows).toEqual([["one"]]);
    expect((await run(two, "select 'two'")).rows).toEqual([["two"]]);
    expect((await run(one, "select 'one'")).rows).toEqual([["one"]]);
  });

  test("an unnamed statement parsed before another connection's is still the one that is bound", async () => {
    const other = await connect();
    const socket = createConnection(join(server.socket_dir, ".s.PGSQL.5432"));
    onTestFinished(() => void socket.destroy());
    let said = "";
    const ready = async (count: number) => {
      while (said.split("Z\0\0\0\x05I").length <= count) said += String(await once(socket, "data"));
    };
    const sync = frame("S");
    socket.write(startup({ user: "postgres" }));
    await ready(1);
    socket.write(Buffer.concat([frame("P", "", "select 'mine'", Buffer.alloc(2)), sync]));
    await ready(2);
    expect(await scalar(other, "select $1::text", ["theirs"])).toBe("theirs");
    said = "";
    socket.write(Buffer.concat([frame("B", "", "", Buffer.alloc(6)), frame("E", "", Buffer.alloc(4)), sync]));
    await ready(1);
    expect(said).toContain("mine");
    expect(said).not.toContain("theirs");
    expect(said.startsWith("2")).toBe(true);
  });

  test("messages split into single bytes work", async () => {
    const stream = Buffer.concat([startup({ user: "postgres" }), query("select 'byte by byte'"), frame("X")]);
    const said = await raw(...Array.from(stream, (byte) => Buffer.from([byte])));
    expect(said).toContain("byte by byte");
  });

  test("encryption is declined, a cancel request is closed quietly, another database and a broken frame are refused", async () => {
    const code = (value: number) => {
      const bytes = Buffer.alloc(4);
      bytes.writeInt32BE(value);
      return bytes;
    };
    const ssl = frame("", code(80877103));
    expect(await raw(ssl, frame("", code(80877104)), startup({ user: "postgres" }), frame("X"))).toMatch(
      /^NNR/,
    );
    expect(await raw(frame("", code(80877102), Buffer.alloc(8)))).toBe("");
    expect(await raw(startup({ user: "postgres", database: "other" }))).toContain(
      'database "other" does not exist',
    );
    expect(await raw(startup({ user: "postgres" }), Buffer.from([0x51, 0, 0, 0, 1]))).toContain("08P01");
  });

  test("COPY TO works, and COPY FROM STDIN is an error that harms nobody", async () => {
    const client = await connect();
    await client.query("create table copied (n int)");
    await expect(client.query("copy copied from stdin")).rejects.toThrow(/no COPY FROM STDIN/);
    await expect(client.query({ text: "copy copied from stdin", values: [] })).rejects.toThrow(
      /no COPY FROM/,
    );
    expect(await scalar(client, "select 1")).toBe(1);
    const copied = await raw(startup({ user: "postgres" }), query("copy (select 42) to stdout"), frame("X"));
    expect(copied).toContain("42\n");
  });

  test("a client that reads slowly gets its large answer whole while others are served", async () => {
    const slow = createConnection(join(server.socket_dir, ".s.PGSQL.5432"));
    slow.pause();
    slow.write(
      Buffer.concat([startup({ user: "postgres" }), query("select repeat('x', 20000000)"), frame("X")]),
    );
    const other = await connect();
    expect(await scalar(other, "select 9")).toBe(9);
    let bytes = 0;
    slow.on("data", (chunk) => {
      bytes += chunk.length;
    });
    slow.resume();
    await once(slow, "close");
    expect(bytes).toBeGreaterThan(20_000_000);
  });

  test("the socket's folder and the data are for their owner alone", async () => {
    for (const folder of [server.socket_dir, data_dir, join(data_dir, "cluster")]) {
      expect((await stat(folder)).mode & 0o777).toBe(0o700);
    }
  });

  test("vector and pg_trgm are there and compute", async () => {
    const client = await connect();
    await client.query("create extension vector");
    await client.query("create extension pg_trgm");
    await client.query("create table embedded (v halfvec(3))");
    await client.query("create index on embedded using hnsw (v halfvec_cosine_ops)");
    await client.query("insert into embedded values ('[1,0,0]'), ('[0,1,0]')");
    expect(await scalar(client, "select v::text from embedded order by v <=> '[0,1,0.1]' limit 1")).toBe(
      "[0,1,0]",
    );
    expect(await scalar(client, "select similarity('casebook', 'casebok') > 0.5")).toBe(true);
  });

  test("pg-boss runs on it: a job is sent, worked and completed", async () => {
    const boss = new PgBoss({ connectionString: server.connection_string, schema: "boss_test", max: 4 });
    const errors: unknown[] = [];
    boss.on("error", (error) => errors.push(error));
    await boss.start();
    try {
      await boss.createQueue("greet");
      const worked = new Promise<unknown>((resolve) => {
        void boss.work("greet", { pollingIntervalSeconds: 0.5 }, async ([job]) => resolve(job?.data));
      });
      const id = await boss.send("greet", { name: "Ada" });
      expect(await worked).toEqual({ name: "Ada" });
      await boss.offWork("greet");
      await expect
        .poll(async () => (await boss.getJobById("greet", String(id)))?.state, { timeout: 10_000 })
        .toBe("completed");
    } finally {
      await boss.stop({ graceful: true, wait: true });
    }
    expect(errors).toEqual([]);
  }, 30_000);

  test("Prisma's adapter runs queries and transactions on it from a pool", async () => {
    const adapter = await new PrismaPg({ connectionString: server.connection_string, max: 5 }).connect();
    const run = (n: number) => ({
      sql: "select $1::int as n",
      args: [n],
      argTypes: [{ scalarType: "int" as const, arity: "scalar" as const }],
    });
    const rows = await Promise.all(Array.from({ length: 20 }, (_, n) => adapter.queryRaw(run(n))));
    expect(rows.map((result) => result.rows[0]?.[0])).toEqual(Array.from({ length: 20 }, (_, n) => n));
    const transaction = await adapter.startTransaction();
    await transaction.executeRaw({ sql: "create table from_prisma (n int)", args: [], argTypes: [] });
    await transaction.rollback();
    expect(await scalar(await connect(), "select to_regclass('from_prisma') is null")).toBe(true);
    await adapter.dispose();
  });

  test("upkeep vacuums and analyzes what changed, and checkpoints a long write-ahead log", async () => {
    const client = await connect();
    await client.query("create table churn (n int, body text storage external)");
    await client.query(
      "insert into churn select n, repeat(md5(n::text), 100) from generate_series(1, 20000) n",
    );
    await client.query("update churn set n = n + 1");
    const done = await maintainOnce(server.connection_string);
    expect(done).toContain("vacuum (analyze) public.churn");
    expect(done).toContain("checkpoint");
    expect(await scalar(client, "select reltuples::int from pg_class where relname = 'churn'")).toBe(20000);
  }, 60_000);
});

describe("one folder, one server", () => {
  function spawnServer(
    data_dir: string,
  ): ChildProcess & { stdout: NodeJS.ReadableStream; stderr: NodeJS.ReadableStream } {
    const child = spawn(process.execPath, ["--import", "tsx", "lib/db/embedded/main.ts", data_dir], {
      stdio: ["ignore", "pipe", "pipe"],
    });
    onTestFinished(() => void child.kill("SIGKILL"));
    return child;
  }

  async function firstLine(stream: NodeJS.ReadableStream): Promise<string> {
    for await (const line of createInterface({ input: stream })) return line;
    return "";
  }

  async function connectionString(child: { stdout: NodeJS.ReadableStream }): Promise<string> {
    const ready: { ready: boolean; connection_string: string } = JSON.parse(await firstLine(child.stdout));
    expect(ready.ready).toBe(true);
    return ready.connection_string;
  }

  test("after kill -9 under load every acknowledged row is there, and the folder is taken over", async () => {
    const data_dir = await dataDir();
    const child = spawnServer(data_dir);
    const pool = new pg.Pool({ connectionString: await connectionString(child), max: 4 });
    pool.on("error", () => undefined);
    await pool.query("create table acknowledged (worker int, n int)");
    const acknowledged = [0, 0, 0, 0];
    const writers = acknowledged.map(async (_, worker) => {
      for (let n = 1; ; n++) {
        await pool.query("insert into acknowledged values ($1, $2)", [worker, n]);
        acknowledged[worker] = n;
        if (worker === 0 && n === 300) child.kill("SIGKILL");
      }
    });
    const ended = await Promise.allSettled(writers);
    expect(ended.every(({ status }) => status === "rejected")).toBe(true);
    await pool.end();

    const server = await startServer({ data_dir });
    const client = new pg.Client({ connectionString: server.connection_string });
    await client.connect();
    const { rows } = await client.query(
      "select worker, count(*)::int as count, max(n) as last from acknowledged group by worker order by worker",
    );
    await client.end();
    await server.close();
    for (const [worker, last] of acknowledged.entries()) {
      // The statement that was running at the kill may be there too: it was not acknowledged, nor refused.
      expect(rows[worker].last).toBeGreaterThanOrEqual(last);
      expect(rows[worker].last).toBeLessThanOrEqual(last + 1);
      expect(rows[worker].count).toBe(rows[worker].last);
    }
  }, 60_000);

  test("a second process on the folder says so in one sentence, a second open attaches, SIGTERM frees the folder", async () => {
    const data_dir = await dataDir();
    const child = spawnServer(data_dir);
    let noise = "";
    child.stderr.on("data", (chunk) => {
      noise += String(chunk);
    });
    const connection_string = await connectionString(child);

    const second = spawnServer(data_dir);
    const ended = once(second, "exit");
    const said = await firstLine(second.stderr);
    expect(said).toMatch(new RegExp(`already running \\(process ${child.pid}\\).*use that one`));
    expect(await ended).toEqual([3, null]);

    const attached = await openEmbedded({ data_dir });
    expect(attached).toMatchObject({ connection_string, owner: false });
    await attached.close();

    child.kill("SIGTERM");
    expect(await once(child, "exit")).toEqual([0, null]);
    await attached.gone;
    expect(noise).toBe("");
    expect(await readdir(data_dir)).not.toContain("server.json");
  }, 60_000);

  test("of two that open at once one starts the server, the other attaches, and it ends with its owner", async () => {
    const data_dir = await emptyFolder();
    const both = await Promise.all([openEmbedded({ data_dir }), openEmbedded({ data_dir })]);
    expect(both.filter(({ owner }) => owner)).toHaveLength(1);
    expect(both[0].connection_string).toBe(both[1].connection_string);
    await Promise.all(both.map((database) => database.close()));
    await Promise.all(both.map((database) => database.gone));
  }, 60_000);

  test("close waits for no client that reads nothing, and rolls back what is open", async () => {
    const data_dir = await dataDir();
    const server = await startServer({ data_dir, fsync: false });
    const stuck = createConnection(join(server.socket_dir, ".s.PGSQL.5432"));
    const statements = ["create table kept (n int)", "begin", "insert into kept select 1"];
    stuck.write(
      Buffer.concat([
        startup({ user: "postgres" }),
        ...statements.map(query),
        query("select repeat('x', 20000000)"),
      ]),
    );
    for (let seen = 0; seen < 100_000; ) seen += (await once(stuck, "data"))[0].length;
    stuck.pause();
    await server.close();
    stuck.destroy();
    const again = await startServer({ data_dir, fsync: false });
    const reader = new pg.Client({ connectionString: again.connection_string });
    await reader.connect();
    expect((await reader.query("select * from kept")).rows).toEqual([]);
    await reader.end();
    await again.close();
  }, 60_000);

  test("a path too long for a socket gets one in the temporary folder, removed on close", async () => {
    const data_dir = join(await emptyFolder(), "deep".repeat(25));
    await cp(pristine, data_dir, { recursive: true });
    const server = await startServer({ data_dir });
    expect((await stat(server.socket_dir)).mode & 0o777).toBe(0o700);
    const client = new pg.Client({ connectionString: server.connection_string });
    await client.connect();
    await client.end();
    await server.close();
    await expect(stat(server.socket_dir)).rejects.toThrow(/ENOENT/);
  }, 60_000);

  test("a backup made while others write is consistent, for its owner alone, and is restored elsewhere", async () => {
    const data_dir = await dataDir();
    const server = await startServer({ data_dir });
    const pool = new pg.Pool({ connectionString: server.connection_string, max: 3 });
    await pool.query("create table ledger (account int, amount int)");
    let writing = true;
    const transfers = [1, 2, 3].map(async (account) => {
      while (writing) {
        const client = await pool.connect();
        await client.query("begin");
        await client.query("insert into ledger values ($1, 5)", [account]);
        await client.query("insert into ledger values ($1, -5)", [account + 10]);
        await client.query("commit");
        client.release();
      }
    });
    const path = join(await emptyFolder(), "backup.tar.gz");
    const before = await pool.query("select count(*)::int as count from ledger");
    const { bytes } = await backupEmbedded({ data_dir, path });
    const after = await pool.query("select count(*)::int as count from ledger");
    writing = false;
    await Promise.all(transfers);
    await pool.end();
    const file = await stat(path);
    expect([file.size, file.mode & 0o777]).toEqual([bytes, 0o600]);
    await expect(restoreEmbedded({ data_dir, path, force: true })).rejects.toThrow(/already running/);
    await expect(backupEmbedded({ data_dir, path: "/nowhere/backup" })).rejects.toThrow(/not made: ENOENT/);
    await server.close();
    await expect(backupEmbedded({ data_dir, path })).rejects.toThrow(/start it/);
    await expect(restoreEmbedded({ data_dir, path })).rejects.toThrow(/holds a database already/);

    const elsewhere = join(await emptyFolder(), "restored");
    expect(await restoreEmbedded({ data_dir: elsewhere, path })).toEqual({ moved_to: null });
    const restored = await startServer({ data_dir: elsewhere });
    const client = new pg.Client({ connectionString: restored.connection_string });
    await client.connect();
    const { rows } = await client.query(
      "select count(*)::int as count, coalesce(sum(amount), 0)::int as sum from ledger",
    );
    await client.end();
    await restored.close();
    expect(rows[0].sum).toBe(0);
    expect(rows[0].count).toBeGreaterThanOrEqual(before.rows[0].count);
    expect(rows[0].count).toBeLessThanOrEqual(after.rows[0].count);

    const { moved_to } = await restoreEmbedded({ data_dir: elsewhere, path, force: true });
    expect((await stat(String(moved_to))).isDirectory()).toBe(true);
    await expect(restoreEmbedded({ data_dir: elsewhere, path: __filename, force: true })).rejects.toThrow(
      /no backup/,
    );
  }, 90_000);
});
