import { readFile, writeFile } from "node:fs/promises";
import { PassThrough } from "node:stream";
import { ENVIRONMENT } from "@/lib/env";
import { createProgram } from "./cli/program";
import { withCommands } from "./cli/reference";
import { type Node, treeOf } from "./cli/tree";
import { withRights } from "./rights";

const START = "<!-- configuration: made by `npm run docs` from lib/env.ts -->";
const END = "<!-- /configuration -->";

/** Every setting as a markdown table, in the order of lib/env.ts. */
function configurationTable(): string {
  const rows = Object.entries(ENVIRONMENT).map(([name, { schema, doc }]) => {
    const missing = schema.safeParse(undefined);
    const value = missing.success && missing.data !== undefined ? `\`${missing.data}\`` : "";
    return `| \`${name}\` | ${value} | ${doc.replaceAll("|", "\\|")} |`;
  });
  return ["| variable | default | what it does |", "| --- | --- | --- |", ...rows].join("\n");
}

/** The README with a table that agrees with the code. */
export function withConfiguration(readme: string): string {
  const start = readme.indexOf(START);
  const end = readme.indexOf(END);
  if (start < 0 || end < start) throw new Error(`README.md has no place for the settings: ${START} … ${END}`);
  return `${readme.slice(0, start)}${START}\n\n${configurationTable()}\n\n${readme.slice(end)}`;
}

/** The command tree, for its reference and for the test that holds docs/cli.md against it. */
export function commandTree(): Node {
  const nowhere = new PassThrough();
  const io = {
    stdin: nowhere,
    stdout: nowhere,
    stderr: nowhere,
    env: {},
    cwd: ".",
    home: ".",
    now: () => new Date(),
    pause: async () => {},
  };
  return treeOf(createProgram({ io, outcome: { exit: "ok" } }));
}

if (process.argv[1]?.endsWith("configuration.ts")) {
  await writeFile("README.md", withConfiguration(await readFile("README.md", "utf8")));
  await writeFile("docs/security.md", withRights(await readFile("docs/security.md", "utf8")));
  await writeFile("docs/cli.md", withCommands(await readFile("docs/cli.md", "utf8"), commandTree()));
}
