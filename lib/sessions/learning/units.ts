import { flatten, type Section, sectionsOf } from "@/lib/text/outline";
import { sentencesOf } from "./sentences";

/** A part of an answer that can be a fact by itself: a heading, an item of a list, or a sentence. */
export type Unit = {
  text: string;
  form: "title" | "item" | "sentence";
  /** Headings over it, the outermost first. */
  titles: readonly string[];
};

/** An item that is longer is read sentence by sentence. */
const LONGEST_ITEM = 320;

/** The parts of an outline, in its order. Code, quotes and tables are none. */
export function unitsOf(root: Section): Unit[] {
  return [...sectionsOf(root)].flatMap(([section, above]) => {
    const over = above.flatMap(({ title }) => (title === "" ? [] : [title]));
    const titles = section.title === "" ? over : [...over, section.title];
    const title: Unit[] = section.title === "" ? [] : [{ text: section.title, form: "title", titles: over }];
    const lines = [...flatten(section.lines)].flatMap(({ text, item }): Unit[] => {
      if (item !== null && text.length <= LONGEST_ITEM) return [{ text, form: "item", titles }];
      return sentencesOf(text).map((sentence) => ({ text: sentence, form: "sentence", titles }));
    });
    return [...title, ...lines];
  });
}
