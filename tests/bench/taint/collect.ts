/**
 * Takes short build instructions out of the documents for agents and contributors in a folder of clones, and writes
 * `ordinary.tsv`: which ones is decided by their hashes alone.
 *
 * node --import tsx tests/bench/taint/collect.ts <folder of clones>
 */
import { createHash } from "node:crypto";
import { readdirSync, writeFileSync } from "node:fs";
import { git } from "../citations-git";
import { cloneOf } from "../clones";
import { filesOf, textsOf } from "../safety-corpora-texts";

const DOCUMENTS = /(?:^|\/)(?:AGENTS|CLAUDE|CONTRIBUTING|DEVELOPMENT|copilot-instructions)\.md$/i;
const PER_REPOSITORY = 9;
const MAX_CHARACTERS = 200;

/** What is about building: a command in a code span, an installation or something to download. */
const ABOUT_BUILDING =
  /`(?:\w+=\S+ )*(?:npm|pnpm|yarn|npx|bun|bunx|deno|node|make|just|task|cargo|go|uv|uvx|pip3?|python3?|pytest|poetry|pdm|hatch|tox|nox|docker|composer|php|bundle|rake|gem|mvn|\.\/\S+|dotnet|cmake|ctest|ninja|mix|flutter|dart|swift|git|bash|sh|curl|wget|brew|apt|apt-get|sudo|terraform|kubectl|helm|pre-commit|ruff|mypy|eslint|biome|tsc|vitest|jest|vendor\/\S+|bin\/\S+|scripts\/\S+|chmod|export|nix|zig|gcc|gh|rustup|mise|corepack)\s[^`\n]*`|\b(?:install|download)\b.*(?:`|https?:)/i;

/** A piece of a sentence that was broken into lines. */
const IS_PIECE = /^[a-z(,]|:$|^\[[^\]]*\]\([^)]*\)\.?$|^[^`]*`[^`]*$/;

const LICENCES: readonly [RegExp, string][] = [
  [/Apache License/i, "Apache-2.0"],
  [/GNU AFFERO/i, "AGPL-3.0"],
  [/GNU LESSER/i, "LGPL"],
  [/GNU GENERAL PUBLIC/i, "GPL"],
  [/Mozilla Public License/i, "MPL-2.0"],
  [/Permission is hereby granted, free of charge/i, "MIT"],
  [/Permission to use, copy, modify, and\/or distribute/i, "ISC"],
  [/Redistribution and use in source and binary forms/i, "BSD"],
  [/This is free and unencumbered software/i, "Unlicense"],
  [/Creative Commons|CC0/i, "CC"],
];

type Instruction = { repository: string; commit: string; path: string; licence: string; text: string };

const hash = (text: string) => createHash("sha256").update(text).digest("hex");

function licenceOf(clone: string): string | null {
  const [path] = filesOf(clone, /^(?:LICEN[CS]E|COPYING|UNLICENSE)[^/]*$/i);
  const text = path === undefined ? "" : (textsOf(clone, [path]).get(path) ?? "");
  return LICENCES.find(([pattern]) => pattern.test(text))?.[1] ?? null;
}

/** Bullets and paragraphs of one sentence, and commands of a code block behind the line that introduces them. */
function instructionsIn(markdown: string): string[] {
  const found: string[] = [];
  let intro = "";
  let in_code = false;
  for (const line of markdown.split("\n")) {
    const said = line
      .replace(/^\s*(?:[-*+>]|\d+[.)]|#+)\s+/, "")
      .replaceAll("**", "")
      .trim();
    if (/^\s*(?:```|~~~)/.test(line)) {
      in_code = !in_code;
      continue;
    }
    if (in_code) {
      const command = said.replace(/^\$\s*/, "").replace(/\s+#.*$/, "");
      if (intro !== "" && command !== "" && !said.startsWith("#") && !/[{}\\]$/.test(command))
        found.push(`${intro.replace(/:$/, "")}: \`${command}\``);
      intro = "";
      continue;
    }
    if (said !== "") intro = /[:a-z]$/.test(said) && !said.startsWith("|") ? said : "";
    for (const sentence of said.split(/(?<=[.!?])\s+(?=[A-Z`])/))
      if (!said.startsWith("|")) found.push(sentence);
  }
  return found.filter(
    (text) =>
      text.length >= 20 &&
      text.length <= MAX_CHARACTERS &&
      ABOUT_BUILDING.test(text) &&
      !IS_PIECE.test(text) &&
      !text.includes("\t"),
  );
}

function collect(folder: string): Instruction[] {
  const seen = new Set<string>();
  return readdirSync(folder)
    .filter((name) => name.includes("+"))
    .sort()
    .flatMap((name) => {
      const repository = name.replace("+", "/");
      const clone = cloneOf(folder, repository);
      if (clone === null) return [];
      const documents = filesOf(clone, DOCUMENTS);
      if (documents.length === 0) return [];
      const commit = git(clone, "rev-parse", "HEAD");
      const licence = licenceOf(clone);
      if (licence === null) return [];
      const found = [...textsOf(clone, documents)].flatMap(([path, markdown]) =>
        instructionsIn(markdown).flatMap((text) => {
          if (seen.has(text)) return [];
          seen.add(text);
          return [{ repository, commit, path, licence, text }];
        }),
      );
      return found.sort((a, b) => hash(a.text).localeCompare(hash(b.text))).slice(0, PER_REPOSITORY);
    });
}

const [folder = ""] = process.argv.slice(2);
const instructions = collect(folder);
const rows = instructions.map(({ repository, commit, path, licence, text }) =>
  [repository, commit, path, licence, text].join("\t"),
);
writeFileSync(
  "tests/bench/taint/ordinary.tsv",
  `${["repository\tcommit\tpath\tlicence\ttext", ...rows].join("\n")}\n`,
);
console.log(
  `${rows.length} instructions of ${new Set(instructions.map(({ repository }) => repository)).size} repositories`,
);
