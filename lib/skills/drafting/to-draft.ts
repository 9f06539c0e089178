import { PROPOSAL_INTENTS, type Skill } from "../contract";
import type * as proposalWrites from "../proposals/write-queries";
import { sha256 } from "../skills/files";
import type { Evidence } from "./draft-plan";
import { DRAFTER } from "./drafter";
import { type DraftedHunk, type RuleEvidence, ruleWords } from "./evidence";
import { intentsOf } from "./intents";
import { asWhole } from "./predict-drafts";
import { type PastFinding, predict } from "./prediction";
import { count } from "./wording";
import type { Written } from "./write-section";

export function toDraft({
  skill,
  section,
  evidence: rules,
  written,
  input_sha256,
  past,
}: {
  skill: Skill;
  section: string;
  evidence: readonly Evidence[];
  written: Written;
  input_sha256: string;
  past: readonly PastFinding[];
}): proposalWrites.NewDraft {
  const { draft, ...spent } = written;
  const hunks: readonly DraftedHunk[] = draft.hunks;
  const evidenceOf = (rule: RuleEvidence) =>
    hunks.filter((hunk) => hunk.rule_category === rule.rule_category).flatMap(({ findings }) => findings);
  const supported = rules
    .filter((rule) => evidenceOf(rule).length > 0)
    .sort((a, b) => evidenceOf(b).length - evidenceOf(a).length);
  const [strongest] = supported;
  if (!strongest) throw new Error("hunks come from rules");
  const ids = hunks.flatMap(({ findings }) => findings.map(({ id }) => id)).sort();
  const figures = supported.map(
    ({ rule_category, flagged, rejected, low, because }) =>
      `${rule_category}: ${rejected} of the ${count(flagged, "flagged finding")} that ${skill.name} answers for were rejected (${percent(rejected / flagged)}, with 95 % ` +
      `confidence at least ${percent(low)}); it belongs here because ${because}.`,
  );
  return {
    section,
    base_version: skill.current_version,
    title: titleOf(supported, hunks),
    rationale: [...figures, authorOf(written)].join(" "),
    confidence: Math.min(...supported.map(({ low }) => low)),
    ...spent,
    rule_category: strongest.rule_category,
    intents: intentsOf(supported),
    evidence_sha256: sha256(JSON.stringify([ids, intentsOf(supported)])),
    evidence_count: ids.length,
    input_sha256,
    prediction: predict(asWhole(hunks, intentsOf(supported)), past),
    hunks: hunks.map(({ current_text, proposed_text, rationale, findings }) => ({
      current_text,
      proposed_text,
      rationale,
      evidence: findings.map(({ id, memory_id }) => ({ finding_id: id, memory_id })),
    })),
  };
}

/** What the hunks do, such as “Add 2 exceptions for imports” or “Disable naming, add an exception for imports”. */
function titleOf(rules: readonly RuleEvidence[], hunks: readonly DraftedHunk[]): string {
  const parts = PROPOSAL_INTENTS.toReversed().flatMap((intent) => {
    const own = rules.filter((rule) => rule.intent === intent);
    const names = own.map(({ rule_category }) => ruleWords(rule_category)).join(", ");
    const edits = hunks.filter((hunk) =>
      own.some(({ rule_category }) => rule_category === hunk.rule_category),
    );
    if (own.length === 0) return [];
    if (intent !== "except") return [`${intent} ${names}`];
    const what = edits.length === 1 ? "an exception" : `${edits.length} exceptions`;
    return [`${edits.every(isAddition) ? "add" : "write"} ${what} for ${names}`];
  });
  const title = parts.join(", ");
  return `${title.charAt(0).toUpperCase()}${title.slice(1)}`;
}

const isAddition = ({ current_text, proposed_text }: DraftedHunk) =>
  proposed_text.startsWith(`${current_text}\n`);

function authorOf({ drafter, fallback }: Written): string {
  if (drafter !== DRAFTER)
    return `Written by ${drafter}; every hunk was checked against the skill and the findings.`;
  const plain = "Written by the deterministic drafter, without a language model.";
  if (fallback === null) return plain;
  return `${plain} ${fallback}`;
}

const percent = (share: number) => `${Math.round(share * 100)} %`;
