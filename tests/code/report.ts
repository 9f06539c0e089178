/**
 * How the code reads, as figures: `npm run code-metrics` prints the table, beside the goal and the ceiling of each
 * figure; `-- --places <figure>` lists where it comes from; `-- --lower` lowers the ceilings to what is measured.
 * A figure more than a hundredth above its ceiling fails, so these figures only fall. A figure without a ceiling is
 * printed only.
 */
import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { z } from "zod";
import { type FileMetrics, type FunctionSize, measureFile } from "./metrics";

const root = resolve(fileURLToPath(import.meta.url), "../../..");
const ceilingsFile = join(root, "tests/code/ceilings.json");
/** A share of lines rises a little when other lines are removed, which must not fail; it is printed. */
const TOLERANCE = 1.01;
const ceilingsSchema = z.record(z.string(), z.number());

const PRODUCT = /^(lib|components|app|bin)\//;
const CODE = /^(lib|components|app|bin|tests|integrations|prisma)\/.*\.(ts|tsx|mjs)$/;
/** Generated, somebody else's, or the small repository that the demo reviews. */
const NOT_OURS = /^(lib\/db\/generated|prisma\/demo\/repository|tests\/clients\/node_modules)\//;
const TEST = /\.(test|spec)\.tsx?$/;

const MAX_FUNCTION_LINES = 60;
const MAX_CYCLOMATIC = 20;
const MAX_FILE_LINES = 400;
/** A fifth fewer than before the renovation, for the same features. */
const TOKENS_GOAL = 493_800;

interface Figure {
  name: string;
  goal: number;
  value: number;
  /** `path:line` and what is there. */
  places: string[];
}

const { values } = parseArgs({
  options: { places: { type: "string" }, lower: { type: "boolean", default: false } },
});
const files = codeFiles().map((path) => measureFile({ path, text: readFileSync(join(root, path), "utf8") }));
const figures = figuresOf(files);
const ceilings = ceilingsSchema.parse(JSON.parse(readFileSync(ceilingsFile, "utf8")));

if (values.places !== undefined) printPlaces(values.places);
else if (values.lower) lowerCeilings();
else printTable();

function codeFiles(): string[] {
  const listed = execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard"], {
    cwd: root,
    encoding: "utf8",
  });
  return listed.split("\n").filter((path) => CODE.test(path) && !NOT_OURS.test(path));
}

function figuresOf(all: FileMetrics[]): Figure[] {
  const product = all.filter((file) => PRODUCT.test(file.path) && !TEST.test(file.path));
  const within = (folder: string) => product.filter((file) => file.path.startsWith(`${folder}/`));
  const functions = product.flatMap((file) => file.functions.map((each) => ({ ...each, path: file.path })));
  const long = functions.filter((each) => each.lines > MAX_FUNCTION_LINES);
  const complex = functions.filter((each) => each.cyclomatic > MAX_CYCLOMATIC);
  const lengths = product.map((file) => file.lines).sort((a, b) => a - b);
  const longest = [...product].sort((a, b) => b.lines - a.lines);
  return [
    countOf("literal spreads", 0, all, (file) => file.literalSpreads),
    countOf("identifier given", 0, all, (file) => file.givenIdentifiers),
    countOf("banners", 0, all, (file) => file.banners),
    countOf("nested ternaries", 0, all, (file) => file.nestedTernaries),
    perThousand("ternaries per 1,000 lines, lib", 12, within("lib")),
    perThousand("ternaries per 1,000 lines, components", 12, within("components")),
    perThousand("ternaries per 1,000 lines, bin and app", 12, [...within("bin"), ...within("app")]),
    { name: "characters per line", goal: 39, value: charactersPerLine(product), places: [] },
    {
      name: "file length, 90th percentile",
      goal: 250,
      value: lengths[Math.ceil(lengths.length * 0.9) - 1] ?? 0,
      places: longest.slice(0, Math.floor(lengths.length / 10)).map(describeFile),
    },
    {
      name: "files above 400 lines",
      goal: 0,
      value: longest.filter((file) => file.lines > MAX_FILE_LINES).length,
      places: longest.filter((file) => file.lines > MAX_FILE_LINES).map(describeFile),
    },
    {
      name: "functions above 60 lines, percent",
      goal: 1,
      value: round((100 * long.length) / functions.length),
      places: long.sort((a, b) => b.lines - a.lines).map(describeFunction),
    },
    {
      name: "functions with a cyclomatic complexity above 20",
      goal: 0,
      value: complex.length,
      places: complex.sort((a, b) => b.cyclomatic - a.cyclomatic).map(describeFunction),
    },
    {
      name: "tokens of lib, components, app and bin",
      goal: TOKENS_GOAL,
      value: product.reduce((sum, file) => sum + file.tokens, 0),
      places: [...product].sort((a, b) => b.tokens - a.tokens).map((file) => `${file.path}: ${file.tokens}`),
    },
  ];
}

function countOf(
  name: string,
  goal: number,
  all: FileMetrics[],
  lines: (file: FileMetrics) => number[],
): Figure {
  const places = all.flatMap((file) => lines(file).map((line) => `${file.path}:${line}`));
  return { name, goal, value: places.length, places };
}

function perThousand(name: string, goal: number, some: FileMetrics[]): Figure {
  const lines = some.reduce((sum, file) => sum + file.nonBlankLines, 0);
  const places = some.flatMap((file) => file.ternaries.map((line) => `${file.path}:${line}`));
  return { name, goal, value: round((1000 * places.length) / lines), places };
}

function charactersPerLine(some: FileMetrics[]): number {
  const lines = some.reduce((sum, file) => sum + file.nonBlankLines, 0);
  return round(some.reduce((sum, file) => sum + file.characters, 0) / lines);
}

function describeFile(file: FileMetrics): string {
  return `${file.path}: ${file.lines} lines`;
}

function describeFunction(each: FunctionSize & { path: string }): string {
  return `${each.path}:${each.line} ${each.name}: ${each.lines} lines, complexity ${each.cyclomatic}`;
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}

function printTable(): void {
  const rows = figures.map(({ name, goal, value }) => ({ name, goal, ceiling: ceilings[name], value }));
  console.table(rows.map(({ name, value, ceiling, goal }) => ({ figure: name, value, ceiling, goal })));
  const lines = files.filter(({ path }) => PRODUCT.test(path)).reduce((sum, file) => sum + file.lines, 0);
  console.log(`${lines} lines in lib, components, app and bin, tests beside them included.`);
  const risen = rows.filter(({ value, ceiling }) => ceiling !== undefined && value > ceiling);
  const above = risen.filter(({ value, ceiling = value }) => value > ceiling * TOLERANCE);
  for (const row of risen) {
    const { name, value, ceiling } = row;
    if (above.includes(row))
      console.log(
        `${name}: ${value} is above the ceiling of ${ceiling}. See npm run code-metrics -- --places "${name}".`,
      );
    else console.log(`${name}: ${value} is above the ceiling of ${ceiling} by less than a hundredth: ok.`);
  }
  process.exitCode = above.length > 0 ? 1 : 0;
}

function printPlaces(name: string): void {
  const figure = figures.find((each) => each.name === name);
  if (!figure) {
    console.error(
      `There is no figure "${name}". The figures are: ${figures.map((each) => each.name).join("; ")}.`,
    );
    process.exitCode = 1;
    return;
  }
  console.log(figure.places.join("\n"));
}

function lowerCeilings(): void {
  const values = new Map(figures.map(({ name, value }) => [name, value]));
  const lowered = Object.entries(ceilings).map(([name, ceiling]) => [
    name,
    Math.min(ceiling, values.get(name) ?? ceiling),
  ]);
  writeFileSync(ceilingsFile, `${JSON.stringify(Object.fromEntries(lowered), null, 2)}\n`);
}
