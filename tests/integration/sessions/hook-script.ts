import { spawn } from "node:child_process";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { resolve } from "node:path";
import type { Context } from "@/lib/runtime/operation";
import { hookClaudeCode } from "@/lib/sessions/contract";
import { run } from "../../support/database";

const script = resolve("integrations/claude-code/bin/hook.mjs");

export type Ran = { code: number | null; stdout: string; stderr: string };

/** Runs the plugin's script as a client does: the event on standard input, its answer on standard output. */
export function runHookScript(event: unknown, environment: Record<string, string>): Promise<Ran> {
  const { CASEBOOK_KEY: _, CASEBOOK_API_KEY: __, ...inherited } = process.env;
  return new Promise((done, fail) => {
    const child = spawn(process.execPath, [script], { env: { ...inherited, ...environment } });
    let stdout = "";
    let stderr = "";
    child.stdout.on("data", (part) => {
      stdout += part;
    });
    child.stderr.on("data", (part) => {
      stderr += part;
    });
    child.on("error", fail);
    child.on("close", (code) => done({ code, stdout, stderr }));
    child.stdin.on("error", () => undefined);
    child.stdin.end(typeof event === "string" ? event : JSON.stringify(event));
  });
}

/** A server that answers the script as Casebook does, by the operation itself; `arrival` resolves with the next event. */
export async function serveHooks(context: Context) {
  const events: Record<string, unknown>[] = [];
  const waiting: (() => void)[] = [];
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on("data", (part: Buffer) => parts.push(part));
    request.on("end", async () => {
      const event = JSON.parse(Buffer.concat(parts).toString("utf8")) as Record<string, unknown>;
      const answer = await run(hookClaudeCode, hookClaudeCode.input.parse(event), context).catch(() => null);
      response.writeHead(answer === null ? 500 : 200).end(JSON.stringify(answer));
      events.push(event);
      waiting.shift()?.();
    });
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    events,
    arrival: () => new Promise<void>((done) => waiting.push(done)),
    close: () => server.close(),
  };
}
