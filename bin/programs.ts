import path from "node:path";
import { fileURLToPath } from "node:url";
import { env } from "@/lib/env";

/** The commands of the package and of the image, `bin/<command>.mjs` there, and the bundle that each runs. */
export const PACKAGE_COMMANDS = {
  casebook: "casebook",
  "casebook-server": "start",
  "casebook-worker": "worker",
};

/** What the package carries as it is in a checkout: what programs read, and the README with all that it links to. */
export const PACKAGE_FILES = [
  "prisma/migrations",
  "prisma/demo/repository",
  "README.md",
  "CHANGELOG.md",
  "CONTRIBUTING.md",
  "LICENSE",
  "docs",
  "integrations/claude-code/README.md",
];

/** Bundles are JavaScript; a checkout runs its sources. */
const bundled = !import.meta.url.endsWith(".ts");

const beside = (file: string) => fileURLToPath(new URL(file, import.meta.url));

/**
 * The arguments with which Node starts the web process of a built Casebook. It reads its address from PORT and HOSTNAME
 * and goes to its own folder.
 */
export const webProgram = () => [
  `--max-old-space-size=${env().WEB_HEAP_MB}`,
  bundled ? beside("../web/server.js") : path.resolve(".next/standalone/server.js"),
];

/** The arguments with which Node starts a worker. */
export const workerProgram = () => {
  if (bundled) return [beside("worker.mjs")];
  return ["--import", "tsx", "bin/worker.ts"];
};
