const LOCKS: ReadonlySet<string> = new Set([
  "package-lock.json",
  "npm-shrinkwrap.json",
  "yarn.lock",
  "pnpm-lock.yaml",
  "bun.lock",
  "poetry.lock",
  "uv.lock",
  "pdm.lock",
  "pipfile.lock",
  "cargo.lock",
  "go.sum",
  "gemfile.lock",
  "composer.lock",
  "packages.lock.json",
  "mix.lock",
  "pubspec.lock",
  "deno.lock",
  "podfile.lock",
  "flake.lock",
]);

/** Whole names of files, in lower case. */
const namedLike = (patterns: readonly string[]) => new RegExp(`^(?:${patterns.join("|")})$`);

const MANIFESTS = namedLike([
  String.raw`package\.json`,
  String.raw`pyproject\.toml`,
  String.raw`setup\.(?:py|cfg)`,
  String.raw`[\w.-]*requirements[\w.-]*\.(?:txt|in)`,
  String.raw`pipfile`,
  String.raw`environment\.ya?ml`,
  String.raw`cargo\.toml`,
  String.raw`go\.(?:mod|work)`,
  String.raw`gemfile`,
  String.raw`[\w.-]+\.gemspec`,
  String.raw`composer\.json`,
  String.raw`pom\.xml`,
  String.raw`build\.gradle(?:\.kts)?`,
  String.raw`settings\.gradle(?:\.kts)?`,
  String.raw`libs\.versions\.toml`,
  String.raw`[\w.-]+\.(?:cs|fs|vb)proj`,
  String.raw`directory\.(?:packages|build)\.props`,
  String.raw`dotnet-tools\.json`,
  String.raw`mix\.exs`,
  String.raw`pubspec\.yaml`,
  String.raw`deno\.jsonc?`,
  String.raw`cmakelists\.txt`,
  String.raw`vcpkg\.json`,
  String.raw`conanfile\.(?:txt|py)`,
  String.raw`package\.swift`,
  String.raw`podfile`,
  String.raw`shard\.yml`,
  String.raw`stack\.yaml`,
  String.raw`[\w.-]+\.cabal`,
  String.raw`dune-project`,
  String.raw`rebar\.config`,
  String.raw`build\.zig\.zon`,
  String.raw`pnpm-workspace\.yaml`,
  String.raw`brewfile`,
]);

const BUILD = namedLike([
  String.raw`(?:gnu)?makefile`,
  String.raw`[\w.-]+\.mk`,
  String.raw`\.?justfile`,
  String.raw`taskfile\.ya?ml`,
  String.raw`rakefile`,
  String.raw`tox\.ini`,
  String.raw`noxfile\.py`,
  String.raw`dockerfile[\w.-]*`,
  String.raw`[\w.-]*compose[\w.-]*\.ya?ml`,
  String.raw`\.pre-commit-config\.yaml`,
  String.raw`lefthook\.ya?ml`,
  String.raw`\.?mise\.toml`,
  String.raw`\.tool-versions`,
  String.raw`flake\.nix`,
  String.raw`shell\.nix`,
  String.raw`justfile`,
  String.raw`turbo\.json`,
  String.raw`nx\.json`,
  String.raw`lerna\.json`,
  String.raw`biome\.jsonc?`,
  String.raw`\.gitlab-ci\.yml`,
  String.raw`\.gitmodules`,
  String.raw`\.npmrc`,
  String.raw`meson\.build`,
  String.raw`wrangler\.(?:toml|jsonc?)`,
  String.raw`setup\.sh`,
  String.raw`bootstrap\.sh`,
]);

const DOCUMENTS =
  /^(?:readme|contributing|agents|claude|development|developing|hacking|install|building|copilot-instructions)[\w.-]*\.(?:md|rst|txt|mdx)$|^(?:readme|contributing|install|hacking)$/;

const CHECKS = /^\.(?:github|gitea|forgejo)\/(?:workflows|actions)\/.*\.ya?ml$|^\.circleci\/.*\.ya?ml$/;

export type FactFile = "lock" | "manifest" | "build" | "document";

/** The base name of a path, in lower case. */
export const nameOf = (path: string) => path.slice(path.lastIndexOf("/") + 1).toLowerCase();

/** What is read of a file, by its path; null for one that is not read. */
export function factFileOf(path: string): FactFile | null {
  if (/(?:^|\/)(?:node_modules|vendor|third_party|fixtures?|testdata)\//.test(path)) return null;
  const name = nameOf(path);
  if (LOCKS.has(name)) return "lock";
  if (MANIFESTS.test(name)) return "manifest";
  if (BUILD.test(name) || CHECKS.test(path)) return "build";
  if (DOCUMENTS.test(name)) return "document";
  return null;
}
