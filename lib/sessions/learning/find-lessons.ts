import { flatten, type Section } from "@/lib/text/outline";
import { isTitled } from "./forms";
import { type Add, BY_PLACE, MIN_PLACED } from "./learned-statement";
import { REASONED, SPECIFIC, sentencesOf } from "./sentences";

/** What sentences say: lessons in paragraphs, and prohibitions of those who may. */

/** Agents whose "never …" is a rule and no remark. */
const RULE_AUTHORS: ReadonlySet<string> = new Set([
  "architect",
  "security",
  "reviewer",
  "database",
  "api-designer",
  "optimizer",
  "fix-agent",
  "ci-diagnostic",
]);

/** Headings under which people write sentences and no lists. */
const IN_PROSE =
  /learn(?:ed|t)|lesson|notes? for|for (?:the )?future|worked|prevent|gelernt|lehren|zukunft|vorbeugung|appris|leçon|avenir|prévention|aprend|leccion|futuro|lições|prevenção|学|教訓|教训|经验|再発防止|预防/i;

/** Paragraphs under "What I learned", "Notes for the future", "Prevention": each sentence that names something. */
export function lessons(section: Section, add: Add): void {
  if (!isTitled(section.title, "recommendation") || !IN_PROSE.test(section.title)) return;
  for (const { text, item } of section.lines)
    if (item === null && text.length >= MIN_PLACED && (SPECIFIC.test(text) || REASONED.test(text)))
      add("recommendation", { statement: text }, BY_PLACE);
}

const FORBIDDEN =
  /^(?:so\s+|therefore,?\s+)?(?:never|do not|don['’]t)\s+(?!worry|hesitate|know|think|have|forget|see|mind|believe|want|need)\w+/i;

/** "Never …" and "Do not …" as sentences, by authors who make rules. */
export function prohibitions(section: Section, agent_type: string, add: Add): void {
  if (!RULE_AUTHORS.has(agent_type)) return;
  for (const { text } of flatten(section.lines))
    for (const sentence of sentencesOf(text))
      if (FORBIDDEN.test(sentence) && sentence.length >= MIN_PLACED && SPECIFIC.test(sentence))
        add("warning", { statement: sentence }, BY_PLACE);
}
