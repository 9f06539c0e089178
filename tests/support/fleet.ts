import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { type ApiProcess, type Running, startApi, startProgram } from "./api-host";
import { makePrograms, type Programs } from "./programs";

export const FLEET_SECRET = "a-secret-that-only-this-test-uses-0123456789";

/** API hosts and workers of one Casebook, as they run on several machines that share a data folder. */
export type Fleet = {
  apis: ApiProcess[];
  workers: Running[];
  /** Ends one and starts it again on the same port. */
  restartApi(at: number): Promise<void>;
  restartWorker(at: number): Promise<void>;
  log(): string;
  stop(): Promise<void>;
};

export async function startFleet({
  apis: api_count,
  workers: worker_count,
  settings: ofTheTest,
}: {
  apis: number;
  workers: number;
  settings: Record<string, string>;
}): Promise<Fleet> {
  const programs: Programs = await makePrograms();
  const data_dir = await mkdtemp(path.join(tmpdir(), "casebook-fleet-"));
  const settings = {
    NEXTAUTH_SECRET: FLEET_SECRET,
    CASEBOOK_ENCRYPTION_KEY: FLEET_SECRET,
    CASEBOOK_DATA_DIR: data_dir,
    EMBEDDING_PROVIDER: "none",
    DATABASE_POOL_SIZE: "4",
    ...ofTheTest,
  };
  const startWorker = () =>
    startProgram([programs.worker], {
      settings: { ...settings, LOG_LEVEL: "info" },
      isReady: (line) => line.includes("worker started"),
    });
  const apis = await Promise.all(Array.from({ length: api_count }, () => startApi(programs, settings)));
  const workers = await Promise.all(Array.from({ length: worker_count }, startWorker));
  return {
    apis,
    workers,
    async restartApi(at) {
      const api = apis[at];
      if (api === undefined) throw new Error(`there is no API host ${at}`);
      await api.stop();
      apis[at] = await startApi(programs, settings, api.port);
    },
    async restartWorker(at) {
      await workers[at]?.stop();
      workers[at] = await startWorker();
    },
    log: () => [...apis, ...workers].map(({ log }) => log()).join("\n"),
    async stop() {
      await Promise.all([...apis, ...workers].map((each) => each.stop()));
      await programs.remove();
      await rm(data_dir, { recursive: true, force: true });
    },
  };
}
