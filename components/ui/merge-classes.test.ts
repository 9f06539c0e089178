import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { extendTailwindMerge } from "tailwind-merge";
import { expect, it } from "vitest";
import { mergeClasses } from "./merge-classes";

// The scale of globals.css has names of its own; without them tailwind-merge would take `shadow-float` for a colour.
const merge = extendTailwindMerge({ extend: { theme: { shadow: ["float"], container: ["prose"] } } });

/** Of a class that tailwind-merge knows, the second takes the place of the first. */
const isKnown = (name: string) => merge(`${name} ${name}`) === name;

/** The classes in the texts of a file: those of which at least half are known. */
function classesIn(source: string): string[] {
  return [...source.matchAll(/"([^"\n]*)"|`([^`]*)`/g)].flatMap((match) => {
    const names = (match[1] ?? match[2] ?? "").split(/\s+/).filter((name) => /^[^\s$'{}]+$/.test(name));
    return names.filter(isKnown).length * 2 >= names.length ? names : [];
  });
}

const sources = ["app", "components"].flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((file) => /\.tsx?$/.test(file) && !file.includes(".test.") && !file.includes("merge-classes"))
    .map((file) => readFileSync(path.join(folder, file), "utf8")),
);
const classes = [...new Set(sources.flatMap(classesIn))];
/** The same classes without the variants before them, which both compare by their text. */
const bases = [
  ...new Set(classes.map((name) => name.replace(/^(?:(?:\[[^\]]*\]|\([^)]*\)|[^:[(])+:)+/, ""))),
];

it("finds the classes that the interface uses", () => {
  expect(bases.length).toBeGreaterThan(500);
  expect(bases).toContain("bg-primary");
});

/** What each of two leaves of the other, by tailwind-merge and by ours. */
const isEqual = (first: string, second: string) =>
  [`${first} ${second}`, `${second} ${first}`].every((both) => mergeClasses(both) === merge(both));

/** One class of each property: those of which each takes the place of the other are of the same. */
function propertiesOf(names: readonly string[]): Map<string, string[]> {
  const found = new Map<string, string[]>();
  for (const name of names) {
    const same = [...found.keys()].find(
      (known) => merge(`${known} ${name}`) === name && merge(`${name} ${known}`) === known,
    );
    if (same === undefined) found.set(name, []);
    else found.get(same)?.push(name);
  }
  return found;
}

it("leaves out of two classes of the interface the same as tailwind-merge", () => {
  const properties = propertiesOf(bases);
  const different: string[] = [];
  for (const [first, others] of properties) {
    for (const other of others) if (!isEqual(first, other)) different.push(`${first} ${other}`);
    for (const second of properties.keys())
      if (first < second && !isEqual(first, second)) different.push(`${first} ${second}`);
  }
  expect(different).toEqual([]);
}, 60_000);

it("keeps classes apart that apply under different variants", () => {
  for (const name of classes) {
    const both = `hover:${name} sm:${name} ${name} dark:hover:${name}`;
    expect(mergeClasses(both)).toBe(both);
  }
});

it("lets the later of two stand, in the order of the rest", () => {
  expect(mergeClasses("flex px-2 h-8 text-sm px-0 size-4")).toBe("flex text-sm px-0 size-4");
  expect(mergeClasses("sm:[&>span]:px-2 sm:[&>span]:px-4")).toBe("sm:[&>span]:px-4");
});
