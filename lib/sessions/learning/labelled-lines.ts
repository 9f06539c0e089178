import { INNER_LABEL, LABELS } from "./forms";
import { flatten, type Line, type Section } from "./outline";
import { tidy } from "./repeats";

type Labelled = Partial<Record<"what" | "why" | "trade_offs" | "instead" | "fix" | "plain", string>>;

/** What the lines say by their labels, the first of each; `plain` is what the first of them says without a label. */
export function labelled(lines: readonly Pick<Line, "text">[]): Labelled {
  const parts: Labelled = {};
  for (const { text } of lines.flatMap((line) => line.text.split(INNER_LABEL)).map(asLine)) {
    const name = (["what", "why", "trade_offs", "instead", "fix"] as const).find((it) =>
      LABELS[it].test(text),
    );
    if (name) parts[name] ??= text.replace(LABELS[name], "");
    else parts.plain ??= text;
  }
  return parts;
}

export const asLine = (text: string) => ({ text });

/** The lines of a section between this one and the next that is labelled as a decision. */
export function after(section: Section, line: Line): Line[] {
  const lines = [...flatten(section.lines)];
  const rest = lines.slice(lines.indexOf(line) + 1);
  const end = rest.findIndex(({ text }) => LABELS.decision.test(text));
  if (end < 0) return rest;
  return rest.slice(0, end);
}

/** A title and what is said under it as one statement; the title alone when the rest repeats it. */
export function join(title: string, rest: string | undefined): string {
  const [a, b] = [tidy(title), tidy(rest ?? "")];
  if (a === "" || b.toLowerCase().startsWith(a.toLowerCase())) return b === "" ? a : b;
  if (b === "") return a;
  if (/[.!?:]$/.test(a)) return `${a} ${b}`;
  return `${a}: ${b}`;
}
