import type { Measure } from "./measure";
import { MEMORY_MEASURES } from "./measures-memories";
import { RECALL_MEASURES } from "./measures-recalls";
import { REVIEW_MEASURES } from "./measures-reviews";

/** What narrows a measure, by the names of the parameters that the list of its rows takes. */
export type MeasureFilter = Readonly<Record<string, string | null | undefined>>;

/** Every measure that a screen may state. Two screens that state the same one with the same filter state one value. */
export const MEASURES = {
  ...MEMORY_MEASURES,
  ...REVIEW_MEASURES,
  ...RECALL_MEASURES,
} satisfies Record<string, Measure>;

export type MeasureName = keyof typeof MEASURES;

export const measureOf = (name: MeasureName): Measure => MEASURES[name];

/** Parts of a filter that say which time a figure is about. */
const TIMES = new Set(["from", "to", "created_after", "created_before", "days", "period"]);

const setParts = (filter: MeasureFilter): [string, string][] =>
  Object.entries(filter)
    .filter((part): part is [string, string] => typeof part[1] === "string" && part[1] !== "")
    .sort(([a], [b]) => a.localeCompare(b));

const written = (parts: readonly [string, string][]) =>
  parts.map(([name, value]) => `${name}=${value}`).join("&");

/** Where a list begins that knows no number of days; the same time as `days` says, to the millisecond of the request. */
const BEGIN = "after";

/** `name|filter|window`: equal for figures that must have the same value. */
export function measureKey(name: MeasureName, filter: MeasureFilter = {}): string {
  const parts = setParts(filter).filter(([part]) => part !== BEGIN);
  const times = parts.filter(([part]) => TIMES.has(part));
  const others = parts.filter(([part]) => !TIMES.has(part));
  return [name, written(others), written(times) || measureOf(name).window].join("|");
}

/** The address of the list that holds a figure's rows. */
export function rowsHref(name: MeasureName, filter: MeasureFilter = {}): string {
  const { path, query = {}, takes } = measureOf(name).rows;
  const [page = path, place] = path.split("#");
  const parts = setParts(filter).filter(([part]) => takes === undefined || takes.includes(part));
  const search = new URLSearchParams([...Object.entries(query), ...parts]).toString();
  return [page, search && `?${search}`, place !== undefined && `#${place}`].filter(Boolean).join("");
}

/** How many rows the list behind a figure states; undefined where that list counts something else. */
export function rowCount(
  name: MeasureName,
  { value, n, part }: { value: number | null; n?: number; part?: number },
): number | undefined {
  switch (measureOf(name).rows.states) {
    case "value":
      return value ?? undefined;
    case "n":
      return n;
    case "part":
      return part;
    default:
      return undefined;
  }
}
