import type { InjectionRule } from "./injection-rule-ids";

/**
 * What a team's own rules say with the words of an order to a model: "Never print the token", "Ignore past orders older
 * than two years", "Override the default instructions in the Dockerfile". An order counts when it is about the model:
 * its instructions, its prompt, its role, its tools, what it answers. What stands beside the words that a pattern
 * matched says whether it is, so these exceptions read the text before and after them, folded as the pattern was.
 *
 * Part of the rules: raise `SAFETY_VERSION` with every change.
 */
export const EXCEPTIONS = {
  /** "Never reveal …" forbids what the rule is afraid of. */
  forbidden: /(?:\b(?:never|not|cannot|avoid)|n't)\s+(?:ever\s+|accidentally\s+)?$/iu,
  /** "The parser must ignore …": something else than a reader does it. */
  somebody_else:
    /\b(?!(?:you|u|i|we|it|this|they|please|ai|assistants?|models?|agents?|llms?|chat-?gpt|gpt|(?:chat-?)?bots?|claude|gemini|copilot)\b)[\p{L}`]+\s+(?:must|should|shall|will|may|can|could|would|might|does)\s+(?:also\s+|then\s+|simply\s+|not\s+)?$/iu,
  /** Words that programs have too, at the end of an order to set something aside. */
  also_of_programs:
    /\b(?:orders?|commands?|directions?|assignments?|programming|training|constraints?|restrictions?|context|messages?|text|conversations?|tasks?|filters?|limitations?|requests?|questions?|sentences?|words|requirements?|content|statements?|information|inputs?|paragraphs?|data|settings|protocols?)$/iu,
  /** "… in the back office", "… older than a year", "… folder": which of a program's. */
  of_a_program:
    /^\s+(?:(?:when|while|in|of|from|for|if|during|after|once|until|unless|on|at|with|by|whose|older|newer|via|before(?!\s+(?:this|now|that)\b))\b(?![^.\n]{0,40}\b(?:you|your|conversation|chat|prompts?|system|openai|developer|instructions?|above|now\s+on|here\s+on|ai|assistant|model)\b)|(?:folders?|files?|director(?:y|ies)|tables?|columns?|rows?|pages?|queues?|types?|fields?|keys?|tags?|api)\b)/iu,
  /** "… in the Dockerfile", "… of the upgrade guide", "… such as `noqa`". */
  in_a_document:
    /^\s+(?:(?:in|of|from|for|inside|on|with)\s+(?!(?:this|that|these|those)\b)(?:[\w`'./-]{1,30}\s+){0,3}?`?(?:[\w.-]*file|images?|(?:basic\s+|dead\s+)?block|compilers?|assemblers?|cpu|opcodes?|bytecode|installers?|wiki|guides?|readme|docs|documentation|manual|templates?|librar(?:y|ies)|frameworks?|releases?|migrations?|scripts?|linters?|pipelines?|tutorials?|ci)\b|(?:with|such\s+as)\s+`|that\s+have\s+no\b)/iu,
} as const;

const FORBIDDING: ReadonlySet<InjectionRule> = new Set(["prompt_leak", "exfiltration"]);
/** As far back and ahead as an exception reads. */
const BESIDE = 120;

/** Whether the words beside what a pattern matched say that it is not about the model. */
export function isOrdinary(found: {
  rule: InjectionRule;
  text: string;
  /** Where the match is in the text, `end` exclusive, in UTF-16 code units. */
  start: number;
  end: number;
}): boolean {
  const { rule, text, start, end } = found;
  const before = text.slice(Math.max(0, start - BESIDE), start);
  if (FORBIDDING.has(rule)) return EXCEPTIONS.forbidden.test(before);
  if (rule !== "override") return false;
  if (EXCEPTIONS.somebody_else.test(before)) return true;
  const after = text.slice(end, end + BESIDE);
  if (EXCEPTIONS.in_a_document.test(after)) return true;
  return EXCEPTIONS.also_of_programs.test(text.slice(start, end)) && EXCEPTIONS.of_a_program.test(after);
}
