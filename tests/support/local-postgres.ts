import pg from "pg";
import { newId } from "@/lib/kernel/ids";

const LOCAL = ["127.0.0.1", "localhost", "[::1]"];

/** A new database on the server of DATABASE_URL, when that is on this machine; null without one. */
export async function localPostgres(): Promise<{ url: string; drop(): Promise<void> } | null> {
  const server = process.env.DATABASE_URL;
  if (!server || !LOCAL.includes(new URL(server).hostname)) return null;
  const name = `casebook_kills_${newId().replaceAll("-", "")}`;
  await onServer(server, `create database ${name}`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  return { url: url.href, drop: () => onServer(server, `drop database if exists ${name} with (force)`) };
}

/** One statement on a connection of its own. */
export async function onServer(server: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: server });
  await client.connect();
  await client.query(statement);
  await client.end();
}

/** Kills a process of PostgreSQL that works for somebody else, upon which the server recovers as after a crash. */
export async function killBackend(connection_string: string): Promise<void> {
  const client = new pg.Client({ connectionString: connection_string });
  client.on("error", () => undefined);
  await client.connect();
  const { rows } = await client.query<{ pid: number }>(
    "select pid from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid() limit 1",
  );
  const [found] = rows;
  if (found === undefined) throw new Error("nobody is connected to the database");
  process.kill(found.pid, "SIGKILL");
  await client.end().catch(() => undefined);
}
