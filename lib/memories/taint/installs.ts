/** A package that a text installs, or runs without installing it. */
export type Install = { name: string; start: number; end: number };

const FLAGS = String.raw`(?:\s+-{1,2}[\w-]+(?:=\S+)?)*`;

/** What installs or runs packages, and how its arguments are separated. */
const INSTALLERS: readonly string[] = [
  String.raw`(?:npm|pnpm|yarn|bun)${FLAGS}\s+(?:global\s+)?(?:install|i|add|dlx|create|init|exec|x|link)`,
  String.raw`(?:npx|bunx|pnpx|uvx|pipx\s+run|pipx\s+install|uv\s+tool\s+(?:install|run))`,
  String.raw`(?:pip[\d.]*|uv\s+pip|python[\d.]*\s+-m\s+pip|py\s+-m\s+pip)${FLAGS}\s+install`,
  String.raw`(?:uv|poetry|pdm|rye|hatch\s+dep|conda|mamba|pipenv|bundle|deno|jsr|dart\s+pub|flutter\s+pub)\s+(?:add|install)`,
  String.raw`cargo${FLAGS}\s+(?:add|install|binstall)`,
  String.raw`go\s+(?:get|install|run)`,
  String.raw`composer${FLAGS}\s+(?:global\s+)?require`,
  String.raw`(?:gem|brew|choco|scoop|winget|snap|vcpkg|conan|opam|cabal|stack|luarocks|cpanm?|asdf\s+plugin|gh\s+extension|code\s+--install-extension|krew|helm\s+plugin)\s+(?:install|add)`,
  String.raw`(?:apt|apt-get|aptitude|apk|dnf|yum|zypper|port)${FLAGS}\s+(?:install|add)`,
  String.raw`pacman\s+-S\w*`,
  String.raw`dotnet\s+(?:add(?:\s+\S+)?\s+package|tool\s+(?:install|update))`,
  String.raw`docker\s+(?:run|pull)`,
];

const INSTALL = new RegExp(
  String.raw`(?<![\w./-])(?:${INSTALLERS.join("|")})(?=[\s${"`"}])([^\n${"`"}|;&<>()"']{0,200})`,
  "gi",
);

/** Flags that have a value behind them. */
const VALUED: ReadonlySet<string> = new Set([
  "-r",
  "--requirement",
  "-c",
  "--constraint",
  "-e",
  "--editable",
  "--from",
  "-p",
  "--package",
  "--filter",
  "-F",
  "-w",
  "--workspace",
  "-C",
  "--prefix",
  "--group",
  "--extra",
  "--python",
  "--version",
  "--features",
  "-v",
  "--volume",
  "--name",
  "--env",
  "--network",
  "--git",
  "--path",
  "--branch",
  "--tag",
  "--target",
  "--channel",
  "--root",
  "--cwd",
  "--suffix",
  "--profile",
  "--locked-version",
]);

const PACKAGE = /^(?=\S*[A-Za-z])(?!@\d)@?[A-Za-z0-9][\w.@+:/-]*(?:\[[\w,-]+\])?(?:[=<>~!^]{1,3}[\w.*]+)?$/;

/** A word of the sentence behind a command that has no code span around it. */
const ENGLISH: ReadonlySet<string> = new Set([
  "a",
  "again",
  "all",
  "an",
  "and",
  "any",
  "are",
  "as",
  "at",
  "available",
  "be",
  "because",
  "been",
  "before",
  "behind",
  "both",
  "but",
  "by",
  "command",
  "commands",
  "dependencies",
  "dependency",
  "does",
  "each",
  "every",
  "fails",
  "first",
  "fix",
  "fixes",
  "for",
  "from",
  "give",
  "gives",
  "hook",
  "hooks",
  "if",
  "in",
  "instead",
  "into",
  "is",
  "it",
  "its",
  "itself",
  "latest",
  "locally",
  "make",
  "makes",
  "manually",
  "may",
  "must",
  "new",
  "not",
  "of",
  "on",
  "once",
  "or",
  "our",
  "package",
  "packages",
  "project",
  "respectively",
  "run",
  "runs",
  "script",
  "scripts",
  "should",
  "so",
  "step",
  "that",
  "the",
  "their",
  "them",
  "then",
  "there",
  "these",
  "things",
  "this",
  "those",
  "to",
  "tool",
  "twice",
  "under",
  "until",
  "using",
  "via",
  "was",
  "when",
  "where",
  "which",
  "while",
  "will",
  "with",
  "within",
  "without",
  "work",
  "works",
  "workspace",
  "write",
  "writes",
  "you",
  "your",
]);

/** The packages that a text installs or runs, by their names without versions. Local paths and options are none. */
export function installsIn(text: string): Install[] {
  return [...text.matchAll(INSTALL)].flatMap((match) => {
    const [found, rest = ""] = match;
    const start = match.index;
    const single =
      /^(?:npx|bunx|pnpx|uvx|pipx\s+run|uv\s+tool\s+run|go\s+run|docker)|\b(?:dlx|exec|x|create|init)\s*$/i.test(
        found.slice(0, found.length - rest.length),
      );
    const in_code = isInCode(text, start);
    const end = start + found.trimEnd().length;
    return packagesIn(rest, { single, in_code }).map((name) => ({ name, start, end }));
  });
}

function packagesIn(rest: string, { single, in_code }: { single: boolean; in_code: boolean }): string[] {
  const names: string[] = [];
  let is_value = false;
  for (const word of rest.trim().split(/\s+/)) {
    const flag = word.startsWith("-");
    const skip = is_value && !flag;
    is_value = VALUED.has(word);
    if (flag || skip || word === "") continue;
    const bare = word.replace(/[.,:!?)]+$/, "");
    if (!in_code && ENGLISH.has(bare.toLowerCase())) break;
    if (bare.includes("://")) names.push(bare.slice(Math.max(0, bare.search(/(?:https?|ssh):/))));
    else if (PACKAGE.test(bare) && !isLocal(bare)) names.push(packageName(bare));
    if (single || (!in_code && bare !== word)) break;
  }
  return names;
}

const isLocal = (word: string) =>
  /^\.{0,2}\/|^\.|^[A-Za-z]:\\|\.(?:txt|whl|tgz|toml|go|csproj|deb)$/.test(word);

/** Without its version: `@scope/name@1.2`, `name==1`, `name[extra]`, `image:tag`. */
export function packageName(written: string): string {
  const bare = written
    .toLowerCase()
    .replace(/\[.*$/, "")
    .replace(/[=<>~!^].*$/, "");
  const at = bare.lastIndexOf("@");
  const plain = at > 0 ? bare.slice(0, at) : bare;
  return plain.replace(/(?<=[\w/]):[\w.-]+$/, "").replace(/\/$/, "");
}

/** Whether an odd number of backticks stands before, on this line. */
function isInCode(text: string, at: number): boolean {
  const line = text.slice(text.lastIndexOf("\n", at) + 1, at);
  return (line.split("`").length - 1) % 2 === 1 || /^\s*(?:\$\s|>\s)?$/.test(line);
}
