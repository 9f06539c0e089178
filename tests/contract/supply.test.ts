import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { parse } from "yaml";
import { isAllowed, licencesOf } from "../../bin/licences";

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
const MAX_WITHOUT_HASH = 42;

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

/** Packages under licences of their own, each with why it may be shipped. */
const EXCEPTIONS: Readonly<Record<string, string>> = {
  "caniuse-lite": "CC-BY-4.0: data about browsers, read when building; named in the list of licences",
  format: "MIT, which its package.json says in a form that npm does not read",
  geist: "SIL Open Font License: the font, shipped unchanged",
};

/** Optional packages for images, which `npm run package` leaves out; LGPL, linked dynamically where installed. */
const IMAGES = /^@img\/sharp-/;

it("everything that is shipped has a licence that allows it", () => {
  const shipped = licencesOf(lock).filter(({ is_shipped }) => is_shipped);
  expect(shipped.length).toBeGreaterThan(100);
  const refused = shipped.filter(({ path, name, licence }) => {
    if (name in EXCEPTIONS || IMAGES.test(name)) return false;
    // Of optional binaries of other platforms the registry said nothing; they belong to a package that is listed.
    if (licence === null) return lock.packages[path]?.optional !== true;
    return !isAllowed(licence);
  });
  expect(refused).toEqual([]);
});

it("a licence that asks for more is refused, and a choice is met by one that does not", () => {
  for (const licence of ["GPL-3.0-only", "AGPL-3.0", "MIT AND GPL-2.0", "SSPL-1.0", "UNLICENSED"])
    expect(isAllowed(licence), licence).toBe(false);
  for (const licence of ["MIT", "(MIT OR GPL-3.0)", "(Apache-2.0 AND BSD-3-Clause)"])
    expect(isAllowed(licence), licence).toBe(true);
});

type Service = {
  read_only?: boolean;
  cap_drop?: string[];
  security_opt?: string[];
  mem_limit?: string;
  cpus?: string | number;
  pids_limit?: number;
  healthcheck?: object;
  privileged?: boolean;
  restart?: string;
};

const compose: { services: Record<string, Service>; volumes: object } = parse(
  readFileSync("docker-compose.yml", "utf8"),
  { merge: true },
);

it.each(Object.entries(compose.services))(
  "the container %s writes to volumes only and keeps no right",
  (_, service) => {
    expect(service.read_only).toBe(true);
    expect(service.cap_drop).toEqual(["ALL"]);
    expect(service.security_opt).toContain("no-new-privileges:true");
    expect(service.privileged).toBeUndefined();
    for (const limit of [service.mem_limit, service.cpus, service.pids_limit]) expect(limit).toBeDefined();
    // The image of Casebook brings a check of its own.
    expect(service.restart === "no" || "healthcheck" in service || service === compose.services.web).toBe(
      true,
    );
  },
);

it("the containers back up the database", () => {
  expect(Object.keys(compose.services)).toContain("backup");
  expect(Object.keys(compose.volumes)).toContain("backups");
});

it("the image runs as another user than the owner of what it runs", () => {
  const image = readFileSync("Dockerfile", "utf8");
  expect(image).toMatch(/^COPY --from=build --chown=root:root \S+ \/app$/m);
  expect(image).toMatch(/^USER node$/m);
  expect(image).toMatch(/^FROM \$\{NODE_IMAGE\}/m);
});
