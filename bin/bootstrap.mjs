// The first file of every npm script. Plain Node without dependencies, because it runs in a fresh clone
// before anything is installed: it brings the checkout up to date, then runs the TypeScript file it is given.
//
//   node bin/bootstrap.mjs <file.ts> [arguments]

import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

const root = resolve(fileURLToPath(import.meta.url), "../..");
const lockFile = join(root, "package-lock.json");
const installedMarker = join(root, "node_modules", ".casebook-lock-sha256");

/** Prints one sentence and the remedy, and ends the process with exit code 1. */
function fail(sentence) {
  console.error(`\n${sentence}\n`);
  process.exit(1);
}

function requireNode() {
  const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
  if (major < 20 || (major === 20 && minor < 19)) {
    fail(
      `Casebook needs Node 20.19 or newer and this is Node ${process.versions.node}. ` +
        "Install a current release (https://nodejs.org, or `nvm install`) and run the command again.",
    );
  }
}

/**
 * Whether what npm recorded as installed is what the lock asks for. Someone who ran `npm install` by hand has a
 * right node_modules without our marker, and deleting it under them would be rude.
 */
function installedMatchesLock(lock) {
  const recordFile = join(root, "node_modules", ".package-lock.json");
  if (!existsSync(recordFile)) return false;
  try {
    const wanted = JSON.parse(lock).packages;
    const installed = JSON.parse(readFileSync(recordFile, "utf8")).packages;
    return Object.entries(wanted).every(([path, entry]) => {
      if (path === "") return true;
      const found = installed[path];
      // Absent optional packages are those of other platforms.
      return found ? found.version === entry.version && found.integrity === entry.integrity : entry.optional;
    });
  } catch {
    return false;
  }
}

async function install() {
  const lock = readFileSync(lockFile, "utf8");
  const hash = createHash("sha256").update(lock).digest("hex");
  if (existsSync(installedMarker) && readFileSync(installedMarker, "utf8") === hash) return;
  if (!installedMatchesLock(lock)) {
    const count = Object.keys(JSON.parse(lock).packages).length;
    const started = Date.now();
    console.log(`Installing ${count} packages from the npm registry (once, one to two minutes) …`);
    // The tests and the build need the development packages even where NODE_ENV says production.
    const args = ["ci", "--no-audit", "--no-fund", "--include=dev"];
    const npm = process.env.npm_execpath ?? "";
    const [command, prefix] = npm.endsWith("npm-cli.js") ? [process.execPath, [npm]] : ["npm", []];
    const heartbeat = setInterval(() => console.log(`  … still installing, ${seconds(started)}`), 20_000);
    const code = await run(command, [...prefix, ...args], {
      // Any existing file keeps Prisma's install script from downloading an engine that is never used.
      env: { ...process.env, PRISMA_SCHEMA_ENGINE_BINARY: process.execPath },
    });
    clearInterval(heartbeat);
    if (code !== 0) {
      fail(
        "The packages could not be installed; npm's own message is above. Check that the npm registry answers " +
          "(`npm ping`) and that this folder is writable, then run the command again.",
      );
    }
    console.log(`Installed in ${seconds(started)}.`);
  }
  writeFileSync(installedMarker, hash);
}

function seconds(started) {
  return `${((Date.now() - started) / 1000).toFixed(0)} s`;
}

/** Runs a command in this terminal and resolves with its exit code; ends as it ended when a signal killed it. */
function run(command, args, options = {}) {
  return new Promise((done) => {
    const child = spawn(command, args, { cwd: root, stdio: "inherit", ...options });
    const forward = (signal) => {
      // Ctrl-C in a terminal reaches the whole foreground group: a second copy would look like impatience.
      if (signal === "SIGINT" && process.stdin.isTTY) return;
      child.kill(signal);
    };
    const signals = ["SIGINT", "SIGTERM", "SIGHUP"];
    for (const signal of signals) process.on(signal, forward);
    child.on("error", (error) => fail(`${command} could not be started: ${error.message}`));
    child.on("exit", (code, signal) => {
      for (const each of signals) process.off(each, forward);
      if (signal) process.kill(process.pid, signal);
      else done(code ?? 1);
    });
  });
}

requireNode();
const [file, ...args] = process.argv.slice(2);
if (!file) fail("Usage: node bin/bootstrap.mjs <file.ts> [arguments]");
await install();
const generated = await run(process.execPath, [join(root, "bin/generate.mjs")]);
if (generated !== 0) process.exit(generated);
process.exitCode = await run(process.execPath, ["--import", "tsx", resolve(root, file), ...args], {
  // Paths in arguments are relative to where the person stands, which npm says in the same variable.
  env: { ...process.env, INIT_CWD: process.env.INIT_CWD ?? process.cwd() },
});
