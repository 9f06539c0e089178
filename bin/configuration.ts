import { readFile, writeFile } from "node:fs/promises";
import { ENVIRONMENT } from "@/lib/env";

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

if (process.argv[1]?.endsWith("configuration.ts"))
  await writeFile("README.md", withConfiguration(await readFile("README.md", "utf8")));
