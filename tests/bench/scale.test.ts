import path from "node:path";
import { pathToFileURL } from "node:url";
import { describe, expect, it } from "vitest";
import { difference } from "./scale/counters";
import { cpuOf } from "./scale/cpu";
import { selfTimes } from "./scale/profile";
import { linesOf } from "./scale/rows";

describe("rows for COPY", () => {
  it("keep every sign of a text, and tell nothing from an empty text", () => {
    const rows = [{ id: 1, text: "a\tb\\n\nc\r", none: null, empty: "" }];
    expect([...linesOf(rows, ["id", "text", "none", "empty"])]).toEqual(["1\ta\\tb\\\\n\\nc\\r\t\\N\t\n"]);
  });

  it("write a list as PostgreSQL reads one", () => {
    const rows = [{ tags: ["plain", 'with "quotes"', "a,b"] }];
    expect([...linesOf(rows, ["tags"])]).toEqual(['{"plain","with \\\\"quotes\\\\"","a,b"}\n']);
  });

  it("are empty where a column is missing", () => {
    expect([...linesOf([{ id: "x" }], ["id", "scope"])]).toEqual(["x\t\\N\n"]);
  });
});

describe("counters", () => {
  it("tell what a request takes, and nothing of what the database does not count", () => {
    const before = { statements: 100, wal_bytes: null };
    expect(difference({ statements: 160, wal_bytes: null }, before, 20)).toEqual({
      statements: 3,
      wal_bytes: null,
    });
  });

  it("tell the processor's time of a process and what is below it", () => {
    const before = cpuOf(process.pid);
    // Of the processor's time, not the clock's: other work may have the processor.
    for (const start = process.cpuUsage(); process.cpuUsage(start).user < 200_000; ) Math.sqrt(start.user);
    expect(cpuOf(process.pid) - before).toBeGreaterThan(50);
  });
});

describe("a profile", () => {
  const frame = (functionName: string, url = "") => ({ functionName, url, lineNumber: 1 });
  const file = pathToFileURL(path.resolve("node_modules/pg/lib/client.js")).href;
  const profile = {
    nodes: [
      { id: 1, callFrame: frame("(idle)") },
      { id: 2, callFrame: frame("query", file) },
      { id: 3, callFrame: frame("parse", file) },
    ],
    samples: [1, 2, 3, 3],
    timeDeltas: [9_000, 2_000, 3_000, 3_000],
  };

  it("gives each function and each package its own time a request, and leaves out what is idle", () => {
    const times = selfTimes(profile, { operation: "search", requests: 2 });
    expect(times.map(({ where, ms_per_request }) => [where, ms_per_request])).toEqual([
      ["all of pg", 4],
      ["parse node_modules/pg/lib/client.js", 3],
      ["query node_modules/pg/lib/client.js", 1],
    ]);
    expect(times[0]?.share).toBe(1);
  });
});
