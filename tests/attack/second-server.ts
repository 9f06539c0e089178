import { type ChildProcess, spawn } from "node:child_process";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { ask, type Target } from "./target";

const START_LIMIT_MS = 60_000;

/** Another web process of the same build over the same database, with settings of its own. */
export async function startSecondServer(
  target: Target,
  { port, settings, preload }: { port: number; settings: Record<string, string>; preload?: string },
): Promise<{ url: string; stop(): Promise<void> }> {
  const url = `http://127.0.0.1:${port}`;
  const secret = async (file: string) => (await readFile(path.join(target.data_dir, file), "utf8")).trim();
  const child = spawn(
    process.execPath,
    [...(preload ? ["--import", path.resolve(preload)] : []), path.resolve(".next/standalone/server.js")],
    {
      env: {
        ...process.env,
        ...target.settings,
        DATABASE_URL: target.connection_string,
        DATABASE_POOL_SIZE: "3",
        NEXTAUTH_SECRET: await secret("secret"),
        CASEBOOK_ENCRYPTION_KEY: await secret("encryption-key"),
        CASEBOOK_PUBLIC_URL: url,
        NEXTAUTH_URL: url,
        HOSTNAME: "127.0.0.1",
        PORT: String(port),
        ...settings,
      },
      stdio: "ignore",
    },
  );
  for (const until = Date.now() + START_LIMIT_MS; Date.now() < until; await sleep(200)) {
    const { status } = await ask(url, { path: "/api/health/ready" });
    if (status === 200) return { url, stop: () => stop(child) };
    if (child.exitCode !== null) break;
  }
  await stop(child);
  throw new Error("the second web process did not start");
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = new Promise((resolve) => child.once("exit", resolve));
  child.kill("SIGKILL");
  await gone;
}
