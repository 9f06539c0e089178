// Preloaded into child processes: ends the process when its parent is gone, even when the parent was killed, so that
// nothing is left holding the port or the database. The parent keeps the other end of standard input open.
process.stdin.on("end", () => process.kill(process.pid, "SIGTERM"));
process.stdin.on("error", () => process.kill(process.pid, "SIGTERM"));
process.stdin.resume();
process.stdin.unref();
