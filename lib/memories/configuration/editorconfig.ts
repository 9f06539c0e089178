import { languageOfEndings } from "./areas";
import { countOf, stringOf } from "./located";
import { readIni } from "./read-ini";
import { Settings } from "./settings";

const ENDS: Readonly<Record<string, string>> = { lf: "lf", crlf: "crlf", cr: "cr" };
/** The language of a section's glob, where it is one as a whole; else the glob. */
export function areaOf(glob: string): string {
  const trimmed = glob.trim();
  if (/^(?:\*|\*\*|\*\.\*|\*\*\/\*|\*\*\.\*)$/.test(trimmed)) return "any";
  const list = /^(?:\*\*\/|\*)?\*?\.(?:\{([\w, ]+)\}|(\w+))$/.exec(trimmed);
  const extensions = (list?.[1] ?? list?.[2] ?? "").split(",").map((part) => part.trim());
  const language = languageOfEndings(extensions);
  // A part of JavaScript's endings is not the language.
  if (language === "javascript" && !(extensions.includes("js") && extensions.includes("ts"))) return trimmed;
  return language ?? trimmed;
}

/** https://spec.editorconfig.org: what a value cannot be is passed over, as editors do. */
export function readEditorconfig(text: string): Settings {
  const found = new Settings("editorconfig", "any");
  for (const { name, settings } of readIni(text, "editorconfig")) {
    if (name === null) continue;
    const area = { area: areaOf(name) };
    const at = (key: string) => settings.get(key);
    const word = (key: string) => stringOf(at(key))?.toLowerCase();
    const style = word("indent_style");
    const size = word("indent_size") === "tab" ? at("tab_width") : at("indent_size");
    if (style === "space" || style === "tab")
      found.add(at("indent_style"), "indent_style", `${style}s`, area);
    found.addCount(size, "indent_size", area);
    const length = at("max_line_length");
    found.add(length, "line_length", word("max_line_length") === "off" ? "no limit" : countOf(length), area);
    found.add(at("end_of_line"), "end_of_line", ENDS[word("end_of_line") ?? ""], area);
    found.addFlag(at("insert_final_newline"), "final_newline", area);
    found.addFlag(at("trim_trailing_whitespace"), "trim_trailing_whitespace", area);
    const quotes = word("quote_type");
    if (quotes === "single" || quotes === "double") found.add(at("quote_type"), "quotes", quotes, area);
  }
  return found;
}
