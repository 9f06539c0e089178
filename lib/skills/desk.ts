import { findRepositoryById, openRepositorySource, SourceError } from "@/lib/citations";
import { countFlagged, countSkillFindings, findRulesOfVersions, lockSkills } from "@/lib/db/sql/skills";
import { actorRef, maySeeRepository } from "@/lib/kernel/actor";
import { AppError, invalidField } from "@/lib/kernel/errors";
import { DAY_MS } from "@/lib/kernel/time";
import { markAddressed } from "@/lib/memories";
import { clearFindingsAddressed, findingsByIds } from "@/lib/reviews";
import { defineOperation } from "@/lib/runtime/operation";
import * as contract from "./contract";
import { countedOf, judge, judgeAdoption, judgeFalsePositives, TARGET_DAYS } from "./effect";
import { applyEdits, parseSkill, readFrontmatter, withLf } from "./markdown";
import { isRebased, rebaseEdit } from "./rebase";
import * as store from "./store";
import {
  assertOpen,
  currentVersion,
  holdSkill,
  loadFilter,
  loadProposal,
  loadSkill,
  maySeeFilter,
  maySeeIts,
  ofActor,
  ofVisible,
  publish,
} from "./subjects";

/** The review desk's operations around a decision: who looks, what was said, rebase, undo, and whether it worked. */

// Around a decision ------------------------------------------------------------------------------------------

const proposalAssign = defineOperation(contract.proposalAssign, {
  load: loadProposal,
  authorize: maySeeIts,
  handle: async ({ db, actor, input, subject: proposal, audit }) => {
    const { person_id } = input;
    const tenant = ofActor({ actor });
    const person = person_id === null ? null : await store.findMember(db, { ...tenant, person_id });
    if (person_id !== null && !person)
      throw invalidField("/person_id", "is not a member of this organization");
    await store.setAssignee(db, { ...tenant, proposal_id: proposal.id, assignee: person });
    audit({
      subject_id: proposal.id,
      detail: { before: proposal.assignee?.id ?? null, after: person?.id ?? null },
    });
    return loadProposal({ db, actor, input });
  },
});

const proposalComment = defineOperation(contract.proposalComment, {
  load: loadProposal,
  authorize: maySeeIts,
  handle: async ({ db, actor, input, subject: proposal, now, audit }) => {
    const tenant = { ...ofActor({ actor }), proposal_id: proposal.id };
    const { hunk_id = null, body } = input;
    const hunks = hunk_id === null ? [] : await store.findHunks(db, tenant);
    if (hunk_id !== null && !hunks.some(({ id }) => id === hunk_id))
      throw invalidField("/hunk_id", "is not a hunk of this proposal; it may have been drafted anew");
    const comment = await store.insertComment(db, {
      ...tenant,
      hunk_id,
      body,
      actor: actorRef(actor),
      now: now(),
    });
    audit({ subject_id: proposal.id, detail: { comment_id: comment.id, hunk_id } });
    return comment;
  },
});

const proposalRebase = defineOperation(contract.proposalRebase, {
  load: loadProposal,
  authorize: maySeeIts,
  prepare: async ({ db, actor, input, subject: proposal }) => {
    assertOpen(proposal, input.version);
    const tenant = ofActor({ actor });
    const skill = await loadSkill({ db, actor, input: { skill_id: proposal.skill.id } });
    const current = await currentVersion(db, skill, actor.organization_id);
    const at_base = { ...tenant, skill_id: skill.id, number: proposal.base_version };
    const base = await store.findVersion(db, at_base);
    if (!base) throw new Error("a proposal was made for a version");
    const hunks = await store.findHunks(db, { ...tenant, proposal_id: proposal.id });
    const carried = hunks.map((edit) =>
      rebaseEdit({ base: base.content, current: current.content, section: proposal.section, edit }),
    );
    const [first] = carried;
    if (!isRebased(carried) || !first || !("section" in first)) {
      const stuck = carried.flatMap((each, index) =>
        "conflict" in each ? [`hunk ${index + 1}: ${each.reason}`] : [],
      );
      throw new AppError(
        "conflict",
        `It cannot be carried over: ${stuck.join(" ") || "its hunks would land in different sections."} Draft it anew, ` +
          "or reject it.",
      );
    }
    const { section } = first;
    const result = applyEdits(current.content, section, carried);
    if ("problem" in result)
      throw new AppError("conflict", `It cannot be carried over: ${result.problem} Draft it anew.`);
    const moved = hunks.flatMap(({ id }, index) => {
      const edit = carried[index];
      return edit
        ? [{ id, current_text: withLf(edit.current_text), proposed_text: withLf(edit.proposed_text) }]
        : [];
    });
    return { current, section, hunks: moved };
  },
  handle: async ({ db, actor, input, subject: proposal, prepared, now, audit }) => {
    const { current, section, hunks } = prepared;
    const ofSkill = { ...ofActor({ actor }), skill_id: proposal.skill.id };
    await holdSkill(db, { ...ofSkill, number: current.number });
    if (await store.hasOpenProposal(db, { ...ofSkill, section, except_id: proposal.id }))
      throw new AppError("conflict", `“${section}” has an open proposal already; decide that one first.`);
    const moved = await store.moveProposal(db, {
      ...ofSkill,
      proposal_id: proposal.id,
      version: input.version,
      base_version: current.number,
      section,
      hunks,
      now: now(),
    });
    if (!moved) assertOpen(await loadProposal({ db, actor, input }), input.version);
    audit({
      subject_id: proposal.id,
      detail: { base_version: { before: proposal.base_version, after: current.number }, section },
    });
    return loadProposal({ db, actor, input });
  },
});

const UNDO_MS = contract.UNDO_MINUTES * 60_000;

/** Until when a decision can be taken back; null when it cannot. */
export function undoUntil(proposal: contract.Proposal, skill: contract.Skill, now: Date): string | null {
  const { status, decided_at, applied_version } = proposal;
  if ((status !== "approved" && status !== "rejected") || decided_at === null) return null;
  if (status === "approved" && skill.current_version !== applied_version) return null;
  const until = new Date(Date.parse(decided_at) + UNDO_MS);
  return until > now ? until.toISOString() : null;
}

const proposalUndo = defineOperation(contract.proposalUndo, {
  load: loadProposal,
  authorize: maySeeIts,
  prepare: async ({ db, actor, input, subject: proposal }) => {
    const { applied_version } = proposal;
    if (applied_version === null) return null;
    const ofSkill = { ...ofActor({ actor }), skill_id: proposal.skill.id };
    const applied = await store.findVersion(db, { ...ofSkill, number: applied_version });
    const before = await store.findVersion(db, { ...ofSkill, number: applied_version - 1 });
    if (!applied || !before) throw new Error("an approved version has one before it");
    const fields = readFrontmatter(parseSkill(before.content), proposal.skill.path);
    if ("problem" in fields) throw new Error(`a stored version ${fields.problem}`);
    const hunks = await store.findHunks(db, { ...ofSkill, proposal_id: input.proposal_id });
    return { applied, before, fields, hunks };
  },
  handle: async ({ db, actor, input, subject, prepared, now, audit }) => {
    const tenant = ofActor({ actor });
    const at = now();
    const ofSkill = { ...tenant, skill_id: subject.skill.id };
    // As deciding does: the skill before the proposal.
    await lockSkills(db, { ...tenant, skill_ids: [subject.skill.id] });
    const proposal = await loadProposal({ db, actor, input });
    const skill = await loadSkill({ db, actor, input: { skill_id: subject.skill.id } });
    if (proposal.version !== input.version || undoUntil(proposal, skill, at) === null)
      throw new AppError("conflict", whyNoUndo(proposal, skill));
    if (await store.hasOpenProposal(db, { ...ofSkill, section: proposal.section, except_id: proposal.id }))
      throw new AppError(
        "conflict",
        `“${proposal.section}” has got another proposal meanwhile; decide that one.`,
      );
    let skill_version: contract.SkillVersion | null = null;
    if (prepared) {
      const { applied, before, fields, hunks } = prepared;
      const made = await publish(db, {
        ...ofSkill,
        ...fields,
        skill,
        content: before.content,
        base_sha256: applied.content_sha256,
        origin: "reverted",
        actor: actorRef(actor),
        note: `Took back the approval of “${proposal.title}”`,
        now: at,
      });
      skill_version = made.skill_version;
      await clearFindingsAddressed(db, { ...tenant, version_id: applied.id });
      await markAddressed(db, {
        ...tenant,
        actor: actorRef(actor),
        ids: [...new Set(hunks.flatMap((hunk) => (hunk.decision === "approved" ? hunk.memory_ids : [])))],
        addressed: false,
        reason: `The approval of version ${applied.number} was taken back`,
        now: at,
      });
    }
    const reopened = await store.reopenProposal(db, {
      ...tenant,
      proposal_id: proposal.id,
      version: input.version,
      ...(skill_version === null ? {} : { base_version: skill_version.number }),
      now: at,
    });
    if (!reopened) throw new AppError("conflict", whyNoUndo(proposal, skill));
    audit({
      subject_id: proposal.id,
      detail: { decision: proposal.status, skill_id: skill.id, version: skill_version?.number ?? null },
    });
    return { proposal: await loadProposal({ db, actor, input }), skill_version };
  },
});

function whyNoUndo(proposal: contract.Proposal, skill: contract.Skill): string {
  if (proposal.status === "open") return "The proposal is open; there is no decision to take back.";
  if (proposal.status === "approved" && skill.current_version !== proposal.applied_version)
    return "The skill has a later version; bring the older text back on the skill's page instead.";
  return (
    `A decision can be taken back for ${contract.UNDO_MINUTES} minutes, by the version that was read. ` +
    "Bring an older text back on the skill's page instead."
  );
}

// The code of evidence ---------------------------------------------------------------------------------------

const LINES_AROUND = 4;
/** Commits that are looked through for the one before a finding. */
const MOST_COMMITS = 1000;

const evidenceCode = defineOperation(contract.evidenceCode, {
  load: async ({ db, actor, input }) => {
    const [found] = await findingsByIds(db, { ...ofActor({ actor }), finding_ids: [input.finding_id] });
    if (!found) throw new AppError("not_found", "This finding does not exist.");
    return found;
  },
  authorize: (actor, { repository }) => maySeeRepository(actor, repository?.id ?? null),
  prepare: async ({ db, actor, subject: finding }) => {
    const none = (problem: string) => ({ snippet: null, problem });
    const { file_path, line, found_at, repository: home } = finding;
    if (!home || file_path === null) return none("The finding names no file of a repository.");
    const tenant = ofActor({ actor });
    const repository = await findRepositoryById(db, { ...tenant, repository_id: home.id });
    if (!repository) return none("Its repository is not registered any more.");
    try {
      const source = await openRepositorySource(db, { ...tenant, repository });
      const commits = await source.log(MOST_COMMITS);
      const commit = commits.find(({ authored_at }) => Date.parse(authored_at) <= Date.parse(found_at));
      if (!commit) return none("The repository's history does not reach back to when it was found.");
      const file = await source.readFile(commit.commit, file_path);
      if (file?.kind !== "file" || !file.bytes)
        return none(
          `${file_path} was not there at ${commit.commit.slice(0, 8)}, the last commit before it was found.`,
        );
      const lines = file.bytes.toString("utf8").split(/\r\n|\r|\n/);
      const middle = Math.min(line ?? 1, lines.length);
      const first = Math.max(1, middle - LINES_AROUND);
      const text = lines.slice(first - 1, middle + LINES_AROUND).join("\n");
      const snippet = {
        path: file_path,
        commit: commit.commit,
        committed_at: commit.authored_at,
        first_line: first,
        line: line !== null && line <= lines.length ? line : null,
        text,
      };
      return { snippet, problem: null };
    } catch (error) {
      if (!(error instanceof AppError || error instanceof SourceError)) throw error;
      return none(error.message);
    }
  },
  handle: async ({ prepared }) => prepared,
});

// Did it work? -----------------------------------------------------------------------------------------------

/** Approved versions whose effect is shown. */
const MOST_VERSIONS = 50;

const skillEffects = defineOperation(contract.skillEffects, {
  load: loadSkill,
  authorize: maySeeIts,
  handle: async ({ db, actor, input, subject: skill, now }) => {
    const tenant = ofActor({ actor });
    const of_skill = { ...tenant, skill_id: skill.id };
    const versions = await store.findApprovedVersions(db, {
      ...tenant,
      repository_ids: null,
      skill_id: skill.id,
      most: MOST_VERSIONS,
    });
    const rules = await findRulesOfVersions(db, { ...tenant, version_ids: versions.map(({ id }) => id) });
    const numbers = versions.map(({ number }) => number);
    const deliveries = await store.findDeliveriesOfVersions(db, { ...of_skill, numbers });
    const others = await store.findSkills(db, { ...tenant, repository_id: skill.repository.id });
    const scope = {
      ...tenant,
      repository_id: skill.repository.id,
      skill: skill.name,
      only_skill: others.length === 1,
    };
    const placed = versions.map((version) => {
      const delivery = deliveries.find(
        ({ version_number, status }) => version_number === version.number && status === "delivered",
      );
      return {
        version,
        delivered: delivery !== undefined,
        at: new Date(delivery?.finished_at ?? version.created_at),
        categories: rules
          .filter(({ version_id }) => version_id === version.id)
          .map((each) => each.rule_category),
      };
    });
    const items: contract.VersionEffect[] = [];
    for (const [index, { version, delivered, at, categories }] of placed.entries()) {
      const shares = ({ categories: own }: (typeof placed)[number]) =>
        own.some((category) => categories.includes(category));
      const previous = placed.slice(0, index).findLast(shares);
      const next = placed.slice(index + 1).find(shares);
      const end = now();
      const from = latest(new Date(at.getTime() - input.days * DAY_MS), previous?.at);
      const to = earliest(earliest(end, new Date(at.getTime() + input.days * DAY_MS)), next?.at);
      const count = async (period: { from: Date; to: Date }) => ({
        ...period,
        ...(await countSkillFindings(db, { ...scope, ...period, rule_categories: categories })),
      });
      const before = await count({ from, to: at });
      const after = await count({ from: at, to: latest(to, at) });
      const { skill: _skill, ...skill_version } = version;
      const judged = judge(before, after);
      items.push({
        skill_version,
        rule_categories: categories,
        in_force_at: at.toISOString(),
        delivered,
        before: countedOf(before),
        after: countedOf(after),
        ...judged,
        suggests_revert_to:
          judged.verdict === "worse" && version.number === skill.current_version ? version.number - 1 : null,
      });
    }
    return { items: items.reverse(), least_sample: contract.LEAST_SAMPLE };
  },
});

const earliest = (a: Date, b: Date | undefined) => (b && b < a ? b : a);
const latest = (a: Date, b: Date | undefined) => (b && b > a ? b : a);

const skillTargets = defineOperation(contract.skillTargets, {
  load: loadFilter,
  authorize: maySeeFilter,
  handle: async ({ db, actor, subject: repository, now }) => {
    const end = new Date(now().getTime() + 1);
    const middle = new Date(end.getTime() - TARGET_DAYS * DAY_MS);
    const start = new Date(middle.getTime() - TARGET_DAYS * DAY_MS);
    const count = async (period: { from: Date; to: Date }) => ({
      ...period,
      ...(await countFlagged(db, {
        ...ofActor({ actor }),
        visible_repository_ids: actor.repository_ids,
        repository_id: repository?.id ?? null,
        ...period,
      })),
    });
    const before = await count({ from: start, to: middle });
    const after = await count({ from: middle, to: end });
    const { approved, rejected } = await store.countDecided(db, {
      ...ofVisible({ actor }),
      repository_id: repository?.id,
    });
    return {
      false_positives: judgeFalsePositives(before, after),
      adoption: judgeAdoption(approved, approved + rejected),
    };
  },
});

export const operations = [
  proposalAssign,
  proposalComment,
  proposalRebase,
  proposalUndo,
  evidenceCode,
  skillEffects,
  skillTargets,
];
