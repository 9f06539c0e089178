import { termsOf } from "@/lib/text/terms";
import type { SkillDocument, SkillSection } from "../skills/markdown";
import { type DraftFinding, shareNamed } from "./evidence";

const EXCEPTIONS =
  /\b(?:exceptions?|false positives?|do not flag|don['’]t flag|not? to flag|leave alone|out of scope)\b/i;

export type ChosenSection = {
  section: SkillSection;
  because: string;
  /** Whether the skill speaks of the rule itself, and the section was not merely the most fitting one. */
  named: boolean;
};

/**
 * The section that exceptions of a rule belong to, and why: one that is titled like the rule, else one whose text names
 * it, else one for exceptions, else the one with the most words of the findings, else the one with the most rules. Null
 * when the skill has no section that can be edited.
 */
export function chooseSection(
  document: SkillDocument,
  rule_category: string,
  findings: readonly DraftFinding[],
): ChosenSection | null {
  const sections = document.sections.filter(({ editable }) => editable);
  const evidence = new Set(
    findings.flatMap((finding) => [...termsOf(`${finding.title} ${finding.reason ?? ""}`)]),
  );
  const linesOf = (section: SkillSection) =>
    document.content.slice(section.start, section.end).split("\n").slice(1);
  const share = (terms: ReadonlySet<string>) => shareNamed(rule_category, terms);
  const attempts: { because: string; score: (section: SkillSection) => number }[] = [
    {
      because: "its title names the rule",
      score: ({ title }) => {
        if (share(termsOf(title)) >= 0.5) return share(termsOf(title));
        return 0;
      },
    },
    {
      because: "its text names the rule",
      score: (section) => linesOf(section).filter((line) => share(termsOf(line)) === 1).length,
    },
    {
      because: "it holds exceptions",
      score: ({ title }) => {
        if (EXCEPTIONS.test(title)) return 1;
        return 0;
      },
    },
    {
      because: "it has the most words in common with the findings",
      score: (section) => {
        const words = termsOf(document.content.slice(section.start, section.end));
        return [...evidence].filter((term) => words.has(term)).length;
      },
    },
    {
      because: "it holds the most rules",
      score: (section) => 1 + linesOf(section).filter((line) => /^\s*[-*+] /.test(line)).length,
    },
  ];
  for (const [at, { because, score }] of attempts.entries()) {
    const best = sections.reduce<{ section: SkillSection; points: number } | null>((found, section) => {
      const points = score(section);
      if (points > (found?.points ?? 0)) return { section, points };
      return found;
    }, null);
    if (best) return { section: best.section, because, named: at < 2 };
  }
  return null;
}
