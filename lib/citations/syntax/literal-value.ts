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
  const kind = kindOf(prefix, content);
  const python = grammar === "python";
  const raw = kind.includes("r");
  const plain = raw ? content : content.replace(/\\(["'])/g, "$1");
  if (key && !python && /^[A-Za-z_$][\w$]*$/.test(content)) return content;
  if (documentation && python) return `text ${kind} ${proseOf(plain)}`;
  return `text ${kind} ${plain}`;
}

/** The parts of texts that follow one another without an operator, by what they are together. */
export function joinedLiterals(parts: readonly string[]): string {
  const found = parts.map((part) => LITERAL.exec(part));
  const kinds = found.map((part) => kindOf(part?.[1] ?? "?", part?.[3] ?? ""));
  const formatted = kinds.includes("f");
  const raw = kinds.some((kind) => kind !== "" && kind !== "f");
  if (raw || found.includes(null)) return `literals ${parts.join(" ")}`;
  const text = found.map((part, row) => {
    const plain = (part?.[3] ?? "").replace(/\\(["'])/g, "$1");
    if (formatted && kinds[row] === "") return plain.replace(/[{}]/g, "$&$&");
    return plain;
  });
  return `text ${formatted ? "f" : ""} ${text.join("")}`;
}

const PIECE = /"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|[\p{L}\p{N}_$.]+|[^\s\p{L}\p{N}_$]/gu;

/** The text of a macro by its tokens: how its lines are continued and aligned means nothing. */
export function textOfMacro(text: string): string {
  return (text.replace(/\\\r?\n/g, " ").match(PIECE) ?? []).join(" ");
}

/** What a prefix makes of a text; one that has nothing to insert is plain. */
function kindOf(prefix: string, content: string): string {
  const kind = prefix.toLowerCase().replace("u", "");
  if (kind === "f" && !/[{}]/.test(content)) return "";
  return kind;
}

/** A documentation string by its paragraphs: lines of prose may be broken elsewhere. */
function proseOf(text: string): string {
  const paragraphs = alignedText(text).split(/\n\s*\n/);
  return paragraphs.map((lines) => (isProse(lines) ? lines.replace(/\s+/g, " ") : lines)).join("\n\n");
}

const LISTED = /^\s*(?:[-*+|>#.:@]|\d+[.)]|```|~~~)|:\s*$|::/m;

/** Whether the lines of a paragraph all begin alike, and none as those of a list, a table or code. */
function isProse(lines: string): boolean {
  return !/\n\s/.test(lines) && !/^\s/.test(lines) && !LISTED.test(lines);
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

/** Text between the tags of JSX as it is shown; empty for nothing but line breaks. */
export function textOfMarkup(text: string): string {
  const lines = text.split("\n");
  return lines
    .map((line, row) => {
      const from = row === 0 ? line : line.trimStart();
      if (row === lines.length - 1) return from;
      return from.trimEnd();
    })
    .filter((line) => line !== "")
    .join(" ")
    .replace(/[ \t]+/g, " ");
}
