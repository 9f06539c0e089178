/**
 * `npm run supply`: what Casebook is made of, in `dist/`: a bill of materials (CycloneDX 1.5) and a list of licences of
 * what is shipped, and what the registry knows of weaknesses in it, where it answers.
 */

import { execFile } from "node:child_process";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { promisify } from "node:util";
import { messageOf } from "@/lib/kernel/errors";
import { licencesOf } from "./licences";

const MAX_BYTES = 64 * 1024 * 1024;

const npm = (...parameters: string[]) =>
  promisify(execFile)("npm", parameters, { maxBuffer: MAX_BYTES }).then(({ stdout }) => stdout);

await mkdir("dist", { recursive: true });
await writeFile(
  "dist/sbom.cdx.json",
  await npm("sbom", "--package-lock-only", "--omit", "dev", "--sbom-format", "cyclonedx"),
);
const licences = licencesOf(JSON.parse(await readFile("package-lock.json", "utf8"))).filter(
  ({ is_shipped }) => is_shipped,
);
const lines = licences.map(({ name, version, licence }) => `${name}\t${version}\t${licence ?? "unknown"}`);
await writeFile("dist/licences.tsv", `package\tversion\tlicence\n${lines.join("\n")}\n`);
console.log(`dist/sbom.cdx.json and dist/licences.tsv: ${licences.length} packages.`);

const audit = await npm("audit", "--omit", "dev", "--audit-level", "high").catch((error: unknown) => error);
if (typeof audit === "string") console.log(audit);
else {
  const said = messageOf(audit);
  const is_silent = said.includes("audit endpoint");
  if (is_silent) console.log("The registry does not answer npm audit here.");
  else {
    console.log(said);
    process.exitCode = 1;
  }
}
