import { existsSync } from "node:fs";
import { defineConfig, devices } from "@playwright/test";
import { browserArguments } from "./tests/support/browser";

/** What can run beside tests that change the demo: it expects nothing of what they change, and changes nothing of theirs. */
const READING = [
  "attack",
  "controls",
  "files",
  "first-day",
  "not-found",
  "offline",
  "passkeys",
  "print",
  "recall-screens",
  "screens",
  "walk",
  "weight",
].map((name) => `**/${name}.spec.ts`);
/** Writes into docs/, so it runs when it is named. */
const SCREENSHOTS = "**/screenshots.long.spec.ts";
const serverSetup = "./tests/e2e/global-setup.ts";

export default defineConfig({
  testDir: "tests/e2e",
  outputDir: "test-results/e2e",
  globalSetup: existsSync(serverSetup) ? serverSetup : undefined,
  workers: 2,
  // Tests that change the demo run one by one, beside those that can; those that kill start servers of their own.
  projects: [
    { name: "dashboard", testIgnore: ["**/*.long.spec.ts", ...READING], workers: 1 },
    { name: "reading", testMatch: READING, workers: 1 },
    {
      name: "long",
      testMatch: "**/*.long.spec.ts",
      testIgnore: ["**/crash.long.spec.ts", SCREENSHOTS],
      workers: 1,
    },
    { name: "crash", testMatch: "**/crash.long.spec.ts", workers: 1 },
    { name: "screenshots", testMatch: SCREENSHOTS, workers: 1 },
  ],
  // A browser on a busy machine is slow in ways that say nothing of the product. A second try has a demo of its own
  // (tests/e2e/fixtures.ts); what passes then only is named at the end of `npm test`, so that it is not forgotten.
  retries: process.env.CI ? 1 : 0,
  timeout: 90_000,
  expect: { timeout: 15_000 },
  forbidOnly: Boolean(process.env.CI),
  reporter: [["list"], ["json", { outputFile: "test-results/playwright.json" }]],
  use: {
    ...devices["Desktop Chrome"],
    launchOptions: {
      // `npm test` has found a browser that works; without it Playwright takes its own.
      executablePath: process.env.CASEBOOK_TEST_BROWSER,
      args: browserArguments,
    },
    // Recording costs a fifth of the time; where there is a second try, that one is recorded.
    trace: process.env.CI ? "on-first-retry" : "retain-on-failure",
    screenshot: "only-on-failure",
  },
});
