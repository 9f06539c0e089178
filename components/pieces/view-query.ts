/** How one parameter of an address is read and written, as nuqs has it. */
type Parser = {
  parse(value: string): unknown;
  serialize?(value: unknown): string;
  defaultValue?: unknown;
};

/** The parameters of a screen by which its list is filtered and ordered. */
export type ListParameters = Readonly<Record<string, Parser>>;

export const DENSITIES = ["compact", "comfortable"] as const;
export type Density = (typeof DENSITIES)[number];

/** Said instead of hidden columns where all are shown. */
export const NOTHING_HIDDEN = "none";

/** What an address says beside the filters of its list: the page, and the view itself. */
const OF_THE_PAGE: ReadonlySet<string> = new Set(["cursor", "first", "matches", "saved"]);

export type Known = {
  parameters: ListParameters;
  columns: readonly string[];
  groups?: readonly string[];
};

/**
 * What a query says that this screen knows, always in the same words, and the names of what it does not know: a filter or
 * a column that was there when somebody saved it.
 */
export function knownQuery(query: string, known: Known): { query: string; dropped: string[] } {
  const said: [string, string][] = [];
  const dropped: string[] = [];
  for (const [name, value] of new URLSearchParams(query)) {
    if (OF_THE_PAGE.has(name)) continue;
    const read = readValue(name, value, known);
    if (read !== value && read !== DEFAULT) dropped.push(name);
    if (read !== null && read !== DEFAULT) said.push([name, read]);
  }
  said.sort(([a], [b]) => a.localeCompare(b));
  return { query: new URLSearchParams(said).toString(), dropped: [...new Set(dropped)] };
}

const DEFAULT = Symbol("as it is without being said");

function readValue(
  name: string,
  value: string,
  { parameters, columns, groups = [] }: Known,
): string | null | typeof DEFAULT {
  if (name === "hide") return hiddenIn(value, columns).join(",") || NOTHING_HIDDEN;
  if (name === "group") return groups.find((group) => group === value) ?? null;
  if (name === "density") return DENSITIES.find((density) => density === value) ?? null;
  const parser = Object.hasOwn(parameters, name) ? parameters[name] : undefined;
  const parsed = parser?.parse(value);
  if (parser === undefined || parsed === null || parsed === undefined) return null;
  const text = serialized(parser, parsed);
  if (!isOf(value, text)) return null;
  const { defaultValue } = parser;
  const isDefault =
    defaultValue !== undefined && defaultValue !== null && text === serialized(parser, defaultValue);
  if (isDefault) return DEFAULT;
  return text;
}

/** Whether a text says what a value did: the same, some of its list, or the same moment; and not what was made of nonsense. */
function isOf(value: string, text: string): boolean {
  if (text === value) return true;
  if (text === "") return false;
  const items = new Set(value.split(","));
  return text.split(",").every((item) => items.has(item)) || Date.parse(text) === Date.parse(value);
}

const serialized = (parser: Parser, value: unknown): string => parser.serialize?.(value) ?? String(value);

/** The columns that an address hides, of those that there are. */
export function hiddenIn(value: string, columns: readonly string[]): string[] {
  return value
    .split(",")
    .filter((id) => columns.includes(id))
    .toSorted();
}

/** Who shares a view with the organization, and changes one that is shared. */
export const SHARES_VIEWS = "repositories:manage";
