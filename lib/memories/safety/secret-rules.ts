import { rules as recommended } from "@secretlint/secretlint-rule-preset-recommend";
import type { SecretLintRuleContext, SecretLintSourceCode } from "@secretlint/types";

/** What a rule found: `end` exclusive, in UTF-16 code units. */
export type RuleHit = { rule_id: string; start: number; end: number };

const FILTER_COMMENTS = "@secretlint/secretlint-rule-filter-comments";
// Without the rule by which a comment in the text itself ("secretlint-disable") switches the others off.
const RULES = recommended.filter((rule) => rule.meta.id !== FILTER_COMMENTS);
const OPTIONS = { enableIDScanRule: true };

const noPositions = (): never => {
  throw new Error("the rules for secrets work with offsets only");
};

function sourceOf(content: string): SecretLintSourceCode {
  return {
    content,
    hasBOM: false,
    filePath: "memory.txt",
    physicalFilePath: undefined,
    contentType: "text",
    ext: ".txt",
    getFilePath: () => "memory.txt",
    getPhysicalFilePath: () => undefined,
    locationToRange: noPositions,
    rangeToLocation: noPositions,
    positionToIndex: noPositions,
    indexToPosition: noPositions,
  };
}

/**
 * What secretlint's recommended rules find in a text. The rules are run here and not by `@secretlint/core`, whose
 * profiler keeps an entry for every rule of every text for as long as the process lives, and searches them all each time.
 */
export async function findByRules(text: string): Promise<RuleHit[]> {
  const source = sourceOf(text);
  const hits: RuleHit[] = [];
  for (const rule of RULES) {
    const context: SecretLintRuleContext = {
      sharedOptions: {},
      createTranslator: () => (messageId, data) => ({ message: "", messageId: String(messageId), data }),
      report: ({ range: [start, end] }) => hits.push({ rule_id: rule.meta.id, start, end }),
      ignore: () => {},
    };
    await rule.create(context, OPTIONS).file?.(source);
  }
  return hits;
}
