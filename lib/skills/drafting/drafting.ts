import { settingsOf } from "@/lib/access";
import { type LanguageModel, mostTokens } from "@/lib/ai";
import type { Database, Db } from "@/lib/db/client";
import { findSkillFindings, findTurnedDownFindings, lockSkills } from "@/lib/db/sql/skills";
import { AppError } from "@/lib/kernel/errors";
import { DAY_MS } from "@/lib/kernel/time";
import { type Finding, findingsByIds, type HighRejectionRule, highRejectionRules } from "@/lib/reviews";
import { askWithinBudget } from "../budget";
import {
  type Considered,
  type DraftResult,
  NOTHING_TO_PROPOSE,
  PROPOSAL_INTENTS,
  type ProposalIntent,
  type Skill,
  uploaderOf,
} from "../contract";
import * as proposalsQueries from "../proposals/queries";
import * as proposalWrites from "../proposals/write-queries";
import { sha256 } from "../skills/files";
import { parseSkill, type SkillDocument } from "../skills/markdown";
import * as skillsQueries from "../skills/queries";
import * as versionsQueries from "../versions/queries";
import { DRAFTER, draftSection, hasGrown } from "./drafter";
import { type Draft, type DraftedHunk, type RuleEvidence, ruleWords } from "./evidence";
import { draftRequest, draftSectionWithModel, PROMPT_VERSION } from "./model-drafter";
import * as modelUseQueries from "./model-use-queries";
import { type PastFinding, PREDICTION_DAYS, type Prediction, predict } from "./prediction";
import { chooseSection } from "./section";

/**
 * From the rules that get rejected most to open proposals. `planDrafts` reads and thinks, outside any transaction;
 * `storeDrafts` writes what it planned, unless something changed in between.
 */

type OpenProposal = Awaited<ReturnType<typeof proposalsQueries.findOpenProposals>>[number];
type Candidate = { skill: Skill; content: string; document: SkillDocument };
type Planned = { skill: Skill; proposal: OpenProposal | null; draft: proposalWrites.NewDraft };
/** An open proposal that says what would be drafted now; only its prediction may have changed. */
type Standing = { skill: Skill; proposal: OpenProposal; prediction: Prediction | null };
/** What is to be written: one entry a section, and what became of every rule. */
export type DraftPlan = { planned: Planned[]; standing: Standing[]; considered: Considered[] };

/**
 * Why it is drafted. `asked`: somebody wants it, or the week began. `evidence`: findings came in, which happens often, so
 * a language model is not asked again for what hardly changed.
 */
export type DraftOccasion = "asked" | "evidence";

type Evidence = RuleEvidence & { because: string };

/** What somebody wants of one rule, whatever its rate. */
export type Wanted = { rule_category: string; intent: ProposalIntent };

/**
 * Drafts for every high-rejection rule, or for the one that something is wanted of. A finding counts for the skill it
 * names, or without a name for the skill of its repository, if only one can be meant. Restricted to a repository or a
 * skill, others are left alone. What was asked for a rule in an open proposal stays asked when that is drafted anew.
 */
export async function planDrafts(
  db: Database,
  params: {
    organization_id: string;
    model: LanguageModel | null;
    occasion: DraftOccasion;
    signal?: AbortSignal | undefined;
    repository_id?: string | undefined;
    skill_id?: string | undefined;
    wanted?: Wanted | null | undefined;
    /** Repositories the asker may see; null: all. */
    repository_ids: readonly string[] | null;
    now: Date;
  },
): Promise<DraftPlan> {
  const { organization_id, repository_id, skill_id, wanted = null, repository_ids, now } = params;
  const skills = await skillsQueries.findSkills(db, { organization_id });
  const contents = await versionsQueries.findCurrentContents(db, { organization_id, skills });
  const candidates = skills.flatMap((skill): Candidate[] => {
    const content = contents.get(skill.id);
    return content === undefined ? [] : [{ skill, content, document: parseSkill(content) }];
  });
  const isMeant = ({ id, repository }: Skill) =>
    (skill_id === undefined || id === skill_id) &&
    (repository_id === undefined || repository.id === repository_id) &&
    (repository_ids === null || repository_ids.includes(repository.id));
  const meant = candidates.filter(({ skill }) => isMeant(skill));
  const skill_ids = meant.map(({ skill }) => skill.id);
  const open = await proposalsQueries.findOpenProposals(db, { organization_id, skill_ids });
  const turnedDown = await findTurnedDownFindings(db, { organization_id, skill_ids });
  const rules = await highRejectionRules(db, {
    organization_id,
    ...(repository_id === undefined ? {} : { repository_id }),
    also: [...(wanted ? [wanted.rule_category] : []), ...open.flatMap(({ intents }) => Object.keys(intents))],
    now,
  });

  const considered: Considered[] = [];
  const planned: Planned[] = [];
  const standing: Standing[] = [];
  const shares = rules.map((rule) => ({ rule, share: shareOut(rule, candidates) }));
  const isWanted = ({ rule_category }: { rule_category: string }) => rule_category === wanted?.rule_category;
  if (wanted && !rules.some(isWanted)) considered.push(withoutEvidence(wanted));
  for (const { rule, share } of shares)
    if (share.nobody.length > 0 && skill_id === undefined && (rule.high_rejection || isWanted(rule)))
      considered.push(
        consider(
          rule,
          null,
          candidates.length === 0 ? "No skill is registered; register one first." : NOBODY,
        ),
      );
  for (const candidate of meant) {
    const own = open.filter(({ skill }) => skill.id === candidate.skill.id);
    const sections = new Map<string, { proposal: OpenProposal | null; rules: Evidence[] }>();
    for (const { rule, share } of shares) {
      const findings = share.bySkill.get(candidate.skill.id);
      const intent = wanted && isWanted(rule) ? wanted.intent : intentOf(rule, own);
      if (!findings || intent === null) continue;
      const before = turnedDown.filter(
        (each) =>
          each.skill_id === candidate.skill.id &&
          each.rule_category === rule.rule_category &&
          each.intent === intent,
      );
      const placed = place(
        candidate,
        { ...rule, intent },
        findings,
        own,
        new Set(before.map(({ finding_id }) => finding_id)),
      );
      if ("reason" in placed) considered.push(consider(rule, candidate.skill, placed.reason));
      else {
        const section = sections.get(placed.section) ?? { proposal: placed.proposal, rules: [] };
        section.rules.push(placed.evidence);
        sections.set(placed.section, section);
      }
    }
    if (wanted)
      for (const [title, section] of sections) if (!section.rules.some(isWanted)) sections.delete(title);
    const past = sections.size === 0 ? [] : await pastOf(db, { organization_id, candidate, candidates, now });
    for (const [title, { proposal, rules: evidence }] of sections) {
      const input_sha256 = inputOf(candidate, title, evidence);
      if (proposal && isStanding(proposal, { title, candidate, input_sha256, evidence, ...params })) {
        standing.push({
          skill: candidate.skill,
          proposal,
          prediction: await predictOpen(db, params, proposal, past),
        });
        for (const { rule_category } of evidence) {
          const rule = rules.find((each) => each.rule_category === rule_category);
          if (rule) considered.push(consider(rule, candidate.skill, `Proposed for “${title}” already.`));
        }
        continue;
      }
      const written = await write(db, { ...params, candidate, title, evidence, input_sha256 });
      const { hunks, skipped } = written.draft;
      for (const rule of rules) {
        const skip = skipped.find(({ rule_category }) => rule_category === rule.rule_category);
        const drafted = evidence.find(({ rule_category }) => rule_category === rule.rule_category);
        if (skip) considered.push(consider(rule, candidate.skill, skip.reason));
        else if (drafted)
          considered.push(consider(rule, candidate.skill, `Proposed for “${title}”: ${drafted.because}.`));
      }
      if (hunks.length > 0)
        planned.push({
          skill: candidate.skill,
          proposal,
          draft: toDraft({ skill: candidate.skill, section: title, evidence, written, input_sha256, past }),
        });
    }
  }
  return { planned, standing, considered: wanted ? considered.filter(isWanted) : considered };
}

/** What a rule is drafted for unless somebody wants something now: what an open proposal was asked for; null: nothing. */
function intentOf(rule: HighRejectionRule, open: readonly OpenProposal[]): ProposalIntent | null {
  const asked = open.map(({ intents }) => intents[rule.rule_category]).find((intent) => intent !== undefined);
  return asked ?? (rule.high_rejection ? "except" : null);
}

/** By rule, what was asked for it. */
function intentsOf(rules: readonly RuleEvidence[]): Record<string, ProposalIntent> {
  const asked = rules.filter(({ intent }) => intent !== "except");
  return Object.fromEntries(asked.map(({ rule_category, intent }) => [rule_category, intent]));
}

/** What a draft of a section is made from; the same again would give the same. */
function inputOf({ skill, content }: Candidate, title: string, rules: readonly Evidence[]): string {
  const ids = rules.flatMap(({ findings }) => findings.map(({ id }) => id)).sort();
  return sha256(JSON.stringify([skill.id, sha256(content), title, ids, intentsOf(rules)]));
}

/** New findings that an open proposal of a language model waits for before it is drafted anew unasked. */
const MIN_FRESH = 3;

function isStanding(
  proposal: OpenProposal,
  {
    title,
    candidate,
    input_sha256,
    evidence,
    model,
    occasion,
  }: {
    title: string;
    candidate: Candidate;
    input_sha256: string;
    evidence: readonly Evidence[];
    model: LanguageModel | null;
    occasion: DraftOccasion;
  },
): boolean {
  if (proposal.section !== title || proposal.base_version !== candidate.skill.current_version) return false;
  const by_model = proposal.drafter !== DRAFTER;
  // Where a model could not write, it gets another chance when somebody asks.
  const could_be_better = model !== null && !by_model && occasion === "asked";
  if (proposal.input_sha256 === input_sha256) return !could_be_better || proposal.drafting.fallback === null;
  if (!by_model || occasion === "asked") return false;
  const known = new Set(proposal.finding_ids);
  const fresh = evidence.flatMap(({ findings }) => findings.filter(({ id }) => !known.has(id))).length;
  return fresh < Math.max(MIN_FRESH, known.size / 2);
}

type Written = {
  draft: Draft;
  drafter: string;
  prompt_version: string | null;
  fallback: string | null;
  input_tokens: number;
  output_tokens: number;
  cost_usd: number | null;
};

/** Milliseconds for one section, the repair included. */
const MODEL_LIMIT_MS = 90_000;

/** Has a section written: by the language model where there is one, else, or when it cannot, without. */
async function write(
  db: Database,
  {
    organization_id,
    model,
    occasion,
    candidate,
    title,
    evidence: rules,
    input_sha256,
    signal,
    now,
  }: {
    organization_id: string;
    model: LanguageModel | null;
    occasion: DraftOccasion;
    signal?: AbortSignal | undefined;
    candidate: Candidate;
    title: string;
    evidence: readonly Evidence[];
    input_sha256: string;
    now: Date;
  },
): Promise<Written> {
  const section = { path: candidate.skill.path, content: candidate.content, title, rules };
  const plain = (fallback: string | null, spent: Cost = NO_COST): Written => ({
    draft: draftSection(section.content, title, rules),
    drafter: DRAFTER,
    prompt_version: null,
    fallback,
    ...spent,
  });
  if (!model) return plain(null);
  if (occasion === "evidence" && (await modelUseQueries.wasAnswered(db, { organization_id, input_sha256 }))) {
    const reason = "The language model was asked about this evidence before and saw no edit.";
    const skipped = rules.map(({ rule_category }) => ({ rule_category, reason }));
    return { ...plain(null), draft: { hunks: [], skipped } };
  }
  const { language_model_daily_tokens: daily_tokens } = await settingsOf(db, { organization_id });
  if (daily_tokens === 0)
    return plain("The organization's settings keep the language model from being asked.");
  const asked = await askWithinBudget(
    db,
    {
      organization_id,
      model,
      purpose: "proposal_draft",
      input_sha256,
      most: mostTokens(draftRequest(section)),
      daily_tokens,
      limit_ms: MODEL_LIMIT_MS,
      signal,
      now,
    },
    (options) => draftSectionWithModel(model, section, options),
  );
  const spent = { ...asked.usage, cost_usd: asked.cost_usd };
  if ("problem" in asked) return plain(asked.problem, spent);
  return {
    draft: asked.value,
    drafter: model.id,
    prompt_version: PROMPT_VERSION,
    fallback: null,
    ...spent,
  };
}

type Cost = Pick<Written, "input_tokens" | "output_tokens" | "cost_usd">;
const NO_COST: Cost = { input_tokens: 0, output_tokens: 0, cost_usd: null };

/** The findings that predictions for a skill look back on. */
async function pastOf(
  db: Db,
  {
    organization_id,
    candidate,
    candidates,
    now,
  }: {
    organization_id: string;
    candidate: Candidate;
    candidates: readonly Candidate[];
    now: Date;
  },
): Promise<PastFinding[]> {
  const { id, name, repository } = candidate.skill;
  return findSkillFindings(db, {
    organization_id,
    repository_id: repository.id,
    skill: name,
    only_skill: !candidates.some(({ skill }) => skill.id !== id && skill.repository.id === repository.id),
    from: new Date(now.getTime() - PREDICTION_DAYS * DAY_MS),
    to: new Date(now.getTime() + 1),
  });
}

async function predictOpen(
  db: Db,
  { organization_id }: { organization_id: string },
  proposal: OpenProposal,
  past: readonly PastFinding[],
): Promise<Prediction | null> {
  const hunks = await proposalsQueries.findHunks(db, { organization_id, proposal_id: proposal.id });
  const ids = hunks.flatMap(({ finding_ids }) => finding_ids);
  const findings = await findingsByIds(db, { organization_id, finding_ids: ids });
  const drafted = hunks.map(({ finding_ids }) => {
    const own = findings.filter(({ id }) => finding_ids.includes(id));
    return { rule_category: own[0]?.rule_category ?? "", findings: own };
  });
  return predict(asWhole(drafted, proposal.intents), past);
}

/** Marks the one hunk of a rule that is to be demoted or disabled: it is about all findings of the rule. */
function asWhole<H extends { rule_category: string }>(
  hunks: readonly H[],
  intents: Readonly<Record<string, ProposalIntent>>,
): (H & { whole: boolean })[] {
  return hunks.map((hunk) => {
    const { [hunk.rule_category]: intent } = intents;
    const alone = hunks.filter(({ rule_category }) => rule_category === hunk.rule_category).length === 1;
    return { ...hunk, whole: alone && (intent === "demote" || intent === "disable") };
  });
}

const withoutEvidence = ({ rule_category }: Wanted): Considered => ({
  rule_category,
  skill: null,
  flagged: 0,
  rejected: 0,
  reason: "No finding of it was rejected since a skill last took it up; a proposal needs evidence.",
});

const NOBODY =
  "Some of its rejected findings name no skill, and more than one could be meant; give `skill` with the evaluations.";

function consider(
  { rule_category, flagged, rejected }: HighRejectionRule,
  skill: Skill | null,
  reason: string,
): Considered {
  return {
    rule_category,
    skill: skill && { id: skill.id, name: skill.name, path: skill.path },
    flagged,
    rejected,
    reason,
  };
}

/** Which skill each rejected finding speaks against. */
function shareOut(rule: HighRejectionRule, candidates: readonly Candidate[]) {
  const bySkill = new Map<string, Finding[]>();
  const nobody: Finding[] = [];
  const answers = new Map<string, string | null>();
  for (const finding of rule.findings) {
    // The answer depends on these alone, and parsing words of every finding for every skill would not be cheap.
    const question = `${finding.skill ?? ""}\n${finding.repository?.id ?? ""}`;
    const known = answers.get(question);
    const skill_id = known === undefined ? responsible(finding, rule, candidates) : known;
    answers.set(question, skill_id);
    if (skill_id === null) nobody.push(finding);
    else bySkill.set(skill_id, [...(bySkill.get(skill_id) ?? []), finding]);
  }
  return { bySkill, nobody };
}

function responsible(
  finding: Finding,
  rule: HighRejectionRule,
  candidates: readonly Candidate[],
): string | null {
  const home = finding.repository?.id;
  const inHome = (list: readonly Candidate[]) => list.filter(({ skill }) => skill.repository.id === home);
  const only = (list: readonly Candidate[]) => (list.length === 1 ? (list[0]?.skill.id ?? null) : null);
  if (finding.skill !== null) {
    const named = candidates.filter(({ skill }) => skill.name === finding.skill);
    return only(inHome(named)) ?? only(named);
  }
  const near = home === undefined ? candidates : inHome(candidates);
  return (
    only(near) ??
    only(near.filter(({ document }) => chooseSection(document, rule.rule_category, [])?.named === true))
  );
}

/** Where a rule's exceptions go in a skill, or why there is nothing to propose. */
function place(
  { document }: Candidate,
  rule: HighRejectionRule & { intent: ProposalIntent },
  findings: readonly Finding[],
  open: readonly OpenProposal[],
  turned_down: ReadonlySet<string>,
): { section: string; proposal: OpenProposal | null; evidence: Evidence } | { reason: string } {
  const ids = new Set(findings.map(({ id }) => id));
  if (!hasGrown(turned_down, [...ids]))
    return {
      reason:
        `Rejected before on ${turned_down.size} findings; it is proposed again once they have grown by half and by at ` +
        "least 3.",
    };
  // A rule stays with its open proposal, so that new evidence joins it and does not start another.
  const holder = open.find((proposal) => proposal.finding_ids.some((id) => ids.has(id))) ?? null;
  const kept = document.sections.some(({ title, editable }) => editable && title === holder?.section);
  const chosen = chooseSection(document, rule.rule_category, findings);
  const section = kept && holder ? holder.section : chosen?.section.title;
  if (section === undefined)
    return { reason: "The skill has no section with a title of its own; give it headings." };
  const proposal = open.find((each) => each.section === section) ?? holder;
  const uploader = proposal && uploaderOf(proposal.drafter);
  if (uploader)
    return { reason: `A change of “${section}” that ${uploader} uploaded is open; decide that first.` };
  return {
    section,
    proposal,
    evidence: {
      rule_category: rule.rule_category,
      flagged: rule.flagged,
      rejected: rule.rejected,
      low: rule.low ?? 0,
      intent: rule.intent,
      findings,
      because: kept ? "an open proposal has it" : (chosen?.because ?? ""),
    },
  };
}

function toDraft({
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
      `${rule_category}: ${rejected} of ${flagged} flagged findings were rejected (${percent(rejected / flagged)}, with 95 % ` +
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
  return fallback === null ? plain : `${plain} ${fallback}`;
}

const percent = (share: number) => `${Math.round(share * 100)} %`;

const MOVED = "The skills or their proposals changed while drafting; draft again.";

/**
 * Writes a plan.
 * @throws AppError conflict when a skill or its open proposals are no longer as the plan found them.
 */
export async function storeDrafts(
  tx: Db,
  { organization_id, plan, now }: { organization_id: string; plan: DraftPlan; now: Date },
): Promise<DraftResult> {
  const skill_ids = [...new Set([...plan.planned, ...plan.standing].map(({ skill }) => skill.id))];
  await lockSkills(tx, { organization_id, skill_ids });
  const open = await proposalsQueries.findOpenProposals(tx, { organization_id, skill_ids });
  const proposals: DraftResult["proposals"] = [];
  for (const { skill, proposal, draft } of plan.planned) {
    const now_skill = await skillsQueries.findSkill(tx, { organization_id, skill_id: skill.id });
    const sameSection = open.find((each) => each.skill.id === skill.id && each.section === draft.section);
    if (
      now_skill?.current_version !== skill.current_version ||
      (sameSection && sameSection.id !== proposal?.id)
    )
      throw new AppError("conflict", MOVED);
    const { id, outcome } = await storeDraft(tx, { organization_id, skill, proposal, draft, now });
    const stored = await proposalsQueries.findProposal(tx, { organization_id, proposal_id: id });
    if (!stored) throw new Error("a stored proposal is there");
    proposals.push({ ...stored, outcome });
  }
  for (const { proposal, prediction } of plan.standing) {
    if (prediction)
      await proposalWrites.setPrediction(tx, { organization_id, proposal_id: proposal.id, prediction, now });
    const stored = await proposalsQueries.findProposal(tx, { organization_id, proposal_id: proposal.id });
    if (stored?.status === "open") proposals.push({ ...stored, outcome: "unchanged" });
  }
  const message = proposals.length === 0 ? NOTHING_TO_PROPOSE : null;
  return { proposals, considered: plan.considered, message };
}

async function storeDraft(
  tx: Db,
  { organization_id, skill, proposal, draft, now }: Planned & { organization_id: string; now: Date },
): Promise<{ id: string; outcome: DraftResult["proposals"][number]["outcome"] }> {
  if (!proposal) {
    const id = await proposalWrites.insertProposal(tx, { organization_id, skill_id: skill.id, draft, now });
    return { id, outcome: "created" };
  }
  const { id, version, section, base_version, evidence_sha256, drafter } = proposal;
  if (
    evidence_sha256 === draft.evidence_sha256 &&
    base_version === draft.base_version &&
    section === draft.section &&
    drafter === draft.drafter &&
    drafter === DRAFTER
  ) {
    const { prediction } = draft;
    if (prediction)
      await proposalWrites.setPrediction(tx, { organization_id, proposal_id: id, prediction, now });
    return { id, outcome: "unchanged" };
  }
  if (!(await proposalWrites.replaceDraft(tx, { organization_id, proposal_id: id, version, draft, now })))
    throw new AppError("conflict", MOVED);
  return { id, outcome: "updated" };
}
