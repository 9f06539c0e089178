import { jaccard } from "@/lib/text/similarity";
import { termsOf } from "@/lib/text/terms";

/**
 * What an edit would have spared, had it been in force: computed by matching, before anybody decides. A finding of the
 * last 30 days counts when it is of the hunk's rule, lies where the hunk's evidence lies (their common folder and
 * extensions), and its title is like one of theirs. The evidence itself counts, so it is what the edit would have done to
 * the past, and an upper bound of what it will do. Implemented findings that match the same way are the price.
 */

/** Days that are looked back on. */
export const PREDICTION_DAYS = 30;
/** How alike (Jaccard of their words) two titles must be. */
const SAME_TITLE = 0.4;

export type PastFinding = {
  id: string;
  title: string;
  file_path: string | null;
  rule_category: string;
  disposition: string;
};

export type Prediction = {
  /** Rejected findings that would not have been flagged, of `rejected`. */
  spared: number;
  rejected: number;
  /** Implemented findings that would not have been flagged either, of `implemented`. */
  touched: number;
  implemented: number;
  hunks: { spared: number; touched: number }[];
};

type Evidence = { id: string; title: string; file_path: string | null };
/** `whole`: it is about every finding of its rule, wherever and whatever it is titled. */
type PredictedHunk = { rule_category: string; findings: readonly Evidence[]; whole?: boolean };

/** Predicts each hunk, and all of them together: a finding that two hunks spare is spared once. */
export function predict(hunks: readonly PredictedHunk[], past: readonly PastFinding[]): Prediction {
  const terms = new Map(past.map((finding) => [finding.id, termsOf(finding.title)]));
  const matched = hunks.map((hunk) => {
    const matches = matcherOf(hunk);
    return past.filter((finding) => matches(finding, terms.get(finding.id) ?? new Set()));
  });
  const all = [...new Set(matched.flat())];
  const rejected = (list: readonly PastFinding[]) =>
    list.filter(({ disposition }) => disposition === "reject").length;
  const implemented = (list: readonly PastFinding[]) =>
    list.filter(({ disposition }) => disposition === "implement").length;
  return {
    spared: rejected(all),
    rejected: rejected(past),
    touched: implemented(all),
    implemented: implemented(past),
    hunks: matched.map((list) => ({ spared: rejected(list), touched: implemented(list) })),
  };
}

function matcherOf({ rule_category, findings, whole = false }: PredictedHunk) {
  const ids = new Set(findings.map(({ id }) => id));
  const titles = [...new Set(findings.map(({ title }) => title))].map(termsOf);
  const paths = findings.flatMap(({ file_path }) => file_path ?? []);
  const within = placeOf(paths);
  return (finding: PastFinding, terms: ReadonlySet<string>): boolean =>
    ids.has(finding.id) ||
    (finding.rule_category === rule_category &&
      (whole ||
        ((finding.file_path === null ? paths.length === 0 : within(finding.file_path)) &&
          titles.some((title) => jaccard(title, terms) >= SAME_TITLE))));
}

const folderOf = (path: string) => path.split("/").slice(0, -1);
const extensionOf = (path: string) => /\.[A-Za-z0-9]+$/.exec(path)?.[0] ?? "";

/** Below the folder that all paths share, and of one of their extensions. Without paths everything is. */
function placeOf(paths: readonly string[]): (path: string) => boolean {
  const [head, ...others] = paths.map(folderOf);
  if (!head) return () => true;
  const parting = head.findIndex((name, at) => others.some((folder) => folder[at] !== name));
  const shared = parting < 0 ? head : head.slice(0, parting);
  const extensions = new Set(paths.map(extensionOf));
  return (path) =>
    extensions.has(extensionOf(path)) && shared.every((name, at) => folderOf(path)[at] === name);
}
