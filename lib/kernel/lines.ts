/**
 * The lines of a text in UTF-8 whose bytes come in parts, without their ends: a line feed, with or without a
 * carriage return. Node's readline ends lines at U+2028 and U+2029 too, which stand unescaped in JSON and in what
 * COPY writes.
 */
export async function* linesOf(parts: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let begun: string[] = [];
  for await (const part of parts) {
    const [rest = "", ...further] = decoder.decode(part, { stream: true }).split("\n");
    begun.push(rest);
    for (const next of further) {
      yield withoutReturn(begun.join(""));
      begun = [next];
    }
  }
  begun.push(decoder.decode());
  const last = withoutReturn(begun.join(""));
  if (last !== "") yield last;
}

function withoutReturn(line: string): string {
  if (line.endsWith("\r")) return line.slice(0, -1);
  return line;
}
