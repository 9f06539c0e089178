/**
 * `npm run package`: Casebook as it is installed, in `dist/package`. The web server and the bundled programs with what
 * they read, and a package.json that names only the packages they cannot hold. `npm pack dist/package` makes a file of
 * it; the image is the same folder.
 */
import { chmod, cp, mkdir, readdir, rm, writeFile } from "node:fs/promises";
import packageJson from "../package.json";
import { build, INSTALLED, isBuilt, STANDALONE } from "./build";
import { bundlePrograms } from "./bundle";
import { PACKAGE_COMMANDS, PACKAGE_FILES } from "./programs";
import { progress, StartError } from "./progress";
import { packageProgram, run } from "./steps";

const TARGET = "dist/package";

/** What of Next's server is the server; beside it lies what its search for files took along. */
const WEB = [".next", "node_modules", "dist", "server.js", "package.json"];

async function assemble(): Promise<void> {
  await rm(TARGET, { recursive: true, force: true });
  await mkdir(`${TARGET}/bin`, { recursive: true });
  await bundlePrograms({ folder: `${TARGET}/programs`, external: [...INSTALLED] });
  await cp("bin/with-parent.mjs", `${TARGET}/programs/with-parent.mjs`);
  await cp("bin/place.mjs", `${TARGET}/bin/place.mjs`);
  for (const [command, bundle] of Object.entries(PACKAGE_COMMANDS)) await writeCommand({ command, bundle });
  for (const item of PACKAGE_FILES) await cp(item, `${TARGET}/${item}`, { recursive: true });
  await copyWeb(`${TARGET}/web`);
  await writeFile(`${TARGET}/package.json`, `${JSON.stringify(manifest(), null, 2)}\n`);
}

async function writeCommand({ command, bundle }: { command: string; bundle: string }): Promise<void> {
  const file = `${TARGET}/bin/${command}.mjs`;
  await writeFile(
    file,
    `#!/usr/bin/env node\nimport "./place.mjs";\nawait import("../programs/${bundle}.mjs");\n`,
  );
  await chmod(file, 0o755);
}

/** The web server, without the packages installed beside it, settings of this machine, and image libraries it never loads. */
async function copyWeb(target: string): Promise<void> {
  // npm packs no links; what they lead to is copied.
  for (const item of WEB)
    await cp(`${STANDALONE}/${item}`, `${target}/${item}`, { recursive: true, dereference: true });
  for (const name of [...INSTALLED, "sharp", "@img"])
    await rm(`${target}/node_modules/${name}`, { recursive: true, force: true });
  const aliases = `${target}/.next/node_modules`;
  for (const alias of await readdir(aliases, { recursive: true })) {
    const name = INSTALLED.find(
      (each) => alias.startsWith(`${each}-`) && /^-[0-9a-f]+$/.test(alias.slice(each.length)),
    );
    if (name) await writeAlias({ folder: `${aliases}/${alias}`, name });
  }
}

/** Next imports a package by a name of its own: here a package of that name, which is the one installed. */
async function writeAlias({ folder, name }: { folder: string; name: string }): Promise<void> {
  await rm(folder, { recursive: true });
  await mkdir(folder);
  await writeFile(`${folder}/package.json`, `${JSON.stringify({ type: "module", exports: "./index.js" })}\n`);
  await writeFile(
    `${folder}/index.js`,
    `import * as all from "${name}";\nexport * from "${name}";\nexport default all.default;\n`,
  );
}

function manifest() {
  const { name, version, description, license, type, engines, dependencies } = packageJson;
  return {
    name,
    version,
    description,
    license,
    type,
    engines,
    bin: Object.fromEntries(Object.keys(PACKAGE_COMMANDS).map((command) => [command, `bin/${command}.mjs`])),
    dependencies: Object.fromEntries(INSTALLED.map((each) => [each, dependencies[each]])),
  };
}

if (!(await isBuilt())) await progress("Building the dashboard", build);
// A build does not check types, which would double the time of a first start; what is shipped was checked.
await progress("Checking the types", async () => {
  if ((await run(packageProgram("typescript", "tsc", "--noEmit"))) !== 0)
    throw new StartError("The types do not hold; nothing was packaged.");
});
await progress("Putting the package together", assemble);
console.log(
  `${TARGET} is ready: install it with \`npm install\` there, or pack it with \`npm pack ./${TARGET}\`.`,
);
