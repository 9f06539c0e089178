import type { Finding } from "@/lib/reviews/contract";
import {
  applyEdits,
  bulletEdit,
  parseSkill,
  refuseText,
  type SectionEdit,
  type SkillDocument,
  type SkillSection,
} from "./markdown";
import { similarity, termsOf } from "./words";

/**
 * Drafts exceptions for a skill from rejected findings, without a language model: the same evidence and the same skill
 * always give the same draft.
 */

/** The name under which its proposals say who wrote them. */
export const DRAFTER = "deterministic";

export type DraftFinding = Pick<
  Finding,
  "id" | "title" | "file_path" | "reason" | "original_issue" | "found_at" | "memory_id"
>;

/** A rule with the rejected findings that are evidence against it for one skill. */
export type RuleEvidence = {
  rule_category: string;
  flagged: number;
  rejected: number;
  /** Lower end of the 95 % interval of its rejection rate, 0–1. */
  low: number;
  findings: readonly DraftFinding[];
};

export type DraftedHunk = SectionEdit & {
  rule_category: string;
  rationale: string;
  findings: readonly DraftFinding[];
};

/** Rejected findings that must give the same reason before it becomes an exception. */
export const MIN_CLUSTER = 2;
/** Characters of a drafted bullet. */
export const MAX_BULLET = 300;
/** How alike (Jaccard of their words) two reasons must be to count as the same. */
const SAME_REASON = 0.4;

// The section ------------------------------------------------------------------------------------------------

/** Words of rule names that say nothing about where their exceptions belong. */
const VAGUE = termsOf("code handling general style issue rule");
const EXCEPTIONS =
  /\b(?:exceptions?|false positives?|do not flag|don['’]t flag|not? to flag|leave alone|out of scope)\b/i;

export type ChosenSection = {
  section: SkillSection;
  because: string;
  /** Whether the skill speaks of the rule itself, and the section was not merely the most fitting one. */
  named: boolean;
};

/**
 * The section that exceptions of a rule belong to, and why: one that is titled like the rule, else one whose text names
 * it, else one for exceptions, else the one with the most words of the findings, else the one with the most rules. Null
 * when the skill has no section that can be edited.
 */
export function chooseSection(
  document: SkillDocument,
  rule_category: string,
  findings: readonly DraftFinding[],
): ChosenSection | null {
  const sections = document.sections.filter(({ editable }) => editable);
  const named = [...termsOf(rule_category.replaceAll("_", " "))].filter((term) => !VAGUE.has(term));
  const evidence = new Set(
    findings.flatMap((finding) => [...termsOf(`${finding.title} ${finding.reason ?? ""}`)]),
  );
  const linesOf = (section: SkillSection) =>
    document.content.slice(section.start, section.end).split("\n").slice(1);
  const share = (terms: ReadonlySet<string>) =>
    named.length === 0 ? 0 : named.filter((term) => terms.has(term)).length / named.length;
  const attempts: { because: string; score: (section: SkillSection) => number }[] = [
    {
      because: "its title names the rule",
      score: ({ title }) => (share(termsOf(title)) >= 0.5 ? share(termsOf(title)) : 0),
    },
    {
      because: "its text names the rule",
      score: (section) => linesOf(section).filter((line) => share(termsOf(line)) === 1).length,
    },
    { because: "it holds exceptions", score: ({ title }) => (EXCEPTIONS.test(title) ? 1 : 0) },
    {
      because: "it has the most words in common with the findings",
      score: (section) => {
        const words = termsOf(document.content.slice(section.start, section.end));
        return [...evidence].filter((term) => words.has(term)).length;
      },
    },
    {
      because: "it holds the most rules",
      score: (section) => 1 + linesOf(section).filter((line) => /^\s*[-*+] /.test(line)).length,
    },
  ];
  for (const [at, { because, score }] of attempts.entries()) {
    const best = sections.reduce<{ section: SkillSection; points: number } | null>((found, section) => {
      const points = score(section);
      return points > (found?.points ?? 0) ? { section, points } : found;
    }, null);
    if (best) return { section: best.section, because, named: at < 2 };
  }
  return null;
}

// Clusters ---------------------------------------------------------------------------------------------------

/**
 * Findings grouped by what was said against them, largest group first; those that came first lead their group. Only
 * groups of at least `MIN_CLUSTER` are evidence of something that recurs.
 */
export function clusterFindings(findings: readonly DraftFinding[]): DraftFinding[][] {
  const ordered = [...findings].sort(
    (a, b) => a.found_at.localeCompare(b.found_at) || a.id.localeCompare(b.id),
  );
  const clusters: { terms: ReadonlySet<string>; members: DraftFinding[] }[] = [];
  for (const finding of ordered) {
    const terms = termsOf(finding.reason?.trim() || finding.original_issue?.trim() || finding.title);
    const [best] = clusters
      .map((cluster) => ({ cluster, alike: similarity(cluster.terms, terms) }))
      .filter(({ alike }) => alike >= SAME_REASON)
      .sort((a, b) => b.alike - a.alike);
    if (best) best.cluster.members.push(finding);
    else clusters.push({ terms, members: [finding] });
  }
  return clusters
    .map(({ members }) => members)
    .filter((members) => members.length >= MIN_CLUSTER)
    .sort((a, b) => b.length - a.length);
}

/** The glob that holds all these paths, as narrow as their common folder and extension allow; null when there is none. */
export function commonPattern(paths: readonly string[]): string | null {
  const [first] = paths;
  if (first === undefined || paths.some((path) => /[`\s]/.test(path))) return null;
  if (paths.every((path) => path === first)) return first;
  const [head = [], ...others] = paths.map((path) => path.split("/").slice(0, -1));
  const parting = head.findIndex((name, at) => others.some((folder) => folder[at] !== name));
  const shared = parting < 0 ? head : head.slice(0, parting);
  const extensions = new Set(paths.map((path) => /\.[A-Za-z0-9]+$/.exec(path)?.[0] ?? ""));
  const [extension = ""] = extensions;
  const prefix = shared.map((name) => `${name}/`).join("");
  if (extensions.size === 1 && extension !== "") return `${prefix}**/*${extension}`;
  return prefix === "" ? null : `${prefix}**`;
}

// Text -------------------------------------------------------------------------------------------------------

/**
 * Learned text as harmless markdown on one line: no links, no markup but plain code spans, nothing that a skill would run
 * or fill in, at most `max` characters before escaping.
 */
export function neutralise(text: string, max: number): string {
  const plain = text
    .normalize("NFC")
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, (character) => (/\s/.test(character) ? " " : ""))
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, "$1")
    .replace(/<?\b(?:[a-z][a-z0-9+.-]*:\/\/|www\.)\S+/gi, "(link)")
    .replace(/([\w.+-])@(?=[\w-]+\.)/g, "$1 at ")
    .replace(/\$(?=ARGUMENTS|\d|\{)/g, "")
    .replace(/\s+/g, " ")
    .trim();
  return shorten(plain, max)
    .split(/(`[^`]{1,80}`)/)
    .map((part, at, parts) => {
      if (at % 2 === 1) return part;
      const escaped = part
        .replace(/[\\`*[\]<>#|~]/g, "\\$&")
        .replace(/(?<![^\W_])_+|_+(?![^\W_])/g, (run) => run.replaceAll("_", "\\_"));
      return at < parts.length - 1 ? escaped.replace(/!+$/, "") : escaped;
    })
    .join("");
}

function shorten(text: string, max: number): string {
  const characters = [...text];
  if (characters.length <= max) return text;
  const cut = characters.slice(0, Math.max(0, max - 1)).join("");
  return `${cut.replace(/\s+\S*$/, "").replace(/[\s,;:.]+$/, "")}…`;
}

/** Month and year in UTC, such as March 2026. */
function monthOf(time: string): string {
  return new Date(time).toLocaleDateString("en", { month: "long", year: "numeric", timeZone: "UTC" });
}

const count = (n: number, noun: string) => `${n} ${noun}${n === 1 ? "" : "s"}`;

const MAX_TITLE = 80;

/** What the bullet of a cluster says before its figures, and the bullet. */
function bulletOf(rule_category: string, cluster: readonly DraftFinding[]): { head: string; bullet: string } {
  const typical = typicalOf(cluster);
  const rule = rule_category === "general" ? "findings" : rule_category.replaceAll("_", " ");
  const title = neutralise(typical.title, MAX_TITLE).replace(/[“”]/g, "'");
  const pattern = commonPattern(cluster.flatMap(({ file_path }) => file_path ?? []));
  const what = `Do not flag ${rule} such as “${title}”${pattern === null ? "" : ` in \`${pattern}\``}`;
  const figures = ` (${count(cluster.length, "rejected finding")}, since ${monthOf(cluster[0]?.found_at ?? "")})`;
  const room = MAX_BULLET - what.length - figures.length - 2;
  const given = typical.reason?.trim() ?? "";
  const reason = given === "" || room < 20 ? "" : `: ${fitting(given, room)}`;
  const head = `${what}${reason}`;
  return { head, bullet: `${head}${figures}` };
}

/** Escaping lengthens a text, so it is shortened until it fits. */
function fitting(text: string, room: number): string {
  let max = room;
  let result = neutralise(text, max);
  while (result.length > room && max > 0) {
    max -= result.length - room;
    result = neutralise(text, max);
  }
  return result.replace(/[\s.;:,]+$/, "");
}

/** The finding whose words are most like those of all the others; of equals the first. */
function typicalOf(cluster: readonly DraftFinding[]): DraftFinding {
  const terms = cluster.map((finding) => termsOf(`${finding.title} ${finding.reason ?? ""}`));
  const scores = terms.map((own) => terms.reduce((sum, other) => sum + similarity(own, other), 0));
  const best = cluster[scores.indexOf(Math.max(...scores))];
  if (!best) throw new Error("a cluster has findings");
  return best;
}

// The draft --------------------------------------------------------------------------------------------------

/** Hunks for one section, and for the rules that gave none the reason. */
export type Draft = { hunks: DraftedHunk[]; skipped: { rule_category: string; reason: string }[] };

/** One hunk for each reason that recurs among a rule's rejected findings. */
export function draftSection(content: string, title: string, rules: readonly RuleEvidence[]): Draft {
  const document = parseSkill(content);
  const section = document.sections.find((each) => each.title === title && each.editable);
  if (!section) throw new Error("the section was chosen from this text");
  const hunks: DraftedHunk[] = [];
  const skipped: Draft["skipped"] = [];
  for (const rule of rules) {
    const drafted = draftRule(document, section, rule);
    if ("reason" in drafted) skipped.push({ rule_category: rule.rule_category, ...drafted });
    else hunks.push(...drafted.hunks);
  }
  return { hunks, skipped };
}

function draftRule(
  document: SkillDocument,
  section: SkillSection,
  rule: RuleEvidence,
): { hunks: DraftedHunk[] } | { reason: string } {
  const safe = rule.findings.filter(
    ({ title, reason }) =>
      refuseText(neutralise(`${title} ${reason ?? ""}`, Number.POSITIVE_INFINITY)) === null,
  );
  const clusters = clusterFindings(safe);
  if (clusters.length === 0)
    return {
      reason:
        safe.length < rule.findings.length
          ? "The findings' texts give their reader instructions and are not written into a skill."
          : `No reason recurs: each of the ${count(safe.length, "rejected finding")} was rejected for another one.`,
    };
  const own = document.content.slice(section.start, section.end);
  const hunks = clusters.flatMap((cluster): DraftedHunk[] => {
    const { head, bullet } = bulletOf(rule.rule_category, cluster);
    const edit = own.includes(head) ? null : bulletEdit(document, section, bullet);
    if (!edit || !isApplicable(document.content, section, edit, bullet)) return [];
    const rationale =
      `${cluster.length} of the ${count(rule.rejected, "rejected finding")} of ${rule.rule_category} ` +
      `(${rule.flagged} flagged) give this reason.`;
    return [{ ...edit, rule_category: rule.rule_category, rationale, findings: cluster }];
  });
  return hunks.length > 0
    ? { hunks }
    : {
        reason: `The section “${section.title}” says so already; see that the skill is delivered and followed.`,
      };
}

/** Whether the bullet becomes a bullet of its section, and not a line of a code block that was never closed. */
function isApplicable(content: string, section: SkillSection, edit: SectionEdit, bullet: string): boolean {
  const result = applyEdits(content, section.title, [edit]);
  if ("problem" in result) return false;
  const after = parseSkill(result.content).sections.find(({ title }) => title === section.title);
  return (
    after?.anchor.kind === "item" &&
    result.content.slice(after.anchor.start, after.anchor.end).endsWith(bullet)
  );
}

// Evidence that was turned down ------------------------------------------------------------------------------

/** New findings that are needed before evidence that was rejected may propose again, whatever its size. */
const MIN_GROWTH = 3;

/**
 * Whether evidence may propose although some of it was rejected before: only once it has grown by half of what was
 * rejected, and by at least 3 findings.
 */
export function hasGrown(rejected_ids: ReadonlySet<string>, finding_ids: readonly string[]): boolean {
  if (rejected_ids.size === 0) return true;
  const fresh = finding_ids.filter((id) => !rejected_ids.has(id)).length;
  return fresh >= Math.max(MIN_GROWTH, rejected_ids.size / 2);
}
