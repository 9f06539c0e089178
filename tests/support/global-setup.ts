import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import type { TestProject } from "vitest/node";
import { distribute } from "@/lib/db/citus/distribute";
import { startServer } from "@/lib/db/embedded/server";
import { migrate } from "@/lib/db/migrate";
import { migrateQueues } from "@/lib/jobs";
import { jobs } from "@/lib/registry";
import {
  type ClusterServers,
  citusServers,
  closeClusterDatabase,
  createClusterDatabase,
  dropClusterDatabase,
} from "./citus";
import { onServer } from "./local-postgres";

/** What tests/support/database.ts makes each test file's database from. */
export type Template =
  | { kind: "folder"; path: string }
  | { kind: "server"; url: string; database: string }
  | { kind: "cluster"; servers: ClusterServers; database: string };

declare module "vitest" {
  export interface ProvidedContext {
    template: Template;
  }
}

async function migrateAll(connection_string: string): Promise<void> {
  await migrate(connection_string, "prisma/migrations");
  await migrateQueues(connection_string, jobs);
}

/**
 * Makes one migrated template: a data folder for the embedded server, a database on the server of DATABASE_URL, or with
 * CASEBOOK_TEST_CITUS one whose tables are spread over a cluster.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const url = process.env.DATABASE_URL;
  if (process.env.CASEBOOK_TEST_CITUS) return setupCluster(project);
  if (url) return setupServer(project, url);
  return setupFolder(project);
}

async function setupFolder(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(path.join(tmpdir(), "casebook-template-"));
  const server = await startServer({ data_dir: folder, fsync: false });
  await migrateAll(server.connection_string);
  await server.close();
  project.provide("template", { kind: "folder", path: folder });
  return () => rm(folder, { recursive: true, force: true });
}

async function setupServer(project: TestProject, url: string): Promise<() => Promise<void>> {
  // Each project that names this setup calls it, in one process.
  const database = `casebook_template_${process.pid}_${project.name.replace(/\W/g, "_")}`;
  await onServer(url, `create database ${database}`);
  const template = new URL(url);
  template.pathname = `/${database}`;
  await migrateAll(template.href);
  project.provide("template", { kind: "server", url, database });
  // No connection is held meanwhile: some tests kill the server's processes.
  return () => onServer(url, `drop database if exists ${database} with (force)`);
}

async function setupCluster(project: TestProject): Promise<() => Promise<void>> {
  const servers = await citusServers();
  const database = `casebook_template_${process.pid}_${project.name.replace(/\W/g, "_")}`;
  const url = await createClusterDatabase(servers, database);
  await migrateAll(url);
  await distribute(url, { onStep: () => undefined });
  await closeClusterDatabase(servers, database);
  project.provide("template", { kind: "cluster", servers, database });
  return () => dropClusterDatabase(servers, database);
}
