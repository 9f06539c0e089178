import type { CheckResult } from "@/lib/citations";
import type { Citation } from "@/lib/citations/contract";
import type { FileMemory } from "./contract";

type Placed = Pick<
  FileMemory,
  "located" | "status" | "facts" | "reason" | "path" | "line_start" | "line_end"
>;

/** Where a citation stands by a check at a commit; as its last check left it where this one could not read it. */
export function placed(citation: Citation, found: CheckResult | undefined): Placed {
  if (found === undefined || found.status === "unreachable") {
    const { status, facts, reason, path, line_start, line_end } = citation;
    const lines = status === "missing" ? NOWHERE : { path, line_start, line_end };
    return { located: "recorded", status, facts, reason: found?.reason ?? reason, ...lines };
  }
  const { status, facts, reason, path, line_start, line_end } = found;
  return { located: "followed", status, facts: [...facts], reason, path, line_start, line_end };
}

const NOWHERE = { path: null, line_start: null, line_end: null };

/** What stands on lines of a file by line, then what stands elsewhere or is gone. */
export const byLine =
  (path: string) =>
  (a: FileMemory, b: FileMemory): number =>
    lineIn(path, a) - lineIn(path, b) || Number(a.citation.id > b.citation.id) - 0.5;

function lineIn(path: string, { path: found, line_start }: FileMemory): number {
  if (found !== path) return Number.MAX_SAFE_INTEGER;
  return line_start ?? Number.MAX_SAFE_INTEGER;
}
