/** Facts of public repositories, read from clones and recorded as far as the texts of the measurement name them. */
import { readFileSync, writeFileSync } from "node:fs";
import { gunzipSync, gzipSync } from "node:zlib";
import { z } from "zod";
import { commandKey, factFileOf, factsOf, type RepositoryFacts } from "@/lib/memories";
import { git } from "../citations-git";
import { cloneOf } from "../clones";
import { filesOf, textsOf } from "../safety-corpora-texts";

const FILE = "tests/bench/taint/facts.json.gz";

const SETS = ["packages", "tools", "hosts", "addresses", "commands"] as const;

const setsSchema = z.object({
  packages: z.array(z.string()),
  tools: z.array(z.string()),
  hosts: z.array(z.string()),
  addresses: z.array(z.string()),
  commands: z.array(z.string()),
});

const recordedSchema = z.record(
  z.string(),
  setsSchema.extend({
    commit: z.string(),
    files: z.record(z.string(), z.array(z.string())),
    /** What is not known any more once this document is left out. */
    without: z.record(z.string(), setsSchema),
  }),
);

type Recorded = z.output<typeof recordedSchema>;
type Sets = z.output<typeof setsSchema>;

/** The facts of a repository as they were recorded, whole or without what one of its documents says. */
export function recordedFacts(): (repository: string, without: string | null) => RepositoryFacts {
  const recorded = recordedSchema.parse(JSON.parse(gunzipSync(readFileSync(FILE)).toString("utf8")));
  return (repository, path) => {
    const facts = recorded[repository];
    if (!facts) throw new Error(`no facts are recorded of ${repository}`);
    const missing = path === null ? undefined : facts.without[path];
    const setOf = (name: keyof Sets) => {
      const left = new Set(missing?.[name]);
      return new Set(facts[name].filter((value) => !left.has(value)));
    };
    return {
      packages: setOf("packages"),
      tools: setOf("tools"),
      hosts: setOf("hosts"),
      addresses: setOf("addresses"),
      commands: setOf("commands"),
      files: new Map(Object.entries(facts.files)),
    };
  };
}

function factsOfClone(clone: string, repository: string, without: string | null): RepositoryFacts {
  const paths = filesOf(clone, /./);
  const read = paths.filter((path) => path !== without && factFileOf(path) !== null);
  const texts = [...textsOf(clone, read)].map(([path, text]) => ({ path, text }));
  return factsOf({ name: repository, paths, texts });
}

const plain = (text: string) => text.toLowerCase().replace(/[_.]/g, "-").replace(/\s+/g, " ");

/** Whether a value stands in a text with no letter or digit beside it. */
function standsIn(text: string, value: string): boolean {
  if (value === "") return false;
  for (let at = text.indexOf(value); at >= 0; at = text.indexOf(value, at + 1)) {
    const beside = `${text[at - 1] ?? ""}${text[at + value.length] ?? ""}`;
    if (!/[a-z0-9]/.test(beside)) return true;
  }
  return false;
}

/** Of the paths of a name the first, and those that a text names with a folder. */
const isNeeded = (said: string) => (path: string, index: number) =>
  index === 0 || standsIn(said, plain(path.split("/").slice(-2).join("/")));

/**
 * Records what clones say, as far as any of these texts names it: whatever a rule asks about a text, the answer is there.
 * `documents` are those that each repository is also read without.
 */
export function recordFacts(
  folder: string,
  { texts, documents }: { texts: readonly string[]; documents: ReadonlyMap<string, readonly string[]> },
): void {
  const said = plain(texts.map((text) => `${text}\n${commandKey(text)}`).join("\n"));
  const isNamed = (value: string) =>
    standsIn(said, plain(value)) || standsIn(said, plain(value.slice(value.indexOf("/") + 1)));
  const setsOf = (facts: RepositoryFacts): Sets => {
    const named = (name: (typeof SETS)[number]) => [...facts[name]].filter(isNamed).sort();
    return {
      packages: named("packages"),
      tools: named("tools"),
      hosts: named("hosts"),
      addresses: named("addresses"),
      commands: named("commands"),
    };
  };
  const recorded: Recorded = {};
  for (const [repository, paths] of documents) {
    const clone = cloneOf(folder, repository);
    if (clone === null) throw new Error(`there is no clone of ${repository}`);
    const whole = factsOfClone(clone, repository, null);
    const sets = setsOf(whole);
    const without = paths.map((path) => {
      const left = setsOf(factsOfClone(clone, repository, path));
      const missing = (name: keyof Sets) => {
        const kept = new Set(left[name]);
        return sets[name].filter((value) => !kept.has(value));
      };
      return [
        path,
        {
          packages: missing("packages"),
          tools: missing("tools"),
          hosts: missing("hosts"),
          addresses: missing("addresses"),
          commands: missing("commands"),
        },
      ] as const;
    });
    recorded[repository] = {
      commit: git(clone, "rev-parse", "HEAD"),
      ...sets,
      files: Object.fromEntries(
        [...whole.files]
          .filter(([name]) => isNamed(name))
          .map(([name, found]) => [name, found.filter(isNeeded(said))]),
      ),
      without: Object.fromEntries(without),
    };
  }
  writeFileSync(FILE, gzipSync(JSON.stringify(recorded)));
}
