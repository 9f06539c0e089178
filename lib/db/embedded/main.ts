/**
 * The embedded database's own process: `node --import tsx lib/db/embedded/main.ts <data_dir> [--stop-with-parent]`.
 * Prints one JSON line when it answers. Exits with 0 after SIGTERM or SIGINT, 3 when the folder has a running server, 1 for
 * anything else. With --stop-with-parent it lives as long as its standard input is open and leaves Ctrl-C to the parent,
 * which wants the database until its own work is done.
 */
import { EmbeddedError, EXIT_IN_USE, messageOf } from "./errors";
import { startServer } from "./server";

function fail(error: unknown, code: number): never {
  process.stderr.write(`${messageOf(error)}\n`);
  process.exit(code);
}

const [data_dir, ...flags] = process.argv.slice(2);
if (!data_dir) fail(new Error("Name the data folder: main.ts <data_dir> [--stop-with-parent]."), 1);

try {
  const server = await startServer({ data_dir });
  const stop = () =>
    void server.close().then(
      () => process.exit(0),
      (error) => fail(error, 1),
    );
  process.on("SIGTERM", stop);
  if (flags.includes("--stop-with-parent")) {
    process.on("SIGINT", () => undefined);
    process.stdin.resume().on("end", stop).on("error", stop);
  } else process.on("SIGINT", stop);
  void server.stopped.then((error) =>
    fail(`${messageOf(error)} Start it again: it recovers what was committed.`, 1),
  );
  process.stdout.write(`${JSON.stringify({ ready: true, connection_string: server.connection_string })}\n`);
} catch (error) {
  fail(error, error instanceof EmbeddedError && error.problem === "in_use" ? EXIT_IN_USE : 1);
}
