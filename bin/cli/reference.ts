import { CLIENT_ENVIRONMENT } from "@/lib/env";
import { EXIT_CODES } from "./exit";
import { type Node, walk } from "./tree";

const START = "<!-- commands: made by `npm run docs` from bin/cli -->";
const END = "<!-- /commands -->";

const cell = (text: string) => text.replaceAll("|", "\\|").replaceAll("<", "&lt;");

/** Every command with its arguments and options, the exit codes and the variables, as markdown. */
function reference(root: Node): string {
  const commands = walk(root).filter(({ children }) => children.length === 0);
  const codes = Object.values(EXIT_CODES).map(({ code, means }) => `| ${code} | ${means} |`);
  const variables = Object.entries(CLIENT_ENVIRONMENT).map(
    ([name, { doc }]) => `| \`${name}\` | ${cell(doc)} |`,
  );
  return [
    "## Commands",
    "",
    `Every command takes ${root.options.map(({ flags, description }) => `\`${flags}\` (${description})`).join(", ")}.`,
    "",
    ...commands.flatMap(section),
    "## Exit codes",
    "",
    "| code | means |",
    "| --- | --- |",
    ...codes,
    "",
    "`casebook hook` ends with 0 whatever happens.",
    "",
    "## Variables",
    "",
    "| variable | what it does |",
    "| --- | --- |",
    ...variables,
  ].join("\n");
}

function section({ path, usage, description, arguments: args, options }: Node): string[] {
  const rows = [
    ...args
      .filter((argument) => argument.description !== "" || argument.choices.length > 0)
      .map(({ name, description: about, choices }) => [
        name,
        [about, choices.length > 0 && `one of ${choices.join(", ")}`].filter(Boolean).join("; "),
      ]),
    ...options.map(({ flags, description: about }) => [flags, about]),
  ];
  const shown = usage.replace(/^\[options\] ?/, options.length > 0 ? "[options] " : "").trim();
  return [
    `### \`${[...path, shown].join(" ").trim()}\``,
    "",
    `${description.charAt(0).toUpperCase()}${description.slice(1)}.`,
    "",
    ...tableOf(rows),
  ];
}

function tableOf(rows: readonly string[][]): string[] {
  if (rows.length === 0) return [];
  const lines = rows.map(([name = "", about = ""]) => `| \`${name}\` | ${cell(about)} |`);
  return ["| | |", "| --- | --- |", ...lines, ""];
}

/** The document with a reference that agrees with the command tree. */
export function withCommands(document: string, root: Node): string {
  const start = document.indexOf(START);
  const end = document.indexOf(END);
  if (start < 0 || end < start)
    throw new Error(`docs/cli.md has no place for the commands: ${START} … ${END}`);
  return `${document.slice(0, start)}${START}\n\n${reference(root)}\n\n${document.slice(end)}`;
}
