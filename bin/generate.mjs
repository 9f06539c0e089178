// Generates the Prisma client into lib/db/generated when the schema, its configuration or Prisma changed, and compiles the
// texts of the interface into messages/compiled when one of them changed.
// Says nothing when there is nothing to do, and everything when it fails.

import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

const root = resolve(fileURLToPath(import.meta.url), "../..");
const schemaFolder = join(root, "prisma/schema");
const generatedFolder = join(root, "lib/db/generated");
// Inside the generated folder: deleting the client deletes the claim that it is up to date.
const marker = join(generatedFolder, ".inputs-sha256");
const prismaPackage = join(root, "node_modules/prisma/package.json");

function hashOfInputs() {
  const hash = createHash("sha256");
  const schemas = readdirSync(schemaFolder, { recursive: true })
    .map(String)
    .filter((name) => name.endsWith(".prisma"))
    .sort();
  hash.update(JSON.parse(readFileSync(prismaPackage, "utf8")).version);
  for (const file of [join(root, "prisma.config.ts"), ...schemas.map((name) => join(schemaFolder, name))]) {
    hash.update(`\0${file.slice(root.length)}\0`).update(readFileSync(file));
  }
  return hash.digest("hex");
}

const inputs = hashOfInputs();
if (!existsSync(marker) || readFileSync(marker, "utf8") !== inputs) {
  const { bin } = JSON.parse(readFileSync(prismaPackage, "utf8"));
  const result = spawnSync(process.execPath, [join(dirname(prismaPackage), bin.prisma), "generate"], {
    cwd: root,
    encoding: "utf8",
    env: {
      ...process.env,
      // Prisma's command line downloads a schema engine before any command, and `generate` never runs it:
      // naming any existing file keeps an install to the package registry.
      PRISMA_SCHEMA_ENGINE_BINARY: process.execPath,
      PRISMA_HIDE_UPDATE_MESSAGE: "1",
      CHECKPOINT_DISABLE: "1",
    },
  });
  if (result.status !== 0) {
    console.error(result.stdout ?? "", result.stderr ?? "", result.error?.message ?? "");
    console.error("The Prisma client could not be generated from prisma/schema; the reason is above.");
    process.exit(1);
  }
  writeFileSync(marker, inputs);
}

const messagesFolder = join(root, "messages");
const messagesMarker = join(messagesFolder, "compiled/.inputs-sha256");

function hashOfMessages() {
  const hash = createHash("sha256");
  const files = readdirSync(messagesFolder, { recursive: true })
    .map(String)
    .filter((name) => name.endsWith(".ts") && !name.startsWith("compiled"))
    .sort()
    .map((name) => join(messagesFolder, name));
  for (const file of [join(root, "bin/compile-messages.ts"), ...files])
    hash.update(`\0${file.slice(root.length)}\0`).update(readFileSync(file));
  return hash.digest("hex");
}

const texts = hashOfMessages();
if (!existsSync(messagesMarker) || readFileSync(messagesMarker, "utf8") !== texts) {
  const compile = ["--import", "tsx", join(root, "bin/compile-messages.ts")];
  const { status } = spawnSync(process.execPath, compile, { cwd: root, stdio: "inherit" });
  if (status !== 0) {
    console.error("The texts of the interface could not be compiled from messages/; the reason is above.");
    process.exit(1);
  }
  mkdirSync(dirname(messagesMarker), { recursive: true });
  writeFileSync(messagesMarker, texts);
}
