// The thread that scans long texts: receives { id, task, input }, answers { id, output } or { id, problem }.
// Plain JavaScript because a thread cannot begin with TypeScript under tsx on Node 20; what it loads is TypeScript, which
// bundlers put in its place and a checkout reads with tsx.
import { parentPort } from "node:worker_threads";

async function loadTasks() {
  try {
    return await import("./scan-tasks");
  } catch {
    const loader = ["tsx", "esm", "api"].join("/");
    const { tsImport } = await import(/* turbopackIgnore: true */ loader);
    return tsImport("./scan-tasks.ts", import.meta.url);
  }
}

const loading = loadTasks();

parentPort.on("message", async ({ id, task, input }) => {
  try {
    const { SCAN_TASKS } = await loading;
    parentPort.postMessage({ id, output: await SCAN_TASKS[task](input) });
  } catch (error) {
    parentPort.postMessage({ id, problem: String(error) });
  }
});
