const ADDRESS = String.raw`<?(?:[a-z][a-z0-9+.-]{1,20}:)?\/\/`;

const IMAGE = new RegExp(String.raw`!\[([^\]\n]{0,300})\]\(\s*${ADDRESS}[^)\n]{0,2000}\)`, "gi");

const IMAGE_BY_REFERENCE = /!\[([^\]\n]{0,300})\]\s?\[[^\]\n]{0,100}\]/g;

const LOADING_TAG =
  /<\s*\/?\s*(img|iframe|script|link|object|embed|video|audio|source|track|picture|input|base|meta|svg|image|use|form|frame|style)\b[^>]{0,2000}>/gi;

const LINK_QUERY = new RegExp(
  String.raw`(\]\(\s*|<|\]:\s*)(${ADDRESS}[^\s()<>?#]{1,1000})[?#][^\s()<>]{0,2000}`,
  "gi",
);

const STYLE_ADDRESS = new RegExp(String.raw`(?<![.\w])url\(\s*["']?${ADDRESS}[^)\n]{0,2000}\)`, "gi");

/**
 * Markdown that loads nothing from elsewhere wherever it is shown: remote images and tags that load are replaced by what
 * they were, and links lose the query by which they could carry something out. Text without either stays as it is.
 */
export function inertMarkdown(markdown: string): string {
  if (!/[<![]|url\(/i.test(markdown)) return markdown;
  return markdown
    .replace(IMAGE, (_, alt: string) => `[image: ${alt.trim() || "without a name"}]`)
    .replace(IMAGE_BY_REFERENCE, (_, alt: string) => `[image: ${alt.trim() || "without a name"}]`)
    .replace(LOADING_TAG, (_, tag: string) => `[${tag.toLowerCase()} removed]`)
    .replace(STYLE_ADDRESS, "url()")
    .replace(LINK_QUERY, "$1$2");
}

/** Every text of a JSON value as `inertMarkdown` leaves it; keys stay. */
export function inertTexts(value: unknown): unknown {
  if (typeof value === "string") return inertMarkdown(value);
  if (Array.isArray(value)) return value.map(inertTexts);
  if (value === null || typeof value !== "object") return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, inertTexts(inner)]));
}
