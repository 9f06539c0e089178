/** What the measurement of citations asks git itself, apart from the product's own reading of it. */
import { execFileSync, spawnSync } from "node:child_process";
import type { Readable } from "node:stream";

/** 1-indexed, inclusive. */
export type Place = { path: string; line_start: number; line_end: number };

const MOST_BYTES = 512_000_000;

export function git(git_dir: string, ...args: string[]): string {
  return execFileSync("git", [`--git-dir=${git_dir}`, ...args], {
    encoding: "utf8",
    maxBuffer: MOST_BYTES,
    stdio: ["ignore", "pipe", "ignore"],
  }).trimEnd();
}

/** Lines of a stream, ended by `\n` alone: what stands before may hold any other character. */
export async function* gitLines(stream: Readable): AsyncGenerator<string> {
  let rest = "";
  for await (const chunk of stream) {
    const lines = (rest + chunk).split("\n");
    rest = lines.pop() ?? "";
    yield* lines;
  }
  if (rest !== "") yield rest;
}

/** The text files of one commit, by line. */
export type TreeTexts = {
  paths: readonly string[];
  /** Without terminators; null when there is no text file at the path. */
  lines(path: string): readonly string[] | null;
  /** Every place where the lines stand (without white space, blank ones left out). */
  standings(text: readonly string[]): Place[];
};

/** Larger files are no part of the measurement: what holds for them has tests of its own. */
const MOST_FILE_BYTES = 400_000;

/** Lines are bytes as latin1 characters, as in the tracker's diffs: equal bytes are equal text. */
export function readTree(git_dir: string, commit: string): TreeTexts {
  const listing = git(git_dir, "ls-tree", "-r", "-z", "-l", commit)
    .split("\0")
    .flatMap((record) => {
      const [, mode, oid, size, path] = /^(\d+) \w+ (\w+) +(\S+)\t(.+)$/su.exec(record) ?? [];
      if (mode?.startsWith("100") && oid && path && Number(size) <= MOST_FILE_BYTES) return [{ oid, path }];
      return [];
    });
  const output = spawnSync("git", [`--git-dir=${git_dir}`, "cat-file", "--batch"], {
    input: listing.map(({ oid }) => `${oid}\n`).join(""),
    maxBuffer: MOST_BYTES,
  }).stdout;
  const files = new Map<string, string[]>();
  let offset = 0;
  for (const { path } of listing) {
    const end = output.indexOf(10, offset);
    const size = Number(output.toString("latin1", offset, end).split(" ")[2]);
    const bytes = output.subarray(end + 1, end + 1 + size);
    offset = end + 2 + size;
    if (bytes.includes(0)) continue;
    const lines = bytes.toString("latin1").split("\n");
    if (lines.at(-1) === "") lines.pop();
    files.set(
      path,
      lines.map((line) => line.replace(/\r$/, "")),
    );
  }
  const bare = new Map<string, { row: number; line: string }[]>();
  const index = new Map<string, { path: string; at: number }[]>();
  for (const [path, lines] of files) {
    const rows = lines.flatMap((text, row) => {
      const line = text.replace(/\s+/gu, "");
      if (line === "") return [];
      return [{ row, line }];
    });
    bare.set(path, rows);
    for (const [at, { line }] of rows.entries()) {
      const known = index.get(line);
      if (known) known.push({ path, at });
      else index.set(line, [{ path, at }]);
    }
  }
  return {
    paths: [...files.keys()],
    lines: (path) => files.get(path) ?? null,
    standings(text) {
      const rarest = text
        .map((line, shift) => ({ shift, places: index.get(line) ?? [] }))
        .reduce((left, right) => (right.places.length < left.places.length ? right : left));
      return rarest.places.flatMap(({ path, at }) => {
        const rows = bare.get(path) ?? [];
        const start = at - rarest.shift;
        const first = rows[start];
        const last = rows[start + text.length - 1];
        if (!first || !last || !text.every((line, shift) => rows[start + shift]?.line === line)) return [];
        return [{ path, line_start: first.row + 1, line_end: last.row + 1 }];
      });
    },
  };
}
