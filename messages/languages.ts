/** The languages that the interface speaks, by their BCP 47 tags, English first: it is what a text falls back to. */
export const LANGUAGES = ["en", "de"] as const;

export type Language = (typeof LANGUAGES)[number];

/** How each language calls itself. */
export const LANGUAGE_NAMES: Record<Language, string> = { en: "English", de: "Deutsch" };

/** The cookie in which a browser keeps the language that its reader chose. */
export const LANGUAGE_COOKIE = "casebook-language";

const isLanguage = (tag: string | undefined): tag is Language =>
  LANGUAGES.some((language) => language === tag);

/** The language that was chosen, else the first of `Accept-Language` that the interface speaks, else English. */
export function languageOf({
  chosen,
  accepted,
}: {
  chosen: string | undefined;
  accepted: string | null;
}): Language {
  if (isLanguage(chosen)) return chosen;
  const tags = (accepted ?? "").split(",").map(weighed);
  const wanted = tags
    .filter(({ weight }) => weight > 0)
    .sort((left, right) => right.weight - left.weight)
    .map(({ tag }) => tag);
  return wanted.find(isLanguage) ?? "en";
}

/** One entry of `Accept-Language` (RFC 9110, 12.5.4): "de-AT;q=0.8" is German, weighed 0.8. */
function weighed(entry: string): { tag: string; weight: number } {
  const [tag = "", ...parameters] = entry.split(";").map((part) => part.trim().toLowerCase());
  const quality = parameters.find((parameter) => parameter.startsWith("q="))?.slice(2);
  return { tag: tag.split("-")[0] ?? "", weight: Number(quality ?? 1) || 0 };
}
