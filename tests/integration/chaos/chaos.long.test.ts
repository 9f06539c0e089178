import { expect, it } from "vitest";
import { runChaos } from "../../support/chaos";

/** Faults in which nothing can be given, and something must say why. */
const SILENT = [
  "web process killed",
  "database killed",
  "disk of the database full",
  "wrong key",
  "server unreachable",
  "server takes and never answers",
  "task of 5 MB",
];

// It brings an embedded database of its own and kills it, so a second run on another database would show the same.
it.skipIf(process.env.DATABASE_URL)(
  "agents run on, no acknowledged write is lost, and what was missing is said, whichever part is taken away",
  async () => {
    const { rows, acknowledged, lost } = await runChaos();
    expect(rows.length).toBeGreaterThan(10);
    expect(rows.filter(({ failed }) => failed > 0)).toEqual([]);
    expect(acknowledged).toBeGreaterThan(0);
    expect(lost).toEqual([]);
    for (const { fault, said } of rows.filter(({ fault }) => SILENT.includes(fault)))
      expect(said.join(" "), fault).toContain("continuing without memory");
    const killed = rows.find(({ fault }) => fault === "database killed");
    expect(killed?.said.join(" ")).toContain("answered 503");
    const dead = rows.find(({ fault }) => fault === "embedding model dead");
    expect(dead?.said.join(" ")).toContain("ledger: without embedding");
    const served = (name: string) => rows.find(({ fault }) => fault === name)?.served;
    expect(served("none")).toBeGreaterThan(0);
    expect(served("none, afterwards")).toBeGreaterThan(0);
    expect(served("embedding model dead")).toBeGreaterThan(0);
  },
  600_000,
);
