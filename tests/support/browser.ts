/** Finds a Chromium for the browser tests, or brings one. */
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { chromium } from "@playwright/test";

const isRoot = process.getuid?.() === 0;

/**
 * `--no-sandbox`: Chromium's sandbox refuses to run as root. `--disable-background-networking`: without it a machine
 * that has no way to Google's servers waits for them.
 */
export const browserArguments = ["--disable-background-networking", ...(isRoot ? ["--no-sandbox"] : [])];

interface Candidate {
  name: string;
  /** Path of the program, or undefined when this source has none here. May install it. */
  find: () => Promise<string | undefined> | string | undefined;
}

const candidates: Candidate[] = [
  { name: "Playwright's own Chromium", find: () => onlyIfExists(chromium.executablePath()) },
  { name: "the system's Chromium", find: findOnSystem },
  {
    name: "@sparticuz/chromium from the npm registry",
    find: async () => (await import("@sparticuz/chromium")).default.executablePath(),
  },
  { name: "Debian's chromium package", find: installFromDebian },
];

/**
 * The path of a Chromium that opened a page a moment ago.
 *
 * @throws Error naming what was tried and the remedy: browser tests are never skipped for want of a browser.
 */
export async function ensureBrowser(report: (line: string) => void): Promise<string> {
  const failures: string[] = [];
  for (const { name, find } of candidates) {
    try {
      const path = await find();
      if (path === undefined) {
        failures.push(`${name}: not here`);
        continue;
      }
      await openPage(path);
      report(`${name} (${path})`);
      return path;
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      failures.push(`${name}: ${reason.split("\n").slice(0, 3).join(" ")}`);
    }
  }
  throw new Error(
    `The browser tests need a Chromium and none works here.\n${failures.map((each) => `  - ${each}`).join("\n")}\n` +
      "Run `npx playwright install --with-deps chromium`, or install your system's chromium package, and try again.",
  );
}

async function openPage(executablePath: string): Promise<void> {
  const browser = await chromium.launch({ executablePath, args: browserArguments, timeout: 60_000 });
  try {
    const page = await browser.newPage();
    await page.setContent("<h1>Casebook</h1>");
    await page.getByRole("heading", { name: "Casebook" }).waitFor({ timeout: 10_000 });
  } finally {
    await browser.close();
  }
}

function findOnSystem(): string | undefined {
  const names = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];
  const found = spawnSync("sh", ["-c", names.map((name) => `command -v ${name}`).join(" || ")], {
    encoding: "utf8",
  }).stdout.trim();
  if (found) return found;
  return [
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
  ].find((path) => existsSync(path));
}

function installFromDebian(): string | undefined {
  if (!isRoot || spawnSync("apt-get", ["--version"], { stdio: "ignore" }).status !== 0) return undefined;
  const options = { env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" }, encoding: "utf8" } as const;
  spawnSync("apt-get", ["-q", "update"], options);
  const result = spawnSync(
    "apt-get",
    ["-q", "install", "--yes", "--no-install-recommends", "chromium"],
    options,
  );
  if (result.status !== 0) throw new Error(result.stderr.trim());
  return findOnSystem();
}

function onlyIfExists(path: string): string | undefined {
  if (existsSync(path)) return path;
  return undefined;
}
