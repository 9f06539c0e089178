import { MAX_GLOBS } from "@/lib/kernel/glob-schema";
import { globProblem, hasWildcard, normalizeGlob } from "@/lib/kernel/globs";
import type { AppliesTo, AppliesToInput } from "../contract";
import type { MemoryKind } from "../kinds";
import { changesNamedIn, isManifest } from "./changes";

type Source = {
  kind: MemoryKind;
  statement: string;
  reasoning: string | null;
  metadata: Record<string, unknown>;
  /** Files that it cites, from the repository's root. */
  paths: readonly string[];
};

const MIN_FOLDER_DEPTH = 3;
const MAX_TEXT_LENGTH = 12_000;

/** What a memory applies to: as it was stated, else inferred. */
export function decideAppliesTo({
  stated,
  ...source
}: Source & { stated: AppliesToInput | null }): AppliesTo {
  if (stated) return { ...stated, origin: "stated" };
  return inferTriggers(source);
}

/**
 * What a memory applies to, by its own words: the files it cites, files and folders that its text names, and kinds of
 * change that it says it is for. A past rejection is for reviewers.
 */
export function inferTriggers(source: Source): AppliesTo {
  const { kind, statement, metadata, paths } = source;
  const rejected = kind === "rejection_pattern" ? filesOfRejection(metadata) : [];
  const known = [...rejected, ...paths];
  const globs = [...known, ...pathsNamedIn(statement, known)];
  return {
    globs: [...new Set(globs)].filter(isSelective).slice(0, MAX_GLOBS),
    changes: changesNamedIn(statement),
    roles: kind === "rejection_pattern" ? ["reviewer"] : [],
    origin: "inferred",
  };
}

/** Manifests change for so many reasons that naming one says little; "dependency" says it better. */
function isSelective(glob: string): boolean {
  return globProblem(glob) === null && !isManifest(glob);
}

/** The file of a rejected finding, and its pattern unless that is an extension, which most changes would match. */
function filesOfRejection({ file_path, file_pattern }: Record<string, unknown>): string[] {
  const path = typeof file_path === "string" ? [normalizeGlob(file_path)] : [];
  if (typeof file_pattern !== "string") return path;
  const pattern = normalizeGlob(file_pattern);
  const names = pattern.split("/").filter((segment) => !hasWildcard(segment));
  if (names.length > 0) return [...path, pattern];
  return path;
}

const EXTENSIONS =
  "astro|avsc|bash|c|cc|cfg|cjs|conf|cpp|cs|csproj|css|cts|env|ex|exs|gql|go|gradle|graphql|h|hpp|html|ini|java|js|json|jsx|kt|kts|less|lock|lua|md|mdx|mjs|mts|php|pl|po|prisma|properties|proto|ps1|py|pyi|rb|rs|rst|sass|scala|scss|sh|snap|sql|svelte|svg|swift|tf|toml|ts|tsx|txt|vue|xml|yaml|yml|zig";
const SEGMENT = String.raw`[\w@$*+.\-[\](){},]+`;
const NAMED_PATH = new RegExp(
  String.raw`(?<![\w/:.@-])(?:\.?/)?${SEGMENT}(?:/${SEGMENT})+/?|(?<![\w/:.@-])[\w*.@\-]*\.(?:${EXTENSIONS})(?![\w/-])`,
  "g",
);

/** Globs of the files and folders that a text names. Text names them as people do, from any folder downwards. */
function pathsNamedIn(text: string, citedPaths: readonly string[]): string[] {
  const found = text.slice(0, MAX_TEXT_LENGTH).match(NAMED_PATH) ?? [];
  return found.flatMap((written) => {
    const path = normalizeGlob(withoutPunctuation(written));
    if (!isPathLike(path)) return [];
    if (citedPaths.some((cited) => cited === path || cited.endsWith(`/${path}`))) return [];
    const anywhere = path.startsWith("**/") ? path : `**/${path}`;
    if (hasExtension(path)) return [anywhere];
    if (isNarrowFolder(path)) return [anywhere.endsWith("/**") ? anywhere : `${anywhere}/**`];
    return [];
  });
}

function withoutPunctuation(written: string): string {
  const trimmed = written.replace(/[.,]+$/, "").replace(/^[({[]+(?=[^)}\]]*$)/, "");
  if (trimmed.includes("(")) return trimmed;
  return trimmed.replace(/\)+$/, "");
}

function isPathLike(path: string): boolean {
  const segments = path.split("/");
  return segments.every((segment) => segment !== "") && segments.some((segment) => /[a-z]{2}/i.test(segment));
}

function hasExtension(path: string): boolean {
  return /\.[\w{},]+$/.test(path.slice(path.lastIndexOf("/") + 1));
}

/** A folder near the root, such as `apps/web`, holds too much of a repository to say when a rule applies. */
function isNarrowFolder(path: string): boolean {
  const named = path.split("/").filter((segment) => !hasWildcard(segment));
  return named.length >= MIN_FOLDER_DEPTH;
}
