#!/usr/bin/env node
// The command line from a checkout, wherever it is called from: `npm link` puts it into the path, `npx casebook` finds
// it in the checkout. Other machines take the one file that a server hands out, see docs/cli.md.

import { fileURLToPath } from "node:url";
import { register } from "tsx/esm/api";

const root = new URL("../", import.meta.url);
// As npm does it: the data folder is the checkout's, names of files are relative to where the person stands.
process.env.INIT_CWD = process.cwd();
process.chdir(fileURLToPath(root));
// Paths like @/lib are those of this checkout, not of the folder where somebody stands.
register({ tsconfig: fileURLToPath(new URL("tsconfig.json", root)) });
await import(new URL("bin/casebook.ts", root).href);
