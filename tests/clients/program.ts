import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import path from "node:path";
import type { McpServers } from "../support/mcp-server";

export type Ended = { code: number; stdout: string; output: string };

/** Runs a program of an installed client with this Node, at home in a folder: what it printed and how it ended. */
export function runProgram({
  packageName,
  bin,
  args,
  home,
}: {
  packageName: string;
  bin: string;
  args: readonly string[];
  home: string;
}): Promise<Ended> {
  const folder = path.resolve(import.meta.dirname, "node_modules", packageName);
  const { bin: bins } = JSON.parse(readFileSync(path.join(folder, "package.json"), "utf8"));
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      [path.join(folder, bins[bin]), ...args],
      {
        cwd: home,
        env: { ...process.env, HOME: home, NO_COLOR: "1" },
        maxBuffer: 64 * 1024 * 1024,
      },
      (error, stdout, stderr) => {
        const failed = typeof error?.code === "number" ? error.code : 1;
        const code = error ? failed : 0;
        resolve({ code, stdout, output: stdout + stderr });
      },
    );
  });
}

/** Asks a server through MCP Inspector, in a process for each question. */
export const inspectorOf =
  ({ server, key, home }: { server: McpServers; key: string; home: string }) =>
  (...args: string[]): Promise<Ended> =>
    runProgram({
      packageName: "@modelcontextprotocol/inspector",
      bin: "mcp-inspector",
      args: [
        "--cli",
        `${server.url}?tools=all`,
        "--transport",
        "http",
        "--header",
        `Authorization: Bearer ${key}`,
        ...args,
      ],
      home,
    });
