import { randomUUID } from "node:crypto";
import { mkdtempSync, realpathSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { actorOfKey, actorOfPerson, ensureFirstOwner, findFirstOwner } from "@/lib/access";
import { agentKeyCreate, organizationUpdate } from "@/lib/access/contract";
import type { Embedder } from "@/lib/ai";
import { type Database, openDatabase } from "@/lib/db/client";
import { openEmbedded } from "@/lib/db/embedded";
import { migrate } from "@/lib/db/migrate";
import { applySettings } from "@/lib/env";
import { migrateQueues } from "@/lib/jobs";
import type { Actor } from "@/lib/kernel/actor";
import type { CallOf, Contract, OutputOf } from "@/lib/kernel/contract";
import { newId } from "@/lib/kernel/ids";
import { implementationOf, jobNamed, jobs } from "@/lib/registry";
import { run as runOperation } from "@/lib/runtime/run";
import { partsOf } from "../support/parts";

/** What the web process opens on the embedded database at most. */
const POOL = 5;

/** A migrated database with one organization, a person who owns it, an agent with a key, and a bare connection. */
export type Fixture = {
  name: string;
  connection_string: string;
  db: Database;
  bare: pg.Client;
  owner: Actor;
  agent: Actor;
  /** Runs a registered operation as a door would. */
  run<C extends Contract>(
    contract: C,
    input: CallOf<C>,
    as: { actor: Actor; embedder?: Embedder | null },
  ): Promise<OutputOf<C>>;
  close(): Promise<void>;
};

/** The embedded database in a process of its own, as in production, in a folder that is deleted at the end. */
export async function openEmbeddedHouse(): Promise<Fixture> {
  const data_dir = await mkdtemp(join(tmpdir(), "casebook-bench-"));
  const server = await openEmbedded({ data_dir });
  return open(server.connection_string, "embedded", async () => {
    await server.close();
    await rm(data_dir, { recursive: true, force: true });
  });
}

/** A new database on a PostgreSQL server, dropped at the end. */
export async function openServerHouse(url: string): Promise<Fixture> {
  const admin = new pg.Client({ connectionString: url });
  await admin.connect();
  const database = `casebook_bench_${randomUUID().replaceAll("-", "")}`;
  const { rows } = await admin.query<{ server_version: string }>("show server_version");
  await admin.query(`create database ${database}`);
  const own = new URL(url);
  own.pathname = `/${database}`;
  const name = `PostgreSQL ${rows[0]?.server_version.split(" ")[0]}`;
  return open(own.href, name, async () => {
    await admin.query(`drop database if exists ${database} with (force)`);
    await admin.end();
  });
}

/** Lets this process open repositories below `root` and keep its data there. */
export function openRepositoriesBelow(root: string, log_level: "warn" | "error" = "warn"): void {
  applySettings({
    CASEBOOK_REPOSITORY_ROOTS: root,
    CASEBOOK_DATA_DIR: join(root, "data"),
    LOG_LEVEL: log_level,
  });
}

/** A new folder that this process may open repositories below; the caller removes it. @returns its path. */
export function makeRepositoryRoot(bench: string, log_level: "warn" | "error" = "warn"): string {
  const root = realpathSync(mkdtempSync(join(tmpdir(), `casebook-bench-${bench}-`)));
  openRepositoriesBelow(root, log_level);
  return root;
}

/** Runs registered operations on a database as a door would. */
export function runOn(db: Database): Fixture["run"] {
  return (contract, input, { actor, embedder = null }) =>
    runOperation(implementationOf(contract), input, {
      actor,
      db,
      request_id: newId(),
      now: () => new Date(),
      ai: { embedder, language_model: null },
    });
}

async function open(connection_string: string, name: string, end: () => Promise<void>): Promise<Fixture> {
  await migrate(connection_string, "prisma/migrations");
  await migrateQueues(connection_string, jobs);
  const db = openDatabase(connection_string, POOL);
  const bare = new pg.Client({ connectionString: connection_string });
  await bare.connect();
  const run = runOn(db);
  const { owner, agent } = await makeActors(db, run);
  const close = async () => {
    await bare.end();
    await db.$disconnect();
    await end();
  };
  return { name, connection_string, db, bare, owner, agent, run, close };
}

/** Does a job's work here and now, as the worker would. */
export async function runJob({ db }: Fixture, name: string, data: Record<string, unknown>): Promise<void> {
  const job = jobNamed(name);
  await job.handle(job.schema.parse(data), partsOf({ db }));
}

/** The owner that a first start made. @throws Error in a database without one. */
export async function firstOwner(db: Database): Promise<Actor> {
  const first = await findFirstOwner(db);
  const owner = first && (await actorOfPerson(db, first.person_id));
  if (!owner) throw new Error("the database has no owner");
  return owner;
}

/** The owner that a first start makes, and an agent with a key of that owner; memory is on. */
export async function makeActors(
  db: Database,
  run: Fixture["run"],
): Promise<{ owner: Actor; agent: Actor; key: string }> {
  await ensureFirstOwner(db, {
    slug: "bench",
    name: "Bench",
    email: "owner@example.test",
    person: "Owner",
    enabled: true,
  });
  const owner = await firstOwner(db);
  // A first start without the demo leaves memory off until the owner switches it on.
  await run(organizationUpdate, { settings: { enabled: true } }, { actor: owner });
  const agent_types = ["architect", "builder", "reviewer", "tester", "main"];
  const { key } = await run(agentKeyCreate, { name: "bench", agent: "bench", agent_types }, { actor: owner });
  const agent = await actorOfKey(db, key, new Date());
  if (!agent) throw new Error("the agent's key was not made");
  return { owner, agent, key };
}
