import { chmod, mkdir, readFile, rename, writeFile } from "node:fs/promises";
import path from "node:path";
import { type BuildOptions, build, type Plugin } from "esbuild";

/** The command line as one file that needs nothing but Node: for machines without a checkout. */
export const BUNDLE = "dist/casebook.mjs";

/** The programs of the installed package. Each is found by its name from the others. */
const PROGRAMS = {
  start: "bin/start.ts",
  worker: "bin/worker.ts",
  casebook: "bin/casebook.ts",
  database: "lib/db/embedded/main.ts",
  "embed-worker": "lib/ai/embed-worker.mjs",
  "scan-worker": "lib/memories/safety/scan-worker.mjs",
  "syntax-worker": "lib/citations/syntax/syntax-worker.mjs",
};

const OPTIONS = {
  bundle: true,
  platform: "node",
  format: "esm",
  target: "node20.19",
  legalComments: "none",
  // Its CommonJS asks for its parts in a way that a bundler cannot follow.
  alias: { "jsonc-parser": "jsonc-parser/lib/esm/main.js" },
} satisfies BuildOptions;

/** Packages that are CommonJS ask for their parts with `require`, which modules do not have. */
const REQUIRE =
  'import { createRequire as requireFrom } from "node:module"; const require = requireFrom(import.meta.url);';

/**
 * Bundles the command line.
 * @returns the file's size in bytes.
 */
export async function bundleCli(folder: string, file: string = path.join(folder, BUNDLE)): Promise<number> {
  const { outputFiles } = await build({
    ...OPTIONS,
    absWorkingDir: path.resolve(folder),
    entryPoints: [PROGRAMS.casebook],
    write: false,
    minify: true,
    banner: { js: `#!/usr/bin/env node\n${REQUIRE}` },
    // What opens the database, or stores below its folder, is for the server's own machine.
    plugins: ["administration", "personal-data", "install-engine"].map((name) =>
      replace({ name, contents: ELSEWHERE }),
    ),
  });
  const [output] = outputFiles;
  if (!output) throw new Error("the bundler made no file");
  await mkdir(path.dirname(file), { recursive: true });
  const draft = `${file}.${process.pid}`;
  await writeFile(draft, output.contents);
  await chmod(draft, 0o755);
  await rename(draft, file);
  return (await readFile(file)).byteLength;
}

/**
 * Bundles the programs of the installed package into `folder`, with what they share in files beside them.
 * @param external packages that stay outside, because they read their own files at run time.
 */
export async function bundlePrograms({
  folder,
  external,
}: {
  folder: string;
  external: string[];
}): Promise<void> {
  await build({
    ...OPTIONS,
    entryPoints: PROGRAMS,
    outdir: folder,
    outExtension: { ".js": ".mjs" },
    splitting: true,
    minifySyntax: true,
    minifyWhitespace: true,
    // Names of functions and errors stay what a stack shows.
    keepNames: true,
    banner: { js: REQUIRE },
    external: [...external, "pg-native"],
    // An installed package is built already.
    plugins: [replace({ name: "build", contents: BUILT })],
  });
}

/** Puts other contents in the place of the module that is imported as `./<name>`. */
function replace({ name, contents }: { name: string; contents: string }): Plugin {
  return {
    name,
    setup: (builder) => {
      builder.onResolve({ filter: new RegExp(`/${name}$`) }, ({ path: imported, importer }) => {
        if (importer.includes("node_modules")) return undefined;
        return { path: imported, namespace: name };
      });
      builder.onLoad({ filter: /.*/, namespace: name }, () => ({ contents, loader: "ts" }));
    },
  };
}

const ELSEWHERE = `
const refuse = () => {
  throw Object.assign(new Error("This works on the server itself: run \`npm run casebook -- …\` in its checkout, or \`casebook …\` where the package is installed."), { exit: "usage", name: "CliError" });
};
export const migrate = refuse, signInLink = refuse, organizationCreate = refuse, backup = refuse, restore = refuse, serve = refuse;
export const scaleCitus = refuse;
export const exportPersonTo = refuse, erasePerson = refuse;
export const installEngine = refuse;
`;

const BUILT = `
export const isBuilt = async () => true;
export const isDamaged = async () => false;
export const build = async () => undefined;
`;
