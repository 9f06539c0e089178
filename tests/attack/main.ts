/**
 * Attacks a running production server, in an organization of its own, and writes what happened to a file.
 * `tests/e2e/attack.spec.ts` starts it:
 *
 *   node --import tsx tests/attack/main.ts <server file> <report file> [--thorough] [--record] [--only=<attack>]
 */
import { readFileSync, writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { attackParsers } from "./bombs";
import { attackFromPages, attackHost, attackRedirects } from "./browsers";
import { attackKeys } from "./guessing";
import { attackLogins, attackWebhooks } from "./identities";
import { attackInnerNetwork } from "./inner-network";
import { attackPaths } from "./paths";
import { createReport, harmIn, type Report, tableOf } from "./report";
import { attackFraming, attackSlowly } from "./sockets";
import { attackByText } from "./stored-scripting";
import { enterTarget, type Target } from "./target";

const ATTACKS: Readonly<Record<string, (target: Target, report: Report) => Promise<void>>> = {
  pages: attackFromPages,
  redirects: attackRedirects,
  host: attackHost,
  framing: attackFraming,
  slow: attackSlowly,
  bombs: attackParsers,
  logins: attackLogins,
  webhooks: attackWebhooks,
  addresses: attackInnerNetwork,
  keys: attackKeys,
  paths: attackPaths,
  scripting: attackByText,
};

/** These start web processes of their own, which takes too long for every run. */
const WITH_SERVERS = new Set(["addresses", "keys"]);

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    thorough: { type: "boolean", default: false },
    record: { type: "boolean", default: false },
    only: { type: "string" },
  },
});
const MEASUREMENTS = "docs/measurements.md";
const MARKED = /(<!-- attack: [^>]*-->\n)[\s\S]*(<!-- \/attack -->)/;

function record(table: string): void {
  const day = new Date().toISOString().slice(0, 10);
  const text = readFileSync(MEASUREMENTS, "utf8");
  writeFileSync(
    MEASUREMENTS,
    text.replace(MARKED, `$1\nOn ${day}:\n\n${table.replaceAll("$", "$$$$")}\n\n$2`),
  );
}

const [serverFile = "", reportFile = ""] = positionals;
const server = JSON.parse(readFileSync(serverFile, "utf8"));
const target = await enterTarget({ ...server, thorough: values.thorough });
const report = createReport();
for (const [name, attack] of Object.entries(ATTACKS)) {
  if (!values.thorough && values.only === undefined && WITH_SERVERS.has(name)) continue;
  if (values.only !== undefined && !values.only.split(",").includes(name)) continue;
  const began = performance.now();
  await attack(target, report);
  console.log(`${name}: ${((performance.now() - began) / 1000).toFixed(1)} s`);
}
const attempts = report.attempts();
writeFileSync(reportFile, JSON.stringify(attempts));
console.log(`\n${tableOf(attempts)}`);
if (values.record) record(tableOf(attempts));
for (const { attack, tried, happened } of harmIn(attempts))
  console.log(`GOT THROUGH ${attack}: ${tried}: ${happened}`);
process.exit(0);
