// Preloaded into child processes: ends the process when its parent is gone, even when the parent was killed, so that
// nothing is left holding the port or the database. The parent keeps the other end of standard input open. Processes that
// the child starts inherit this preload, but not that end: their standard input may be empty and would end them at once.
if (String(process.ppid) === process.env.CASEBOOK_SUPERVISOR) {
  process.stdin.on("end", () => process.kill(process.pid, "SIGTERM"));
  process.stdin.on("error", () => process.kill(process.pid, "SIGTERM"));
  process.stdin.resume();
  process.stdin.unref();
}
