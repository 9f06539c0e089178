import { rm } from "node:fs/promises";
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
import { databaseFolder } from "./temporary-folder";

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

type Made = { template: Template; drop: () => Promise<void> };

/** The template of this process: each project loads this file for itself and asks for one. */
const shared = globalThis as { casebookTemplate?: { made: Promise<Made>; users: number } };

/**
 * Makes one migrated template for all projects: a data folder for the embedded server, a database on the server of
 * DATABASE_URL, or with CASEBOOK_TEST_CITUS one whose tables are spread over a cluster.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  shared.casebookTemplate ??= { made: makeTemplate(), users: 0 };
  const { casebookTemplate } = shared;
  casebookTemplate.users += 1;
  const { template, drop } = await casebookTemplate.made;
  project.provide("template", template);
  return async () => {
    casebookTemplate.users -= 1;
    if (casebookTemplate.users === 0) await drop();
  };
}

function makeTemplate(): Promise<Made> {
  const url = process.env.DATABASE_URL;
  if (process.env.CASEBOOK_TEST_CITUS) return makeOnCluster();
  if (url) return makeOnServer(url);
  return makeFolder();
}

async function makeFolder(): Promise<Made> {
  const folder = await databaseFolder("casebook-template-");
  const server = await startServer({ data_dir: folder, fsync: false });
  await migrateAll(server.connection_string);
  await server.close();
  return {
    template: { kind: "folder", path: folder },
    drop: () => rm(folder, { recursive: true, force: true }),
  };
}

const DATABASE = `casebook_template_${process.pid}`;

async function makeOnServer(url: string): Promise<Made> {
  await onServer(url, `create database ${DATABASE}`);
  const template = new URL(url);
  template.pathname = `/${DATABASE}`;
  await migrateAll(template.href);
  // No connection is held meanwhile: some tests kill the server's processes.
  return {
    template: { kind: "server", url, database: DATABASE },
    drop: () => onServer(url, `drop database if exists ${DATABASE} with (force)`),
  };
}

async function makeOnCluster(): Promise<Made> {
  const servers = await citusServers();
  const url = await createClusterDatabase(servers, DATABASE);
  await migrateAll(url);
  await distribute(url, { onStep: () => undefined });
  await closeClusterDatabase(servers, DATABASE);
  return {
    template: { kind: "cluster", servers, database: DATABASE },
    drop: () => dropClusterDatabase(servers, DATABASE),
  };
}
