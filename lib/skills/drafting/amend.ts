import picomatch from "picomatch";
import { jaccard } from "@/lib/text/similarity";
import { termsOf } from "@/lib/text/terms";
import type { SectionEdit } from "../skills/edits";
import type { Bullet, SkillDocument, SkillSection } from "../skills/markdown";
import { addedBullet, replacedBullet } from "./bullets";
import { caseWordsOf } from "./case-words";
import { causeText } from "./causes";
import { commonPattern, type DraftFinding, type RuleEvidence, shareNamed, typicalOf } from "./evidence";
import { caseOf, MAX_BULLET } from "./wording";

/** Exceptions: a bullet that has the same cause already is amended, and none is added beside it. */

const EXCEPTION =
  /\b(?:do not|don['’]t|never|no need to) (?:flag|report|raise|mention|comment)|\b(?:except|unless|exception)\b/i;

/** How alike (Jaccard of their words) a bullet and a cause must be to be about the same. */
const SAME_CAUSE = 0.35;

/** What part of the words that a cause says is in a bullet that has it. */
const SAID = 0.6;

function isAbout(bullet: Bullet, rule_category: string, cluster: readonly DraftFinding[]): boolean {
  if (!EXCEPTION.test(bullet.text)) return false;
  const words = termsOf(bullet.text);
  const typical = typicalOf(cluster);
  const { title, reason } = caseWordsOf(cluster);
  const causes = [`${typical.title} ${causeText(typical)}`, `${title} ${reason}`].map(termsOf);
  if (causes.some((cause) => jaccard(words, cause) >= SAME_CAUSE)) return true;
  const shared = [...termsOf(causeText(typical))];
  const said = shared.filter((word) => words.has(word)).length;
  return shared.length > 2 && said / shared.length >= SAID && shareNamed(rule_category, words) >= 0.5;
}

const globsIn = (text: string) =>
  [...text.matchAll(/`([^`\s]+)`/g)].flatMap(([, glob = ""]) => {
    if (/[/*]|\.[A-Za-z0-9]+$/.test(glob)) return [glob];
    return [];
  });

/** Whether a bullet holds for every path already; one that names no place holds everywhere. */
function covers(bullet: Bullet, paths: readonly string[]): boolean {
  const globs = globsIn(bullet.text);
  if (globs.length === 0) return true;
  const within = picomatch(globs, { dot: true });
  return paths.every((path) => within(path));
}

type Case = {
  document: SkillDocument;
  section: SkillSection;
  rule: Pick<RuleEvidence, "rule_category">;
  cluster: readonly DraftFinding[];
};

/** The edit that makes a cluster an exception of its rule; null when the section has it already. */
export function exceptionEdit({ document, section, rule, cluster }: Case): SectionEdit | null {
  const { rule_category } = rule;
  const paths = cluster.flatMap(({ file_path }) => file_path ?? []);
  const same = section.bullets.find((bullet) => isAbout(bullet, rule_category, cluster));
  if (!same) {
    const line = caseOf("Do not flag findings such as ", cluster);
    if (document.content.slice(section.start, section.end).includes(line)) return null;
    return addedBullet(document, section, [line]);
  }
  if (covers(same, paths)) return null;
  const outside = paths.filter((path) => !picomatch(globsIn(same.text), { dot: true })(path));
  const pattern = commonPattern(outside);
  if (pattern === null) return null;
  const text = same.text.trim();
  const end = /[.;,:]+$/.exec(text)?.[0] ?? "";
  const amended = `${text.slice(0, text.length - end.length)}; also in \`${pattern}\`${end}`;
  if (amended.length > MAX_BULLET * 2) return null;
  return replacedBullet(document, section, same, amended.split("\n"));
}
