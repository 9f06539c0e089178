import type { Claim } from "./claims";
import { AVOID, HEDGES, USE } from "./directive-claims";
import { choicesIn, FILLERS, NEGATORS, readAs } from "./words";

const CONDITIONAL: ReadonlySet<string> = new Set(
  "unless except but however otherwise although though than".split(" "),
);

/** Of what is supported or offered there can be several. */
const INCLUSIVE: ReadonlySet<string> = new Set(
  (
    "support accept allow allowed include provide offer work handle can also read parse import convert or and vs versus " +
    "between migrate from differ compare"
  ).split(" "),
);

const MIN_WORDS = 2;

const MAX_WORDS = 16;

export function sentenceClaims(words: readonly string[]): Claim[] {
  if (words.some((word) => HEDGES.has(word) || CONDITIONAL.has(word))) return [];
  let negated = false;
  const said: string[] = [];
  for (const [index, word] of words.entries()) {
    if (NEGATORS.has(word)) negated = !negated;
    else if (AVOID.has(word)) {
      negated = !negated;
      if (!USE.has(words[index + 1] ?? "")) said.push("use");
    } else if (USE.has(word)) said.push("use");
    else if (word !== "," && !FILLERS.has(word)) {
      const read = readAs(word);
      if (read.negated) negated = !negated;
      said.push(read.word);
    }
  }
  if (said.length < MIN_WORDS || said.length > MAX_WORDS) return [];
  const subject = words.filter((word) => word !== ",").join(" ");
  const claims: Claim[] = [
    { key: `says:${said.join(" ")}`, side: negated ? "-" : "+", rule: "negation", subject },
  ];
  const choices = choicesIn(said);
  const [choice] = choices;
  if (choice && choices.length === 1 && !negated && !said.some((word) => INCLUSIVE.has(word))) {
    const rest = [...said.slice(0, choice.at), `<${choice.of}>`, ...said.slice(choice.at + choice.length)];
    if (rest.length >= MIN_WORDS)
      claims.push({ key: `one:${rest.join(" ")}`, side: choice.chosen, rule: "choice", subject: choice.of });
  }
  return claims;
}
