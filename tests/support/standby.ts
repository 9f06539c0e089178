import { rmSync } from "node:fs";
import { join } from "node:path";
import { freePort } from "./free-port";
import { runAsPostgres, runningPostgres } from "./postgres";

export type Standby = { url: string; promote(): void; stop(): void };

/** Whether a standby can be made: the server of `DATABASE_URL` is the throw-away one of `startPostgres`. */
export function canStandBy(): boolean {
  const { DATABASE_URL: url } = process.env;
  return url !== undefined && url !== "" && runningPostgres() !== null;
}

/** A streaming standby of the throw-away server, made by `pg_basebackup`, for one of its databases. */
export async function startStandby(database_url: string): Promise<Standby> {
  const running = runningPostgres();
  if (!running) throw new Error("No throw-away server runs; see tests/support/postgres.ts.");
  const { installation, folder } = running;
  const port = await freePort();
  const data = join(folder, `standby-${port}`);
  const primary = new URL(database_url);
  primary.pathname = "/postgres";
  runAsPostgres(installation, "pg_basebackup", [
    `--pgdata=${data}`,
    `--dbname=${primary.href}`,
    "--write-recovery-conf",
    "--checkpoint=fast",
    "--wal-method=stream",
  ]);
  const options = `-c port=${port} -c listen_addresses=127.0.0.1 -c unix_socket_directories='' -c dynamic_shared_memory_type=mmap -c max_connections=200 -c shared_buffers=32MB`;
  const log = `--log=${join(folder, `standby-${port}.log`)}`;
  runAsPostgres(installation, "pg_ctl", ["start", "--wait", `--pgdata=${data}`, log, `--options=${options}`]);
  const url = new URL(database_url);
  url.port = String(port);
  return {
    url: url.href,
    promote: () => runAsPostgres(installation, "pg_ctl", ["promote", "--wait", `--pgdata=${data}`]),
    stop: () => {
      runAsPostgres(installation, "pg_ctl", ["stop", "--mode=immediate", `--pgdata=${data}`]);
      rmSync(join(installation.root, data), { recursive: true, force: true });
    },
  };
}
