import type { Followed, Judged as JudgedCitation, LineTable } from "@/lib/citations";
import type { Place } from "./citations-git";
import type { TrueStatus } from "./citations-tracker";
import type { TrueCitation } from "./citations-truth-file";

export type Mode = "commit at hand" | "commit gone";

export type Judged = {
  repository: string;
  aside: boolean;
  from: string;
  to: string;
  distance: number;
  mode: Mode;
  wanted: TrueCitation;
  status: Followed["status"] | "unreachable";
  path: string | null;
  line_start: number | null;
  line_end: number | null;
  confidence: number | null;
  facts: JudgedCitation["facts"];
  reason: string;
};

const holds = (status: string): boolean =>
  status === "unchanged" || status === "moved" || status === "renamed";

export const HUNDRED_PERCENT = 100;

export const isKept = (
  pair: readonly [string, LineTable | undefined],
): pair is readonly [string, LineTable] => pair[1] !== undefined;

export type Share = { hits: number; of: number };

export type Accuracy = {
  citations: number;
  detected: Share;
  detected_decoys: Share;
  false_positives: Share;
  whitespace_kept: Share;
  relocated: Share;
  relocated_duplicates: Share;
  right_verdict: Share;
};

export function accuracyOf(judged: readonly Judged[]): Accuracy {
  const valid = judged.filter(({ wanted }) => holds(wanted.truth.status));
  const invalid = judged.filter(({ wanted }) => !holds(wanted.truth.status));
  const share = (all: readonly Judged[], hit: (one: Judged) => boolean): Share => ({
    hits: all.filter(hit).length,
    of: all.length,
  });
  return {
    citations: judged.length,
    detected: share(invalid, isDetected),
    detected_decoys: share(
      invalid.filter(({ wanted }) => wanted.truth.decoy),
      isDetected,
    ),
    false_positives: share(valid, (one) => !holds(one.status)),
    whitespace_kept: share(
      valid.filter(({ wanted }) => wanted.truth.whitespace),
      (one) => holds(one.status),
    ),
    relocated: share(valid, isRelocated),
    relocated_duplicates: share(
      valid.filter(({ wanted }) => wanted.truth.duplicate),
      isRelocated,
    ),
    right_verdict: share(judged, isRight),
  };
}

const isDetected = ({ status }: Judged): boolean => status === "edited" || status === "missing";

export function isRelocated({ status, wanted, path, line_start, line_end }: Judged): boolean {
  const { place } = wanted.truth;
  if (!place || !holds(status)) return false;
  return place.path === path && place.line_start === line_start && place.line_end === line_end;
}

export function isRight(one: Judged): boolean {
  const { status } = one.wanted.truth;
  if (status === "invalid") return isDetected(one);
  return status === one.status;
}

/** One line for each wrong verdict or place: coordinates and what was said, none of the code. */
export function formatMisses(judged: readonly Judged[]): string {
  const rows = judged
    .filter((one) => !isRight(one) || (holds(one.wanted.truth.status) && !isRelocated(one)))
    .map((one) => {
      const { origin, truth } = one.wanted;
      const flags = `${truth.whitespace ? "w" : ""}${truth.decoy ? "d" : ""}${truth.duplicate ? "u" : ""}`;
      const at = (place: Place | null) =>
        place ? `${place.path}:${place.line_start}-${place.line_end}` : "";
      const { path, line_start, line_end } = one;
      const said =
        path !== null && line_start !== null && line_end !== null ? { path, line_start, line_end } : null;
      return [
        one.mode,
        one.repository,
        one.from,
        one.to,
        one.distance,
        truth.status,
        one.status,
        flags,
        at(origin),
        at(truth.place),
        at(said),
        one.confidence ?? "",
        one.reason,
      ].join("\t");
    });
  const head =
    "mode\trepository\tfrom\tto\tcommits\ttruth\tverdict\tflags\tcited\ttrue place\tsaid place\tconfidence\treason";
  return `${[head, ...rows].join("\n")}\n`;
}

/** How often each true status got each verdict. */
export function confusionOf(judged: readonly Judged[]): Map<TrueStatus, Map<string, number>> {
  const matrix = new Map<TrueStatus, Map<string, number>>();
  for (const { wanted, status } of judged) {
    const row = matrix.get(wanted.truth.status) ?? new Map<string, number>();
    matrix.set(wanted.truth.status, row.set(status, (row.get(status) ?? 0) + 1));
  }
  return matrix;
}

export const percent = ({ hits, of }: Share): string =>
  of === 0 ? "–" : `${((HUNDRED_PERCENT * hits) / of).toFixed(2)} %`;
