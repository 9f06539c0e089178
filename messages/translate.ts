import format, { type CompiledMessage, type FormatValues } from "icu-minify/format";
import { createElement, Fragment, type ReactNode } from "react";
import type { Language } from "./languages";
import type { Area, Tag, Translate, Translations } from "./message";

/** A language with its texts; null: those of the areas themselves, which are English. */
export type Spoken = { language: Language; translations: Translations | null };

type Written = ReactNode | ReactNode[];
type ValuesOf = Readonly<Record<string, string | number | Date | Tag>>;

const asNode = (written: Written): ReactNode =>
  Array.isArray(written) ? createElement(Fragment, null, ...written) : written;

/** A tag gets what is in it as one node, which needs no keys. */
function withTags(values: ValuesOf): FormatValues<ReactNode> {
  const entries = Object.entries(values).map(([name, value]) => {
    if (typeof value !== "function") return [name, value] as const;
    return [name, (chunks: ReactNode[]) => value(asNode(chunks))] as const;
  });
  return Object.fromEntries(entries);
}

const numbers = new Map<string, Intl.NumberFormat>();
const plurals = new Map<string, Intl.PluralRules>();
const dates = new Map<string, Intl.DateTimeFormat>();

/** Making a formatter costs more than using it a hundred times. */
function kept<Formatter>(
  cache: Map<string, Formatter>,
  options: readonly unknown[],
  make: () => Formatter,
): Formatter {
  const key = JSON.stringify(options);
  const formatter = cache.get(key) ?? make();
  cache.set(key, formatter);
  return formatter;
}

const formatters = {
  getNumberFormat: (...options: ConstructorParameters<typeof Intl.NumberFormat>) =>
    kept(numbers, options, () => new Intl.NumberFormat(...options)),
  getPluralRules: (...options: ConstructorParameters<typeof Intl.PluralRules>) =>
    kept(plurals, options, () => new Intl.PluralRules(...options)),
  getDateTimeFormat: (...options: ConstructorParameters<typeof Intl.DateTimeFormat>) =>
    kept(dates, options, () => new Intl.DateTimeFormat(...options)),
};

/**
 * The function that writes the texts of an area in a language. A text that a language lacks is written in English.
 * @throws never: an argument that is missing is a type error, and is written as "undefined" where types were left; a key that is
 * unknown is written as it is.
 */
export function translate<A extends Area>(area: A, { language, translations }: Spoken): Translate<A> {
  const translated = translations?.[area.name];
  const write = (key: string, values?: FormatValues<ReactNode>): Written => {
    const text: CompiledMessage | undefined = translated?.[key];
    // A newer server answers with values that have no word here: that must not break the screen.
    const known = text ?? area.texts[key] ?? key ?? "";
    return format(known, text === undefined ? "en" : language, values, { formatters });
  };
  const plain = (key: string, values?: FormatValues<ReactNode>): string => String(write(key, values));
  const rich = (key: string, values?: ValuesOf): ReactNode => asNode(write(key, values && withTags(values)));
  // The types of the keys and arguments are those that were compiled from the texts.
  return Object.assign(plain, { rich }) as unknown as Translate<A>;
}
