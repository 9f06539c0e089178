/** A string literal: its prefix, its quote and what stands between. */
const LITERAL = /^([a-zA-Z]*)("""|'''|"|')([\s\S]*)\2$/;

/**
 * What a string literal counts by: what stands between its quotes, where these are equal in its language.
 * @param key whether it names a property, where quotes around a name may be left out.
 * @param documentation whether it stands alone, as a documentation string: layout moves its lines along.
 */
export function literalValue(
  text: string,
  { grammar, key, documentation }: { grammar: string; key: boolean; documentation: boolean },
): string {
  const [, prefix = "", quote = "", content = ""] = LITERAL.exec(text) ?? [];
  if (quote === "") return `literal ${text}`;
  const kind = prefix.toLowerCase().replace("u", "");
  const python = grammar === "python";
  const raw = kind.includes("r");
  const plain = raw ? content : content.replace(/\\(["'])/g, "$1");
  if (key && !python && /^[A-Za-z_$][\w$]*$/.test(content)) return content;
  if (documentation && python) return `text ${kind} ${alignedText(plain)}`;
  return `text ${kind} ${plain}`;
}

/** A documentation string without the indentation that all of its lines but the first have. */
function alignedText(text: string): string {
  const [first = "", ...rest] = text.replace(/\t/g, "        ").split("\n");
  const depths = rest
    .filter((line) => line.trim() !== "")
    .map((line) => line.length - line.trimStart().length);
  const depth = Math.min(...depths, 1000);
  return [first.trimStart(), ...rest.map((line) => line.slice(depth))]
    .map((line) => line.trimEnd())
    .join("\n")
    .trim();
}

/** The words of a comment, without its marks. */
export function textOfComment(text: string): string {
  return text
    .replace(/^<!--|-->$|^\/\*+|\*+\/$/g, " ")
    .split("\n")
    .map((line) =>
      line
        .trim()
        .replace(/^(?:\/\/[/!]?|#+!?|\*+(?!\/))/, "")
        .trim(),
    )
    .filter((line) => line !== "")
    .join(" ")
    .replace(/\s+/g, " ");
}

/** Text between the tags of JSX as it is shown; null for nothing but line breaks. */
export function textOfMarkup(text: string): string | null {
  if (text.trim() === "") return text.includes("\n") ? null : "markup  ";
  const lines = text.split("\n");
  const shown = lines
    .map((line, row) => {
      const from = row === 0 ? line : line.trimStart();
      if (row === lines.length - 1) return from;
      return from.trimEnd();
    })
    .filter((line) => line !== "");
  return `markup ${shown.join(" ").replace(/[ \t]+/g, " ")}`;
}
