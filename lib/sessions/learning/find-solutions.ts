import { allLines, flatten, type Section } from "@/lib/text/outline";
import { INNER_LABEL, isTitled, LABELS } from "./forms";
import { asLine, labelled } from "./labelled-lines";
import { type Add, BY_PLACE } from "./learned-statement";
import { tidy } from "./repeats";
import { BUILT, NAMED_PART, REASONED, SPECIFIC } from "./sentences";

/** How something was built: a labelled line, or the first paragraph of a section of that name. */
export function approaches(section: Section, above: readonly Section[], add: Add): void {
  // A solution beside an error is the error's.
  const mends = [section, ...above].some(({ title }) => LABELS.error.test(title) || isTitled(title, "error"));
  const lines = [...flatten(section.lines)];
  if (mends || lines.some(({ text }) => LABELS.error.test(text))) return;
  const [first] = section.lines;
  if (isTitled(section.title, "approach") && first && !LABELS.approach.test(first.text)) {
    const items = section.lines.filter(({ item }) => item !== null);
    const described =
      items.length > 0 ? items : [first].filter(({ text }) => SPECIFIC.test(text) || REASONED.test(text));
    for (const line of described)
      add("approach", { statement: line.text, reasoning: labelled([...flatten(line.below)]).why });
  }
  if (BUILT.test(section.title))
    for (const { text, item } of section.lines)
      if (item?.depth === 0 && NAMED_PART.test(text) && SPECIFIC.test(text))
        add("approach", { statement: text }, BY_PLACE);
  for (const line of lines) {
    const [head = "", ...rest] = line.text.split(INNER_LABEL);
    if (!LABELS.approach.test(head)) continue;
    const parts = labelled([...rest.map(asLine), ...flatten(line.below)]);
    add("approach", { statement: head.replace(LABELS.approach, ""), reasoning: parts.why });
  }
}

/** An error with its fix: labels on one line, on neighbouring lines, in one item, or a section with both. */
export function errors(section: Section, add: Add): void {
  const titled = LABELS.error.test(section.title) ? section.title.replace(LABELS.error, "") : undefined;
  const lines = [...flatten(section.lines)].flatMap(({ text }) => text.split(INNER_LABEL));
  let error = titled;
  let why: string | undefined;
  for (const line of lines) {
    if (LABELS.error.test(line)) {
      error = line.replace(LABELS.error, "");
      why = undefined;
    } else if (LABELS.why.test(line)) why = line.replace(LABELS.why, "");
    else if (LABELS.fix.test(line) && error) {
      const solution = line.replace(LABELS.fix, "");
      pair(error, solution, why, add);
      error = undefined;
    }
  }
  // "### Error: …" whose fix is a section below it.
  for (const inner of section.sections) {
    const fix = isTitled(inner.title, "fix") ? [...allLines(inner)][0]?.text : undefined;
    const [said] = section.lines;
    const described = titled ?? error ?? (isTitled(section.title, "error") ? said?.text : undefined);
    if (fix && described) pair(described, fix, why, add);
  }
}

/** "### Text has no paragraphs" with its cause, and what helps: the line after it, else the cause itself. */
export function causes(section: Section, add: Add): void {
  const lines = [...flatten(section.lines)].map(({ text }) => text);
  const at = lines.findIndex((line) => LABELS.cause.test(line));
  const has_own_words = lines.some(
    (line, other) => other !== at && (LABELS.error.test(line) || LABELS.fix.test(line)),
  );
  const is_mended = section.sections.some(({ title }) => isTitled(title, "fix"));
  if (at < 0 || has_own_words || is_mended || section.level === 0) return;
  const cause = (lines[at] ?? "").replace(LABELS.cause, "");
  pair(section.title.replace(LABELS.error, ""), lines[at + 1] ?? cause, cause, add);
}

/** "Path traversal: `join` allows `..`. Fixed with `resolve` and a check." in one item. */
const MENDED =
  /^(.{20,}?)[.;:,—–-]+\s+(?:(?:now|it was|was|were|this is|is)\s+)?(?:fixed|resolved|solved|mitigated|corrected)\s+(?:with|by|via|through|using)\s+(\S.{8,})$/i;

/** An error and its fix in one item. */
export function mended(section: Section, add: Add): void {
  for (const { text, item } of flatten(section.lines)) {
    if (item === null || text.length > MAX_MENDED || !SPECIFIC.test(text)) continue;
    const [, error, solution] = MENDED.exec(text) ?? [];
    if (error && solution) pair(error.replace(TICKET, ""), solution, undefined, add);
  }
}

const MAX_MENDED = 600;

/** "#354 (HIGH):" before what was wrong. */
const TICKET = /^#\d+\s*(?:\([\w ]+\))?\s*[:–—-]*\s*/;

function pair(error: string, solution: string, reasoning: string | undefined, add: Add): void {
  if (tidy(error).length < 8 || tidy(solution).length < 8) return;
  add("error_solution", { statement: `${tidy(error)} → ${tidy(solution)}`, error, solution, reasoning });
}
