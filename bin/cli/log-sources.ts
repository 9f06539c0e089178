import { readdir, realpath, stat } from "node:fs/promises";
import path from "node:path";
import { CliError } from "./exit";
import type { Io } from "./io";
import type { LineFormat } from "./transcripts";

/** A folder with logs: of lines that are appended, or of texts in markdown. */
export type LogSource = { format: LineFormat; source: string; folder: string };

export type SourceOptions = {
  claudeCode?: string | true;
  codex?: string | true;
  folder?: string;
  repository?: string[];
};

const USUAL = { claude_code: ".claude/projects", codex: ".codex/sessions" };

/** @throws CliError usage, when none is named, or transcripts without the folders whose runs may be sent. */
export function sourcesOf(io: Io, { claudeCode, codex, folder, repository }: SourceOptions): LogSource[] {
  const sources: LogSource[] = [];
  const add = (format: "claude_code" | "codex", named: string | true | undefined) => {
    if (named === undefined) return;
    const where = named === true ? path.join(io.home, USUAL[format]) : path.resolve(io.cwd, named);
    sources.push({ format, source: format, folder: where });
  };
  add("claude_code", claudeCode);
  add("codex", codex);
  if (sources.length > 0 && (repository ?? []).length === 0)
    throw new CliError(
      "usage",
      "Name with --repository the folders whose transcripts may be sent; no others are.",
    );
  if (folder !== undefined)
    sources.push({ format: "messages", source: "watched_folder", folder: path.resolve(io.cwd, folder) });
  return sources;
}

/** The files with one of these endings in a folder and below it, sorted. @throws CliError no, when it cannot be read. */
export async function filesIn(folder: string, endings: readonly string[]): Promise<string[]> {
  if (!(await stat(folder).catch(() => null))?.isDirectory())
    throw new CliError("no", `${folder} is no folder that can be read.`);
  const names = await readdir(folder, { recursive: true });
  return names
    .filter((name) => endings.includes(path.extname(name)))
    .sort()
    .map((name) => path.join(folder, name));
}

/** What says whether a run works in one of the folders that were allowed, or below one; links to those are followed. */
export async function allowedFolders(io: Io, folders: readonly string[]) {
  const roots = await Promise.all(
    folders.map(async (folder) => {
      const root = path.resolve(io.cwd, folder);
      return [root, await realpath(root).catch(() => root)];
    }),
  );
  const allowed = [...new Set(roots.flat())];
  return (folder: string | null) => folder !== null && allowed.some((root) => isWithin(folder, root));
}

function isWithin(folder: string, root: string): boolean {
  const relative = path.relative(root, path.normalize(folder));
  return relative === "" || !(relative.startsWith("..") || path.isAbsolute(relative));
}
