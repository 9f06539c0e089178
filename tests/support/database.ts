import { execFile } from "node:child_process";
import { randomUUID } from "node:crypto";
import { rm } from "node:fs/promises";
import { promisify } from "node:util";
import pg from "pg";
import { afterAll, beforeAll, inject } from "vitest";
import { actorOfKey } from "@/lib/access";
import { upsertAgent } from "@/lib/access/agents/queries";
import { settingsSchema } from "@/lib/access/contract";
import { insertMember } from "@/lib/access/members/queries";
import { insertOrganization } from "@/lib/access/organizations/queries";
import { permissionsOf } from "@/lib/access/policy";
import { upsertPerson } from "@/lib/access/unscoped";
import type { Embedder } from "@/lib/ai";
import { type Database, openDatabase } from "@/lib/db/client";
import { startServer } from "@/lib/db/embedded/server";
import { productOf } from "@/lib/doors/product";
import type { JobContext } from "@/lib/jobs/define";
import type { Actor } from "@/lib/kernel/actor";
import type { CallOf, Contract, OutputOf } from "@/lib/kernel/contract";
import { newId } from "@/lib/kernel/ids";
import { DEFAULT_AGENT_PERMISSIONS, type Permission, type Role } from "@/lib/kernel/permissions";
import { implementationOf, jobNamed } from "@/lib/registry";
import type { Context } from "@/lib/runtime/operation";
import { run as runOperation } from "@/lib/runtime/run";
import { copyClusterDatabase, dropClusterDatabase } from "./citus";
import { partsOf } from "./parts";
import { databaseFolder } from "./temporary-folder";

const copy = promisify(execFile);

export type TestDatabase = { db: Database; connection_string: string };

type Opened = TestDatabase & { close: () => Promise<void> };

/**
 * A migrated database for one test file, from the template; gone afterwards. Call at the top level of the file and read
 * the fields inside tests.
 */
export function testDatabase(): TestDatabase {
  let opened: Opened | undefined;
  const current = () => {
    if (!opened) throw new Error("the test database is open inside tests only");
    return opened;
  };
  beforeAll(async () => {
    opened = await openTestDatabase();
  });
  afterAll(() => opened?.close());
  return {
    get db() {
      return current().db;
    },
    get connection_string() {
      return current().connection_string;
    },
  };
}

/** A migrated, empty database that the caller closes. */
export async function openTestDatabase(): Promise<Opened> {
  const template = inject("template");
  if (template.kind === "folder") {
    const folder = await databaseFolder("casebook-test-");
    // Two thousand files: Node's own copying takes six times as long.
    await copy("cp", ["-R", `${template.path}/.`, folder]);
    const server = await startServer({ data_dir: folder, fsync: false });
    const db = openDatabase(server.connection_string, 4);
    const close = async () => {
      await db.$disconnect();
      await server.close();
      await rm(folder, { recursive: true, force: true });
    };
    return { db, connection_string: server.connection_string, close };
  }
  const name = `casebook_test_${randomUUID().replaceAll("-", "")}`;
  if (template.kind === "cluster") {
    const { servers, database } = template;
    const connection_string = await copyClusterDatabase(servers, { from: database, to: name });
    const db = openDatabase(connection_string, 4);
    const close = async () => {
      await db.$disconnect();
      await dropClusterDatabase(servers, name);
    };
    return { db, connection_string, close };
  }
  const admin = new pg.Client({ connectionString: template.url });
  await admin.connect();
  await admin.query(`create database ${name} template ${template.database}`);
  const url = new URL(template.url);
  url.pathname = `/${name}`;
  const db = openDatabase(url.href, 4);
  const close = async () => {
    await db.$disconnect();
    await admin.query(`drop database if exists ${name} with (force)`);
    await admin.end();
  };
  return { db, connection_string: url.href, close };
}

export type TestOrganization = {
  organization_id: string;
  /** A person with this role, who is a member; with a name, its address is `<name>@example.test`. */
  person(role: Role, name?: string): Promise<Actor>;
  /** An agent as its key would make it; `types` are what the key is bound to, null: to none. */
  agent(options?: {
    name?: string;
    types?: string[] | null;
    permissions?: readonly Permission[];
    repository_ids?: string[];
  }): Promise<Actor>;
};

/** Of a key that may store for the whole organization too. */
export const GLOBAL_AGENT_PERMISSIONS = [...DEFAULT_AGENT_PERMISSIONS, "memories:global"] as const;

/** Of a key that also takes memories of others out of service. */
export const DECIDING_AGENT_PERMISSIONS = [...GLOBAL_AGENT_PERMISSIONS, "memories:decide"] as const;

/** A new organization, with memory switched on by default. */
export async function createOrganization(
  db: Database,
  settings: Record<string, unknown> = {},
): Promise<TestOrganization> {
  const slug = `org-${newId()}`;
  const { id: organization_id } = await insertOrganization(db, {
    slug,
    name: slug,
    settings: settingsSchema.parse({ enabled: true, ...settings }),
  });
  return {
    organization_id,
    async person(role, called) {
      const name = called ?? `${role} ${newId().slice(-4)}`;
      const person = await upsertPerson(db, { email: `${called ?? newId()}@example.test`, name });
      await insertMember(db, { organization_id, person_id: person.id, role });
      return {
        organization_id,
        kind: "person",
        id: person.id,
        name,
        role,
        permissions: permissionsOf(role),
        agent_types: null,
        repository_ids: null,
      };
    },
    async agent({
      name = "review-bot",
      types = ["main"],
      permissions = DEFAULT_AGENT_PERMISSIONS,
      repository_ids,
    } = {}) {
      const agent = await upsertAgent(db, { organization_id, name, agent_type: types?.[0] ?? "main" });
      return {
        organization_id,
        kind: "agent",
        id: agent.id,
        name,
        role: null,
        permissions: new Set(permissions),
        agent_types: types,
        repository_ids: repository_ids ?? null,
      };
    },
  };
}

/** A repository that no git process can read, for what only needs its row. @returns its id. */
export async function addRepository(
  db: Database,
  { organization_id, name = "acme/shop" }: { organization_id: string; name?: string },
): Promise<string> {
  const id = newId();
  await db.repository.create({
    data: { organization_id, id, name, source_kind: "path", source_location: `/nowhere/${id}` },
  });
  return id;
}

/** What `run` needs around an actor. Without an embedder unless one is given, so that tests do not load a model. */
export function contextOf(
  { db }: { db: Database },
  actor: Actor,
  options: { embedder?: Embedder | null; now?: () => Date; idempotency_key?: string } = {},
): Context {
  const { embedder = null, now = () => new Date(), idempotency_key } = options;
  return {
    actor,
    db,
    request_id: newId(),
    now,
    ai: { embedder, language_model: null },
    idempotency_key,
  };
}

/** What the holder of a key asks with. @throws Error when the key is not in force. */
export async function contextOfKey({ db }: { db: Database }, key: string): Promise<Context> {
  const actor = await actorOfKey(db, key, new Date());
  if (!actor) throw new Error("the key is not in force");
  return contextOf({ db }, actor);
}

/** Runs the registered operation of a contract, as a transport would. */
export function run<C extends Contract>(
  contract: C,
  input: CallOf<C>,
  context: Context,
): Promise<OutputOf<C>> {
  return runOperation(implementationOf(contract), input, context);
}

/** Runs a job once, as the worker would, with no model unless one is given. */
export async function runJob(
  { db }: { db: Database },
  name: string,
  data: Record<string, unknown> = {},
  context: Partial<JobContext> = {},
): Promise<void> {
  const job = jobNamed(name);
  const parts = partsOf({ db });
  await job.handle(job.schema.parse(data), { ...parts, product: productOf(parts), ...context });
}
