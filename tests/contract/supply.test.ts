import { readFileSync } from "node:fs";
import { expect, it } from "vitest";

type Entry = {
  version?: string;
  resolved?: string;
  integrity?: string;
  optional?: true;
  link?: true;
  os?: string[];
  cpu?: string[];
};

const lock: { packages: Record<string, Entry> } = JSON.parse(readFileSync("package-lock.json", "utf8"));
const entries = Object.entries(lock.packages).filter(([path, { link }]) => path !== "" && !link);

/** Binaries for other platforms whose hash the registry did not answer when the lock was written; may only fall. */
const MAX_WITHOUT_HASH = 35;

it("every entry of the lock comes from the registry, by the address of its tarball", () => {
  expect(entries.length).toBeGreaterThan(500);
  const others = entries.filter(([, { resolved }]) => !resolved?.startsWith("https://registry.npmjs.org/"));
  expect(
    others.map(([path]) => path),
    "npm run lock",
  ).toEqual([]);
});

it("every entry of the lock has a hash, but for a few optional binaries of other platforms", () => {
  const without = entries.filter(([, { integrity }]) => !/^sha(?:512|1)-/.test(integrity ?? ""));
  expect(without.length, "npm run lock").toBeLessThanOrEqual(MAX_WITHOUT_HASH);
  const needed = without.filter(
    ([, { optional, os, cpu }]) => optional !== true || (os ?? cpu) === undefined,
  );
  expect(needed.map(([path]) => path)).toEqual([]);
});
