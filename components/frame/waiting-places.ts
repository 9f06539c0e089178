import { measureKey, measureOf, rowsHref } from "@/lib/kernel/measures";
import type { measures } from "@/messages/compiled/measures";
import type { Translate } from "@/messages/message";
import { MODULES, type SectionKey } from "./modules";

/** Where what waits in a section is listed, and which measure its number is. */
export type WaitingPlace = {
  href: string;
  measure: string;
  /** Whether that list states the same number. */
  isStated: boolean;
  title: string;
};

export type WaitingPlaces = Partial<Record<SectionKey, WaitingPlace>>;

/** The places of all sections. The server writes them: the definitions of all measures would be in every page otherwise. */
export function waitingPlaces(t: Translate<typeof measures>): WaitingPlaces {
  const places: WaitingPlaces = {};
  for (const { key, measure } of MODULES) {
    if (measure === null) continue;
    const { name, filter } = measure;
    places[key] = {
      href: rowsHref(name, filter),
      measure: measureKey(name, filter),
      isStated: measureOf(name).rows.states === "value",
      title: t(`${name}_term`),
    };
  }
  return places;
}
