import { randomUUID } from "node:crypto";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { auditList, auditVerify, organizationUpdate } from "@/lib/access/contract";
import { grantToApplication } from "@/lib/db/application-role";
import { type Database, openDatabase } from "@/lib/db/client";
import { buildVectorIndex, findVectorIndex, mayBuildVectorIndex } from "@/lib/db/sql/vectors";
import { applySettings } from "@/lib/env";
import { JOB_SCHEMA, startWorker } from "@/lib/jobs";
import { memoryInvalidate, memoryStore } from "@/lib/memories/contract";
import { jobs } from "@/lib/registry";
import { migrateDatabase } from "../../../bin/migrations";
import { contextOf, createOrganization, run, runJob } from "../../support/database";
import { partsOf } from "../../support/parts";

const server = process.env.DATABASE_URL;

/** Of a server alone: the embedded database has one role. */
describe.runIf(server)("an application with a role of its own", () => {
  const name = `casebook_role_${randomUUID().replaceAll("-", "")}`;
  const urlOf = (role: string) => {
    const url = new URL(server ?? "postgresql://localhost");
    [url.username, url.password, url.pathname] = [`${name}_${role}`, "secret", name];
    return url.href;
  };
  const admin = new pg.Client({ connectionString: server });
  let db: Database;

  beforeAll(async () => {
    await admin.connect();
    await admin.query(`create role ${name}_owner login password 'secret'`);
    await admin.query(`create database ${name} owner ${name}_owner`);
    const above = new URL(server ?? "");
    above.pathname = name;
    const extensions = new pg.Client({ connectionString: above.href });
    await extensions.connect();
    await extensions.query("create extension vector; create extension pg_trgm");
    await extensions.end();
    await admin.query(`create role ${name}_app login password 'secret'`);
    applySettings({ DATABASE_MIGRATION_URL: urlOf("owner") });
    await migrateDatabase(urlOf("app"));
    // As an upgrade does.
    await migrateDatabase(urlOf("app"));
    applySettings({ DATABASE_MIGRATION_URL: "" });
    db = openDatabase(urlOf("app"), 4);
  }, 120_000);

  afterAll(async () => {
    await db?.$disconnect();
    await admin.query(`drop database if exists ${name} with (force)`);
    await admin.query(`drop role if exists ${name}_app`);
    await admin.query(`drop role if exists ${name}_owner`);
    await admin.end();
  });

  it("does its work, and every job: none needs more rights", async () => {
    const organization = await createOrganization(db);
    const database = { db, connection_string: urlOf("app") };
    const owner = contextOf(database, await organization.person("owner"));
    const { memory } = await run(
      memoryStore,
      { kind: "decision", statement: "Roles are granted what they need" },
      owner,
    );
    await run(memoryInvalidate, { memory_id: memory?.id ?? "", reason: "A test" }, owner);
    await run(organizationUpdate, { settings: { audit_retention_days: 90 } }, owner);
    const after = new Date(Date.now() + 400 * 86_400_000);
    for (const { name, schedule } of jobs)
      if (schedule) await runJob({ db }, name, { ...schedule.data }, { now: () => after });
    const embedder = { id: "test:role", dimensions: 8 };
    expect(await mayBuildVectorIndex(db)).toBe(false);
    const as_owner = openDatabase(urlOf("owner"), 1);
    expect(await mayBuildVectorIndex(as_owner)).toBe(true);
    await buildVectorIndex(as_owner, { embedder, embedded: false });
    await as_owner.$disconnect();
    expect(await findVectorIndex(db, embedder)).toMatchObject({ valid: true });
    const worker = await startWorker(urlOf("app"), jobs, partsOf({ db }));
    await worker.stop();
    expect((await run(auditList, {}, owner)).items.length).toBeGreaterThan(0);
    expect(await run(auditVerify, {}, owner)).toMatchObject({ problems: [] });
  }, 120_000);

  it.each([
    "update audit_entry set subject_id = subject_id",
    "delete from audit_entry",
    "delete from audit_link",
    "update audit_link set number = number",
    "insert into audit_link select * from audit_link limit 1",
    "update audit_checkpoint set entries = 0",
    "truncate audit_entry cascade",
    "alter table audit_entry disable trigger all",
    "drop trigger audit_entry_append_only on audit_entry",
    "create or replace function audit_append_only() returns trigger language plpgsql as $$ begin return old; end $$",
    "set session_replication_role = replica",
    "drop table memory",
    "create table more (n int)",
    "update _prisma_migrations set checksum = ''",
  ])("is refused: %s", async (statement) => {
    await expect(db.$executeRawUnsafe(statement)).rejects.toThrow(/permission denied|must be owner/);
  });

  it("is refused the owner's role", async () => {
    const grant = grantToApplication({
      owner_url: urlOf("owner"),
      application_url: urlOf("owner"),
      job_schema: JOB_SCHEMA,
    });
    await expect(grant).rejects.toThrow(/both of the role .+ Name a role without tables in DATABASE_URL/);
  });
});
