import {
  findRepositoryById,
  findRepositoryByLocation,
  findRepositoryByName,
  type RegisteredRepository,
  type Repository,
  workingCopyOf,
} from "@/lib/citations";
import type { Db } from "@/lib/db/client";
import { findRulesOfVersions, lockSkills } from "@/lib/db/sql/skills";
import { enqueue } from "@/lib/jobs";
import { type Actor, type ActorRef, actorRef, maySeeRepository } from "@/lib/kernel/actor";
import { AppError, invalidField } from "@/lib/kernel/errors";
import { markAddressed, memoriesByIds, redactText } from "@/lib/memories";
import { findingsByIds, markFindingsAddressed } from "@/lib/reviews";
import { defineOperation } from "@/lib/runtime/operation";
import * as contract from "./contract";
import { acceptedHashes, followDelivery } from "./delivery";
import { operations as deskOperations, undoUntil } from "./desk";
import { planDrafts, storeDrafts } from "./drafting";
import { deliveryFollowJob, skillDeliverJob } from "./jobs";
import {
  applyEdits,
  findSection,
  lineAt,
  locate,
  parseSkill,
  readFrontmatter,
  refuseText,
  type SkillDocument,
  withLf,
} from "./markdown";
import { mergeTexts } from "./merge";
import { discoverSkillPaths, readSkillFile, readValidSkill, type ValidSkill } from "./reading";
import { isRebased, rebaseEdit } from "./rebase";
import * as store from "./store";
import {
  assertOpen,
  currentVersion,
  holdSkill,
  loadDelivery,
  loadFilter,
  loadProposal,
  loadRepository,
  loadSkill,
  maySeeFilter,
  maySeeIts,
  ofActor,
  ofVisible,
  publish,
} from "./subjects";
import { changesOf, storeUpload } from "./upload";

// Skills -----------------------------------------------------------------------------------------------------

const skillRegister = defineOperation(contract.skillRegister, {
  load: loadRepository,
  authorize: (actor, repository) => maySeeRepository(actor, repository.id),
  prepare: async ({ db, actor, input, subject: repository }) => {
    const registered = { ...ofActor({ actor }), repository };
    const paths = input.path === undefined ? await discoverSkillPaths(db, registered) : [input.path];
    if (paths.length === 0)
      throw new AppError(
        "unprocessable",
        `${repository.name} has no SKILL.md below ${contract.SKILL_FOLDERS.join(", ")}; add one, or name its path.`,
      );
    const files: (ValidSkill | { path: string; problem: string })[] = [];
    const modeOf = await modesOf(db, registered);
    for (const path of paths) files.push(await readValidSkill(db, registered, path, modeOf(path)));
    const [first] = files;
    if (input.path !== undefined && first && "problem" in first) throw invalidField("/path", first.problem);
    return { files, delivery_mode: usualMode(repository) };
  },
  handle: async ({ db, actor, input, subject: repository, prepared, now, audit }) => {
    const skills: ReturnType<typeof contract.skillRegister.output.parse>["skills"] = [];
    const refused: { path: string; reason: string }[] = [];
    const known = await store.findSkills(db, { ...ofActor({ actor }), repository_id: repository.id });
    await lockSkills(db, { ...ofActor({ actor }), skill_ids: known.map(({ id }) => id) });
    for (const file of prepared.files) {
      if ("problem" in file) {
        refused.push({ path: file.path, reason: file.problem });
        continue;
      }
      const taken = await takeIn(db, {
        ...ofActor({ actor }),
        actor: actorRef(actor),
        skill: known.find(({ path }) => path === file.path) ?? null,
        repository_id: repository.id,
        delivery_mode: prepared.delivery_mode,
        file,
        now: now(),
      });
      if ("problem" in taken) {
        if (input.path !== undefined) throw new AppError("conflict", taken.problem);
        refused.push({ path: file.path, reason: taken.problem });
      } else skills.push(taken);
    }
    audit({
      subject_id: skills.length === 1 ? (skills[0]?.id ?? repository.id) : repository.id,
      detail: {
        repository: repository.name,
        skills: skills.map(({ id, outcome, current_version }) => ({ id, outcome, version: current_version })),
      },
    });
    return { skills, refused };
  },
});

/** How versions reach a file of a repository unless somebody chooses otherwise. */
function usualMode(repository: Repository): contract.DeliveryMode {
  if (workingCopyOf(repository) !== null) return "working_copy";
  const { kind } = repository.source;
  return kind === "path" ? "branch" : kind === "url" ? "none" : "pull_request";
}

/** Why versions cannot reach the repository's files in this way, or null. */
function refuseMode(repository: Repository, mode: contract.DeliveryMode): string | null {
  const { kind } = repository.source;
  if (mode === "working_copy" && workingCopyOf(repository) === null)
    return "needs a repository with a working copy on this server";
  if (mode === "branch" && kind !== "path") return "needs a repository that is a folder on this server";
  if (mode === "pull_request" && kind !== "github")
    return "needs a repository that is read through a connection to GitHub";
  return null;
}

/** The delivery mode of each registered skill of a repository, by its path. */
async function modesOf(db: Db, { organization_id, repository }: RegisteredRepository) {
  const skills = await store.findSkills(db, { organization_id, repository_id: repository.id });
  return (path: string) => skills.find((skill) => skill.path === path)?.delivery_mode ?? null;
}

/** Makes the file's text the skill's first or next version, unless it is the current one already. */
async function takeIn(
  tx: Db,
  {
    organization_id,
    actor,
    skill,
    repository_id,
    delivery_mode,
    file,
    now,
  }: {
    organization_id: string;
    actor: ActorRef;
    skill: contract.Skill | null;
    repository_id: string;
    delivery_mode: contract.DeliveryMode;
    file: ValidSkill;
    now: Date;
  },
) {
  const { name, description, content } = file;
  const add = async (skill_id: string, origin: "registered" | "observed") => {
    await store.insertVersion(tx, {
      organization_id,
      skill_id,
      content,
      name,
      description,
      origin,
      actor,
      now,
    });
    return reread(skill_id, origin);
  };
  const reread = async (skill_id: string, outcome: "registered" | "observed" | "unchanged") => {
    const stored = await store.findSkill(tx, { organization_id, skill_id });
    if (!stored) throw new Error("a stored skill is there");
    return { ...stored, outcome };
  };
  if (!skill) {
    const place = { organization_id, repository_id, path: file.path, delivery_mode };
    return add(await store.insertSkill(tx, { ...place, name, description, now }), "registered");
  }
  const current = await currentVersion(tx, skill, organization_id);
  const outstanding = await store.findOutstandingDeliveries(tx, { organization_id, skill_id: skill.id });
  if (current.content_sha256 === file.sha256) {
    // The text got there some other way, such as a commit by hand.
    for (const { id, version_number } of outstanding)
      await store.updateDelivery(tx, {
        organization_id,
        delivery_id: id,
        from: store.OUTSTANDING,
        status: version_number === skill.current_version ? "delivered" : "superseded",
        error: null,
        found_sha256: null,
        finished_at: now,
      });
    return reread(skill.id, "unchanged");
  }
  const newest = outstanding.at(-1);
  const latest = newest ?? (await store.findLatestDelivery(tx, { organization_id, skill_id: skill.id }));
  if (!newest && latest?.mode === "none" && latest.version_number === skill.current_version) {
    // Agents read the version here and the file is its own: what it held before is no news, what is new meets the version.
    const known = await store.findVersionHashes(tx, { organization_id, skill_id: skill.id });
    const hashes = [latest.base_sha256, ...known.map(({ content_sha256 }) => content_sha256)];
    if (hashes.includes(file.sha256)) return reread(skill.id, "unchanged");
    await store.updateDelivery(tx, {
      organization_id,
      delivery_id: latest.id,
      from: ["delivered"],
      status: "conflict",
      error: "The file was changed in the repository, while agents get this version from here.",
      found_sha256: file.sha256,
      finished_at: now,
    });
    return reread(skill.id, "unchanged");
  }
  if (!newest) return add(skill.id, "observed");
  if (acceptedHashes(newest, outstanding).includes(file.sha256)) return reread(skill.id, "unchanged");
  return {
    problem:
      `${file.path} was changed while version ${newest.version_number} is on its way to it; resolve the delivery ` +
      `${newest.id} first.`,
  };
}

const skillDiscover = defineOperation(contract.skillDiscover, {
  load: loadRepository,
  authorize: (actor, repository) => maySeeRepository(actor, repository.id),
  prepare: async ({ db, actor, subject: repository }) => {
    const registered = { ...ofActor({ actor }), repository };
    const files: (ValidSkill | { path: string; problem: string })[] = [];
    const modeOf = await modesOf(db, registered);
    for (const path of await discoverSkillPaths(db, registered))
      files.push(await readValidSkill(db, registered, path, modeOf(path)));
    return files;
  },
  handle: async ({ db, actor, subject: repository, prepared }) => {
    const known = await store.findSkills(db, { ...ofActor({ actor }), repository_id: repository.id });
    return {
      items: prepared.map((file) => ({
        path: file.path,
        name: "name" in file ? file.name : null,
        description: "description" in file ? file.description : null,
        skill_id: known.find(({ path }) => path === file.path)?.id ?? null,
        problem: "problem" in file ? file.problem : null,
      })),
    };
  },
});

const skillList = defineOperation(contract.skillList, {
  load: loadFilter,
  authorize: maySeeFilter,
  handle: ({ db, actor, input, subject: repository }) =>
    store.listSkills(db, { ...ofVisible({ actor }), ...input, repository_id: repository?.id }),
});

const LATEST_DELIVERIES = 10;

const skillGet = defineOperation(contract.skillGet, {
  load: loadSkill,
  authorize: maySeeIts,
  handle: async ({ db, actor, subject: skill }) => {
    const [version, deliveries] = await Promise.all([
      currentVersion(db, skill, actor.organization_id),
      store.listDeliveries(db, { ...ofVisible({ actor }), skill_id: skill.id, limit: LATEST_DELIVERIES }),
    ]);
    const { content, ...current } = version;
    return {
      ...skill,
      content,
      content_sha256: current.content_sha256,
      sections: parseSkill(content).sections,
      current,
      deliveries: deliveries.items,
    };
  },
});

const skillUpdate = defineOperation(contract.skillUpdate, {
  load: async (context) => {
    const skill = await loadSkill(context);
    const ofRepository = { ...ofActor(context), repository_id: skill.repository.id };
    const repository = await findRepositoryById(context.db, ofRepository);
    if (!repository) throw new Error("a skill belongs to a repository");
    return { skill, repository };
  },
  authorize: (actor, { skill }) => maySeeIts(actor, skill),
  handle: async ({ db, actor, input, subject: { skill, repository }, now, audit }) => {
    const refused = refuseMode(repository, input.delivery_mode);
    if (refused !== null) throw invalidField("/delivery_mode", refused);
    const version = input.version ?? skill.version;
    const change = { ...ofActor({ actor }), ...input, version, now: now() };
    if (!(await store.setDeliveryMode(db, change)))
      throw new AppError("conflict", "The skill changed meanwhile; look at it and try again.");
    audit({
      subject_id: skill.id,
      detail: { delivery_mode: { before: skill.delivery_mode, after: input.delivery_mode } },
    });
    return loadSkill({ db, actor, input });
  },
});

const skillRaw = defineOperation(contract.skillRaw, {
  load: loadSkill,
  authorize: maySeeIts,
  handle: ({ db, actor, subject: skill }) => currentVersion(db, skill, actor.organization_id),
});

const skillVersionList = defineOperation(contract.skillVersionList, {
  load: loadSkill,
  authorize: maySeeIts,
  handle: ({ db, actor, input }) => store.listVersions(db, { ...ofActor({ actor }), ...input }),
});

const skillVersionGet = defineOperation(contract.skillVersionGet, {
  load: loadSkill,
  authorize: maySeeIts,
  handle: async ({ db, actor, input }) => {
    const found = await store.findVersion(db, { ...ofActor({ actor }), ...input });
    if (!found) throw new AppError("not_found", `The skill has no version ${input.number}.`);
    return found;
  },
});

const skillRevert = defineOperation(contract.skillRevert, {
  load: loadSkill,
  authorize: maySeeIts,
  prepare: async ({ db, actor, input, subject: skill }) => {
    const target = await store.findVersion(db, { ...ofActor({ actor }), ...input });
    if (!target) throw invalidField("/number", `the skill has no version ${input.number}`);
    const fields = readFrontmatter(parseSkill(target.content), skill.path);
    // It was valid when it was taken in, and its path does not change.
    if ("problem" in fields) throw new Error(`a stored version ${fields.problem}`);
    return { content: target.content, content_sha256: target.content_sha256, ...fields };
  },
  handle: async ({ db, actor, input, subject, prepared, now, audit }) => {
    if (input.version !== undefined && input.version !== subject.version)
      throw new AppError("conflict", `The skill changed meanwhile; its version is ${subject.version}.`);
    const { content_sha256, ...text } = prepared;
    const ofSkill = { ...ofActor({ actor }), skill_id: subject.id };
    const skill = await holdSkill(db, { ...ofSkill, number: subject.current_version });
    const current = await currentVersion(db, skill, actor.organization_id);
    if (current.content_sha256 === content_sha256)
      throw new AppError("unprocessable", `Version ${input.number} has the text the skill has now.`);
    const { skill_version, delivery } = await publish(db, {
      ...ofSkill,
      ...text,
      skill,
      base_sha256: current.content_sha256,
      origin: "reverted",
      actor: actorRef(actor),
      note: input.note ?? `Text of version ${input.number}`,
      now: now(),
    });
    audit({ subject_id: skill.id, detail: { number: input.number, version: skill_version.number } });
    return { skill: await loadSkill({ db, actor, input }), skill_version, delivery };
  },
});

const skillMarkers = defineOperation(contract.skillMarkers, {
  load: loadFilter,
  authorize: maySeeFilter,
  handle: async ({ db, actor, input, subject: repository }) => {
    const versions = await store.findApprovedVersions(db, {
      ...ofVisible({ actor }),
      repository_id: repository?.id,
      from: input.from === undefined ? undefined : new Date(input.from),
      to: input.to === undefined ? undefined : new Date(input.to),
      most: contract.MAX_MARKERS,
    });
    const rules = await findRulesOfVersions(db, {
      ...ofActor({ actor }),
      version_ids: versions.map(({ id }) => id),
    });
    const markers = versions.map(({ id, skill, number, origin, proposal_id, created_at }) => ({
      skill_version_id: id,
      at: created_at,
      skill,
      number,
      origin,
      proposal_id,
      rule_categories: rules.filter(({ version_id }) => version_id === id).map((each) => each.rule_category),
    }));
    const { rule_category } = input;
    return {
      items: markers.filter(
        ({ rule_categories }) => rule_category === undefined || rule_categories.includes(rule_category),
      ),
    };
  },
});

// Proposals --------------------------------------------------------------------------------------------------

const proposalDraft = defineOperation(contract.proposalDraft, {
  load: async (context) => {
    const { skill_id } = context.input;
    const skill = skill_id === undefined ? undefined : await loadSkill({ ...context, input: { skill_id } });
    return { repository: await loadFilter(context), skill };
  },
  authorize: (actor, { repository, skill }) =>
    maySeeFilter(actor, repository) && (skill === undefined || maySeeIts(actor, skill)),
  prepare: ({ db, ai, actor, input: { rule_category, intent }, subject: { repository, skill }, now }) =>
    planDrafts(db, {
      ...ofVisible({ actor }),
      model: ai.language_model,
      occasion: "asked",
      wanted: rule_category === undefined || intent === undefined ? null : { rule_category, intent },
      repository_id: repository?.id,
      skill_id: skill?.id,
      now: now(),
    }),
  handle: async ({ db, actor, input, prepared: plan, now, audit }) => {
    const result = await storeDrafts(db, { ...ofActor({ actor }), plan, now: now() });
    audit({
      detail: {
        ...(input.rule_category === undefined
          ? {}
          : { rule_category: input.rule_category, intent: input.intent }),
        proposals: result.proposals.map(({ id, outcome }) => ({ id, outcome })),
      },
    });
    return result;
  },
});

const proposalUpload = defineOperation(contract.proposalUpload, {
  load: loadSkill,
  authorize: maySeeIts,
  prepare: async ({ db, actor, input, subject: skill }) => {
    const { base_version: number = skill.current_version, content } = input;
    const base = await store.findVersion(db, { ...ofActor({ actor }), skill_id: skill.id, number });
    if (!base)
      throw invalidField("/base_version", `is no version of ${skill.name}; it has ${skill.current_version}`);
    const found = changesOf(base.content, content);
    if ("problem" in found) throw invalidField("/content", found.problem);
    for (const { section, edits } of found.changes)
      for (const { current_text, proposed_text } of edits)
        if ((await redactText(proposed_text)) !== proposed_text && !current_text.includes(proposed_text))
          throw invalidField("/content", `holds something that looks like a secret, in “${section}”`);
    return { ...found, base_version: number, reason: await redactText(input.reason) };
  },
  handle: async ({ db, actor, input, subject: skill, prepared, now, audit }) => {
    const result = await storeUpload(db, {
      ...ofActor({ actor }),
      skill,
      author: actor.name,
      now: now(),
      ...prepared,
      content: input.content,
    });
    audit({
      subject_id: skill.id,
      detail: {
        base_version: prepared.base_version,
        proposals: result.proposals.map(({ id, outcome }) => ({ id, outcome })),
        refused: result.refused.length,
      },
    });
    return result;
  },
});

const proposalList = defineOperation(contract.proposalList, {
  load: loadFilter,
  authorize: maySeeFilter,
  handle: ({ db, actor, input, subject: repository }) => {
    const decided = input.status?.every((status) => status === "approved" || status === "rejected");
    const list = decided ? store.listDecidedProposals : store.listProposals;
    return list(db, {
      ...ofVisible({ actor }),
      ...input,
      repository_id: repository?.id,
      assignee_id: input.assignee === "me" ? actor.id : input.assignee === "nobody" ? null : input.assignee,
    });
  },
});

/** Where a hunk's text stands, or why nowhere. */
function find(document: SkillDocument, title: string, text: string): { line: number } | { problem: string } {
  const section = findSection(document, title);
  if ("problem" in section) return section;
  const at = locate(document, section, text);
  return "problem" in at ? at : { line: lineAt(document.content, at.start) };
}

const proposalGet = defineOperation(contract.proposalGet, {
  load: loadProposal,
  authorize: maySeeIts,
  handle: async ({ db, actor, input, subject: proposal, now }) => {
    const tenant = ofActor({ actor });
    const [skill, base, hunks] = await Promise.all([
      loadSkill({ db, actor, input: { skill_id: proposal.skill.id } }),
      store.findVersion(db, { ...tenant, skill_id: proposal.skill.id, number: proposal.base_version }),
      store.findHunks(db, { ...tenant, proposal_id: input.proposal_id }),
    ]);
    if (!base) throw new Error("a proposal was made for a version");
    const current = await currentVersion(db, skill, actor.organization_id);
    const [comments, findings, memories] = await Promise.all([
      store.findComments(db, { ...tenant, proposal_id: proposal.id }),
      findingsByIds(db, { ...tenant, finding_ids: hunks.flatMap(({ finding_ids }) => finding_ids) }),
      memoriesByIds(db, { ...tenant, ids: [...new Set(hunks.flatMap(({ memory_ids }) => memory_ids))] }),
    ]);
    const is_open = proposal.status === "open";
    const shown = parseSkill(is_open ? current.content : base.content);
    const applied = is_open ? applyEdits(current.content, proposal.section, hunks) : null;
    const conflict = applied !== null && "problem" in applied;
    const carried = conflict
      ? hunks.map((edit) =>
          rebaseEdit({ base: base.content, current: current.content, section: proposal.section, edit }),
        )
      : [];
    return {
      ...proposal,
      comments,
      undo_until: undoUntil(proposal, skill, now()),
      rebasable: conflict && isRebased(carried),
      hunks: hunks.map(({ finding_ids, memory_ids, ...hunk }, index) => {
        const rebased = carried[index];
        const own = findings.filter(({ id }) => finding_ids.includes(id));
        const place = find(shown, proposal.section, hunk.current_text);
        const refused = applied && "problem" in applied && applied.edit === index ? applied.problem : null;
        return {
          ...hunk,
          rule_categories: [...new Set(own.map(({ rule_category }) => rule_category))].sort(),
          start_line: "line" in place ? place.line : null,
          conflict: is_open && "problem" in place ? place.problem : refused,
          three_way:
            rebased && "conflict" in rebased ? { reason: rebased.reason, region: rebased.conflict } : null,
          findings: own,
          memories: memories.filter(({ id }) => memory_ids.includes(id)),
        };
      }),
      base_content: base.content,
      current_content: current.content,
      current_version: current.number,
      proposed_content: applied && "content" in applied ? applied.content : null,
      conflict,
    };
  },
});

type Chosen = { hunk_id: string; proposed_text?: string | undefined };

/** The hunks to approve with their texts, in their order. */
function choose(hunks: readonly store.StoredHunk[], chosen: readonly Chosen[] | undefined) {
  for (const [index, { hunk_id, proposed_text }] of (chosen ?? []).entries()) {
    const hunk = hunks.find(({ id }) => id === hunk_id);
    if (!hunk) throw invalidField(`/hunks/${index}/hunk_id`, "is not a hunk of this proposal");
    if (chosen?.findIndex((each) => each.hunk_id === hunk_id) !== index)
      throw invalidField(`/hunks/${index}/hunk_id`, "is named twice");
    const refused = proposed_text === undefined ? null : refuseText(proposed_text, hunk.current_text);
    if (refused !== null) throw invalidField(`/hunks/${index}/proposed_text`, refused);
  }
  return hunks.flatMap((hunk) => {
    const choice = chosen?.find(({ hunk_id }) => hunk_id === hunk.id);
    if (chosen && !choice) return [];
    const text = choice?.proposed_text === undefined ? hunk.proposed_text : withLf(choice.proposed_text);
    return [{ ...hunk, proposed_text: text, edited: text !== hunk.proposed_text }];
  });
}

const proposalApprove = defineOperation(contract.proposalApprove, {
  load: loadProposal,
  authorize: maySeeIts,
  prepare: async ({ db, actor, input, subject: proposal }) => {
    assertOpen(proposal, input.version);
    const tenant = ofActor({ actor });
    const hunks = await store.findHunks(db, { ...tenant, proposal_id: proposal.id });
    const chosen = choose(hunks, input.hunks);
    const skill = await loadSkill({ db, actor, input: { skill_id: proposal.skill.id } });
    const current = await currentVersion(db, skill, actor.organization_id);
    const result = applyEdits(current.content, proposal.section, chosen);
    if ("problem" in result) {
      const drafted = hunks.filter(({ id }) => chosen.some((hunk) => hunk.id === id));
      const is_wording = "content" in applyEdits(current.content, proposal.section, drafted);
      throw is_wording
        ? new AppError("unprocessable", `Your wording cannot be applied. ${result.problem}`)
        : new AppError(
            "conflict",
            `${result.problem} Draft the proposal anew (proposal_redraft), then decide.`,
          );
    }
    if (result.content === current.content)
      throw new AppError("unprocessable", "The approved text changes nothing; reject the proposal instead.");
    const rejected = hunks.filter(({ id }) => !chosen.some((hunk) => hunk.id === id));
    return { chosen, rejected, skill, current, content: result.content };
  },
  handle: async ({ db, actor, input, subject: proposal, prepared, now, audit }) => {
    const { chosen, rejected, current, content } = prepared;
    const tenant = ofActor({ actor });
    const at = now();
    const feedback = input.feedback ?? null;
    const decision = { ...tenant, proposal_id: proposal.id, feedback };
    // The skill before the proposal, as drafting does, so that neither waits for the other in a circle.
    await lockSkills(db, { ...tenant, skill_ids: [proposal.skill.id] });
    assertOpen(await loadProposal({ db, actor, input }), input.version);
    const skill = await holdSkill(db, { ...tenant, skill_id: proposal.skill.id, number: current.number });
    const decider = { actor: actorRef(actor), now: at };
    const decided = { ...decision, ...decider, version: input.version, status: "approved" as const };
    if (!(await store.decideProposal(db, decided)))
      await refuseDecision(db, actor, proposal.id, input.version);
    const { skill_version, delivery } = await publish(db, {
      ...tenant,
      ...decider,
      skill,
      skill_id: skill.id,
      content,
      name: skill.name,
      description: skill.description,
      base_sha256: current.content_sha256,
      origin: "approved",
      proposal_id: proposal.id,
      note: proposal.title,
    });
    await store.setAppliedVersion(db, {
      ...tenant,
      proposal_id: proposal.id,
      number: skill_version.number,
    });
    for (const { id, edited, proposed_text } of chosen)
      if (edited) await store.setEditedText(db, { ...tenant, hunk_id: id, edited_text: proposed_text });
    await store.decideHunks(db, { ...decision, hunk_ids: chosen.map(({ id }) => id), decision: "approved" });
    await store.decideHunks(db, {
      ...decision,
      hunk_ids: rejected.map(({ id }) => id),
      decision: "rejected",
    });
    const memories = await markAddressed(db, {
      ...tenant,
      ...decider,
      ids: [...new Set(chosen.flatMap(({ memory_ids }) => memory_ids))],
      reason: `Taken up by ${skill.name}, version ${skill_version.number}`,
    });
    const findings_addressed = await markFindingsAddressed(db, {
      ...tenant,
      finding_ids: chosen.flatMap(({ finding_ids }) => finding_ids),
      version_id: skill_version.id,
      now: at,
    });
    audit({
      subject_id: proposal.id,
      detail: {
        proposal_id: proposal.id,
        skill_id: skill.id,
        version: skill_version.number,
        version_id: skill_version.id,
        delivery_id: delivery.id,
        hunks: chosen.map(({ id, edited }) => ({ id, edited })),
        rejected_hunks: rejected.map(({ id }) => id),
        memories_addressed: memories.length,
        findings_addressed,
        feedback,
      },
    });
    return {
      proposal: await loadProposal({ db, actor, input }),
      skill_version,
      delivery,
      memories_addressed: memories.length,
      findings_addressed,
    };
  },
});

/** Says who was faster. */
async function refuseDecision(db: Db, actor: Actor, proposal_id: string, version: number): Promise<never> {
  assertOpen(await loadProposal({ db, actor, input: { proposal_id } }), version);
  throw new AppError("conflict", "The proposal changed meanwhile; look at it again and decide.");
}

const proposalReject = defineOperation(contract.proposalReject, {
  load: loadProposal,
  authorize: maySeeIts,
  handle: async ({ db, actor, input, subject: proposal, now, audit }) => {
    assertOpen(proposal, input.version);
    const decision = { ...ofActor({ actor }), proposal_id: proposal.id, feedback: input.feedback };
    const decided = {
      ...decision,
      version: input.version,
      status: "rejected" as const,
      actor: actorRef(actor),
      now: now(),
    };
    if (!(await store.decideProposal(db, decided)))
      await refuseDecision(db, actor, proposal.id, input.version);
    const hunks = await store.findHunks(db, decision);
    await store.decideHunks(db, { ...decision, hunk_ids: hunks.map(({ id }) => id), decision: "rejected" });
    audit({ subject_id: proposal.id, detail: { skill_id: proposal.skill.id, feedback: input.feedback } });
    return loadProposal({ db, actor, input });
  },
});

const proposalRedraft = defineOperation(contract.proposalRedraft, {
  load: loadProposal,
  authorize: maySeeIts,
  prepare: async ({ db, ai, actor, input, subject: proposal, now }) => {
    assertOpen(proposal, input.version);
    if (contract.uploaderOf(proposal.drafter) !== null)
      throw new AppError(
        "unprocessable",
        "No evidence asked for this change: rebase it, have its text uploaded again, or reject it.",
      );
    const plan = await planDrafts(db, {
      ...ofVisible({ actor }),
      model: ai.language_model,
      occasion: "asked",
      skill_id: proposal.skill.id,
      now: now(),
    });
    const isIts = (each: { proposal: { id: string } | null }) => each.proposal?.id === proposal.id;
    const planned = plan.planned.filter(isIts);
    const standing = plan.standing.filter(isIts);
    if (planned.length === 0 && standing.length === 0)
      throw new AppError(
        "unprocessable",
        "The evidence no longer asks for this change, or the skill says so already; reject the proposal.",
      );
    return { ...plan, planned, standing };
  },
  handle: async ({ db, actor, input, prepared: plan, now, audit }) => {
    const { proposals } = await storeDrafts(db, { ...ofActor({ actor }), plan, now: now() });
    audit({ subject_id: input.proposal_id, detail: { outcome: proposals[0]?.outcome } });
    return loadProposal({ db, actor, input });
  },
});

// Deliveries -------------------------------------------------------------------------------------------------

const deliveryList = defineOperation(contract.deliveryList, {
  authorize: () => true,
  handle: ({ db, actor, input }) => store.listDeliveries(db, { ...ofVisible({ actor }), ...input }),
});

/** The texts that meet in a delivery: what it was made for, the skill now, and the file. */
async function readSides(context: { db: Db; actor: Actor; subject: contract.Delivery }) {
  const { db, actor, subject: delivery } = context;
  const tenant = ofActor({ actor });
  const skill = await loadSkill({ db, actor, input: { skill_id: delivery.skill.id } });
  const repository = await findRepositoryById(db, { ...tenant, repository_id: delivery.repository.id });
  if (!repository) throw new Error("a skill belongs to a repository");
  const current = await currentVersion(db, skill, actor.organization_id);
  const base = await store.findContentBySha256(db, {
    ...tenant,
    skill_id: skill.id,
    content_sha256: delivery.base_sha256,
    up_to: delivery.version_number,
  });
  const file = await readSkillFile(db, { ...tenant, repository }, skill.path, skill.delivery_mode).catch(
    (error: unknown) => {
      if (!(error instanceof AppError)) throw error;
      return { problem: error.message };
    },
  );
  return { skill, current, base, file };
}

const deliveryGet = defineOperation(contract.deliveryGet, {
  load: loadDelivery,
  authorize: maySeeIts,
  prepare: readSides,
  handle: async ({ subject: delivery, prepared: { current, base, file } }) => {
    const content = "content" in file ? file.content : null;
    const unresolved = isUnresolved(delivery);
    const mergeable = unresolved && base !== null && content !== null && content !== current.content;
    return {
      ...delivery,
      base_content: base,
      version_content: current.content,
      file_content: content,
      file_problem: "problem" in file ? file.problem : null,
      merge: mergeable ? mergeTexts({ base, version: current.content, file: content }) : null,
    };
  },
});

type Sides = Awaited<ReturnType<typeof readSides>>;

/** The text that resolves a conflict, as a valid skill. */
function resolved(action: "keep_file" | "merge", { skill, current, base, file }: Sides) {
  if ("problem" in file)
    throw new AppError("conflict", `The file cannot be read: ${file.problem}. Put it there again and retry.`);
  const text =
    action === "keep_file" ? file.content : merged({ base, version: current.content, file: file.content });
  const fields = readFrontmatter(parseSkill(text), skill.path);
  if ("problem" in fields)
    throw new AppError("unprocessable", `The text is no valid skill: it ${fields.problem}.`);
  return { content: text, found_sha256: file.sha256, ...fields };
}

function merged(sides: { base: string | null; version: string; file: string }): string {
  const { base, version, file } = sides;
  if (base === null)
    throw new AppError("conflict", "The text both sides come from is not known; keep the file instead.");
  const merge = mergeTexts({ base, version, file });
  if (merge.content !== null) return merge.content;
  const lines = merge.conflicts.map(({ line }) => line).join(", ");
  throw new AppError(
    "conflict",
    `The file and the version change the same text, at line ${lines} of the file. Change the file there and merge ` +
      "again, or keep the file.",
  );
}

const deliveryResolve = defineOperation(contract.deliveryResolve, {
  load: loadDelivery,
  authorize: maySeeIts,
  prepare: async (context) => {
    const { input, subject } = context;
    assertUnresolved(subject);
    const sides = await readSides(context);
    return {
      skill: sides.skill,
      current: sides.current,
      text: input.action === "retry" ? null : resolved(input.action, sides),
    };
  },
  handle: async ({ db, actor, input, subject, prepared, now, audit }) => {
    const { current, text } = prepared;
    const tenant = ofActor({ actor });
    const at = now();
    const skill = await holdSkill(db, { ...tenant, skill_id: prepared.skill.id, number: current.number });
    assertUnresolved(await loadDelivery({ db, actor, input }));
    let made: { skill_version: contract.SkillVersion | null; delivery: contract.Delivery | null } = {
      skill_version: null,
      delivery: null,
    };
    if (text === null) {
      await store.updateDelivery(db, {
        ...tenant,
        delivery_id: subject.id,
        from: store.OUTSTANDING,
        status: "pending",
        error: null,
        found_sha256: null,
        attempts: "reset",
        finished_at: null,
      });
      const data = { ...tenant, delivery_id: subject.id };
      await enqueue(db, skillDeliverJob, data, { key: subject.id });
    } else {
      const { found_sha256, ...fields } = text;
      await store.supersedeDeliveries(db, {
        ...tenant,
        skill_id: skill.id,
        up_to_version: skill.current_version,
        now: at,
      });
      const version = { ...tenant, ...fields, skill_id: skill.id, actor: actorRef(actor), now: at };
      if (input.action === "merge")
        made = await publish(db, {
          ...version,
          skill,
          base_sha256: found_sha256,
          origin: "merged",
          note: "Merged with the changed file",
        });
      else if (fields.content !== current.content)
        made.skill_version = await store.insertVersion(db, {
          ...version,
          origin: "observed",
          note: "Kept the changed file",
        });
    }
    audit({
      subject_id: subject.id,
      detail: { action: input.action, skill_id: skill.id, version: made.skill_version?.number ?? null },
    });
    return {
      delivery: await loadDelivery({ db, actor, input }),
      skill_version: made.skill_version,
      next_delivery: made.delivery,
    };
  },
});

const isUnresolved = ({ status }: contract.Delivery) =>
  contract.UNRESOLVED_DELIVERIES.some((unresolved) => unresolved === status);

function assertUnresolved(delivery: contract.Delivery): void {
  const { status } = delivery;
  if (!isUnresolved(delivery))
    throw new AppError("conflict", `There is nothing to resolve: the delivery is ${status}.`);
}

const deliveryFollow = defineOperation(contract.deliveryFollow, {
  load: loadDelivery,
  authorize: maySeeIts,
  prepare: ({ db, actor, input, now }) =>
    followDelivery(db, { ...ofActor({ actor }), delivery_id: input.delivery_id, now: now() }),
  handle: async ({ db, actor, input, subject, audit }) => {
    const delivery = await loadDelivery({ db, actor, input });
    audit({ subject_id: subject.id, detail: { before: subject.status, after: delivery.status } });
    return delivery;
  },
});

const pullRequestFollow = defineOperation(contract.pullRequestFollow, {
  load: async ({ db, actor, input: { repository: reference } }) => {
    const found =
      (await findRepositoryByLocation(db, { ...ofActor({ actor }), location: reference })) ??
      (await findRepositoryByName(db, { ...ofActor({ actor }), name: reference }));
    if (!found) throw new AppError("not_found", "This repository is not registered.");
    return found;
  },
  authorize: (actor, repository) => maySeeRepository(actor, repository.id),
  handle: async ({ db, actor, input, subject: { id: repository_id }, audit }) => {
    const { organization_id } = actor;
    const { pull_request } = input;
    const delivery = await store.findPullRequestDelivery(db, {
      organization_id,
      repository_id,
      pull_request,
    });
    audit({ subject_id: delivery?.id ?? repository_id, detail: { pull_request } });
    if (!delivery) return { accepted: false, delivery_id: null };
    const data = { organization_id, delivery_id: delivery.id };
    await enqueue(db, deliveryFollowJob, data, { key: delivery.id });
    return { accepted: true, delivery_id: delivery.id };
  },
});

export const operations = [
  skillRegister,
  skillDiscover,
  skillList,
  skillGet,
  skillUpdate,
  skillRaw,
  skillVersionList,
  skillVersionGet,
  skillRevert,
  skillMarkers,
  proposalDraft,
  proposalUpload,
  proposalList,
  proposalGet,
  proposalApprove,
  proposalReject,
  proposalRedraft,
  deliveryList,
  deliveryGet,
  deliveryResolve,
  deliveryFollow,
  pullRequestFollow,
  ...deskOperations,
];
