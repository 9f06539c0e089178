import { chmod, mkdir, readFile, rename, writeFile } from "node:fs/promises";
import path from "node:path";
import { build } from "esbuild";

/** The command line as one file that needs nothing but Node: for machines without a checkout. */
export const BUNDLE = "dist/casebook.mjs";

/**
 * Bundles the command line.
 * @returns the file's size in bytes.
 */
export async function bundleCli(folder: string, file: string = path.join(folder, BUNDLE)): Promise<number> {
  const root = path.resolve(folder);
  const { outputFiles } = await build({
    absWorkingDir: root,
    entryPoints: ["bin/casebook.ts"],
    bundle: true,
    write: false,
    platform: "node",
    format: "esm",
    target: "node20.19",
    minify: true,
    legalComments: "none",
    banner: {
      js: '#!/usr/bin/env node\nimport { createRequire as __require } from "node:module"; const require = __require(import.meta.url);',
    },
    plugins: [
      {
        // What opens the database is for the server's own machine, where the checkout is.
        name: "administration",
        setup: (builder) => {
          builder.onResolve({ filter: /\/administration$/ }, ({ path: name }) => ({
            path: name,
            namespace: "elsewhere",
          }));
          builder.onLoad({ filter: /.*/, namespace: "elsewhere" }, () => ({
            contents: ELSEWHERE,
            loader: "ts",
          }));
        },
      },
    ],
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

const ELSEWHERE = `
const refuse = () => {
  throw Object.assign(new Error("This works on the server itself: run \`npm run casebook -- …\` in its checkout."), { exit: "usage", name: "CliError" });
};
export const migrate = refuse, signInLink = refuse, backup = refuse, restore = refuse;
`;
