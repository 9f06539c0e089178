import picomatch from "picomatch";
import { jaccard, shareIn } from "@/lib/text/similarity";
import { termsOf } from "@/lib/text/terms";

/**
 * Whether a line of a skill that leaves something out would have applied to a finding: by the rule and the paths that it
 * names, and by the words that it shares with the finding. Pure, and quick enough to follow somebody's typing.
 */

export type TriedFinding = {
  title: string;
  original_issue?: string | null;
  file_path: string | null;
  rule_category: string;
};

const EXCEPTION =
  /\b(?:do not|don['’]t|never|no need to|need not|stop) (?:flag|report|raise|mention|comment|ask|point)\w*|\b(?:leave|leaves) .{1,80} alone\b|\b(?:except|unless|ignore|skip|exempt|allowed|are fine|is fine)\b/i;

/** Words with which exceptions are written, and that say nothing about what they are about. */
const FORM = termsOf(
  "flag report raise mention comment ask point such example exception except unless ignore skip leave alone fine allowed " +
    "false positive finding findings code case cases when where rule in minor remark only line nobody act",
);

/** How alike (Jaccard of their words) a title and a quoted example must be; as predictions have it. */
const SAME_TITLE = 0.4;

/** How much of a line's words a finding must have, and of its title's words the line, at the mean: docs/measurements.md. */
const SHARED_WORDS = 0.24;

/** Whether a line of a skill leaves something out. */
export const isException = (line: string): boolean => EXCEPTION.test(line);

const QUOTED = /[“"]([^”"]{3,200})[”"]/g;
const CODE = /`([^`\s]+)`/g;

type Condition = {
  within: ((path: string) => boolean) | null;
  examples: ReadonlySet<string>[];
  words: ReadonlySet<string>;
};

const isGlob = (text: string) => /[/*]/.test(text) && !/[()]/.test(text);

function conditionOf(line: string): Condition {
  const globs = [...line.matchAll(CODE)].flatMap(([, text = ""]) => (isGlob(text) ? [text] : []));
  const examples = [...line.matchAll(QUOTED)].map(([, text = ""]) => termsOf(text));
  const words = new Set([...termsOf(line)].filter((word) => !FORM.has(word)));
  return {
    within: globs.length === 0 ? null : picomatch(globs.map(wholeFolder), { dot: true }),
    examples,
    words,
  };
}

const wholeFolder = (glob: string) => {
  if (glob.endsWith("/")) return `${glob}**`;
  return glob;
};

/** A test of findings against one line. */
export function matcherOfLine(line: string): (finding: TriedFinding) => boolean {
  const { within, examples, words } = conditionOf(line);
  return ({ title, original_issue = null, file_path, rule_category }) => {
    if (within !== null && (file_path === null || !within(file_path))) return false;
    const named = termsOf(title);
    if (examples.some((example) => jaccard(example, named) >= SAME_TITLE)) return true;
    const rule = rule_category.replaceAll("_", " ");
    const described = termsOf(`${title} ${original_issue ?? ""} ${rule} ${file_path ?? ""}`);
    return (shareIn(words, described) + shareIn(named, words)) / 2 >= SHARED_WORDS;
  };
}

/** The lines that a text has and another has not, and that leave something out. */
export function newExceptions(text: string, before: string): string[] {
  const known = new Set(before.split(/\r\n|\r|\n/).map((line) => line.trim()));
  return text
    .split(/\r\n|\r|\n/)
    .map((line) => line.trim())
    .filter((line) => line !== "" && !known.has(line) && !line.startsWith("#") && isException(line));
}
