import { homedir } from "node:os";
import { setTimeout as sleep } from "node:timers/promises";
import { clientEnv, startFolder } from "@/lib/env";
import { runCli } from "./cli/program";

// The reader of a pipe may have had enough (`casebook export | head`): then nobody waits for the rest.
for (const stream of [process.stdout, process.stderr])
  stream.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code === "EPIPE") process.exit(0);
    throw error;
  });

process.exitCode = await runCli(process.argv.slice(2), {
  stdin: process.stdin,
  stdout: process.stdout,
  stderr: process.stderr,
  env: clientEnv(),
  cwd: startFolder(),
  home: homedir(),
  now: () => new Date(),
  pause: async (ms) => {
    await sleep(ms);
  },
});
