import { isAside } from "./safety-cases";
import type { Corpora } from "./safety-corpora";
import { asCase, filesOf, textsOf } from "./safety-corpora-texts";

export const ORDINARY_REPOSITORIES = [
  "vuejs/core",
  "pallets/flask",
  "rust-lang/book",
  "expressjs/express",
  "trpc/trpc",
  "gin-gonic/gin",
  "pytest-dev/pytest",
  "caddyserver/caddy",
  "square/okhttp",
  "jqlang/jq",
  "adr/madr",
  "joelparkerhenderson/architecture-decision-record",
];

const KINDS: readonly [string, RegExp, number][] = [
  ["documents", /\.(?:md|mdx|rst)$/i, 1_200],
  ["code", /\.(?:ts|js|py|go|rs|java|kt|rb|c|vue)$/, 1_200],
  [
    "lock files and configuration",
    /(?:lock\.(?:json|ya?ml)|\.lock|go\.sum|\.ya?ml|\.toml|package\.json)$/,
    1_200,
  ],
];

const FILES_OF_A_KIND = 40;

const PIECES_OF_A_FILE = 4;

/** Pieces of files as long as memories are, cut where a line ends. */
export function ordinary(name: string, clone: string, { ordinary: into }: Corpora): void {
  for (const [family, pattern, length] of KINDS) {
    const files = filesOf(clone, pattern);
    const every = Math.max(1, Math.floor(files.length / FILES_OF_A_KIND));
    const chosen = files.filter((_, index) => index % every === 0).slice(0, FILES_OF_A_KIND);
    for (const [path, text] of textsOf(clone, chosen)) {
      const pieces: string[] = [];
      for (const line of text.split("\n")) {
        const last = pieces.at(-1);
        if (last !== undefined && last.length + line.length < length)
          pieces[pieces.length - 1] = `${last}\n${line}`;
        else if (line.length < length) pieces.push(line);
      }
      for (const piece of pieces.slice(0, PIECES_OF_A_FILE))
        if (piece.trim() !== "") into.push({ ...asCase(family, piece), aside: isAside(`${name}/${path}`) });
    }
  }
}
