import { existsSync } from "node:fs";
import { defineConfig } from "vitest/config";

const databaseSetup = "tests/support/global-setup.ts";
/** Started by `npm run test:long` alone: kills, load, large clients. */
const long = "**/*.long.test.ts";
const isolated = ["**/node_modules/**", "tests/clients/**", long];
/** What looks at a process as a whole: its doors, its limits, its end. */
const alone = ["tests/integration/{chaos,command-line,db,doors,github}/**/*.test.ts"];
const integration = {
  testTimeout: 60_000,
  hookTimeout: 120_000,
  globalSetup: existsSync(databaseSetup) ? [databaseSetup] : [],
};

export default defineConfig({
  resolve: { tsconfigPaths: true },
  test: {
    pool: "forks",
    // What five projects load alike is made once, on disk.
    experimental: { fsModuleCache: true },
    // Two cores are the machine this must be pleasant on; a third worker runs while others wait for git or a clock.
    maxWorkers: 3,
    setupFiles: ["tests/support/console.ts"],
    reporters: ["default", "json"],
    outputFile: { json: "test-results/vitest.json" },
    projects: [
      {
        extends: true,
        test: {
          name: "unit",
          include: [
            "{app,bin,components,lib,integrations,messages}/**/*.test.{ts,tsx}",
            "tests/bench/*.test.ts",
          ],
          exclude: isolated,
          testTimeout: 30_000,
          // Files that share a process load the code once: half of their time.
          isolate: false,
          setupFiles: ["tests/support/environment.ts"],
        },
      },
      {
        extends: true,
        test: {
          name: "contract",
          include: ["tests/contract/**/*.test.ts"],
          exclude: isolated,
          testTimeout: 30_000,
        },
      },
      {
        extends: true,
        test: {
          // Clients as their makers publish them, installed by tests/run.ts from a lock file of their own.
          name: "clients",
          include: ["tests/clients/*.test.ts"],
          exclude: [long],
          ...integration,
        },
      },
      {
        extends: true,
        test: {
          ...integration,
          name: "integration",
          include: ["tests/integration/**/*.test.ts"],
          exclude: [...isolated, ...alone],
          // As above: a third of their time.
          isolate: false,
          setupFiles: ["tests/support/environment.ts"],
        },
      },
      {
        extends: true,
        test: {
          ...integration,
          name: "integration-alone",
          include: alone,
          // The embedded database is tested where it is used.
          exclude: process.env.DATABASE_URL
            ? [...isolated, "tests/integration/db/embedded.test.ts"]
            : isolated,
        },
      },
      {
        extends: true,
        test: { ...integration, name: "long", include: ["tests/**/*.long.test.ts"] },
      },
    ],
  },
});
