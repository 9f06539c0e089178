import { findRepositoryById } from "@/lib/citations";
import { actorRef, tenantOf } from "@/lib/kernel/actor";
import { AppError, invalidField } from "@/lib/kernel/errors";
import { redactText } from "@/lib/memories";
import { defineCommand, defineQuery } from "@/lib/runtime/operation";
import * as contract from "../contract";
import { followText } from "../versions/follow-text";
import * as versionsQueries from "../versions/queries";
import { readFrontmatter } from "./frontmatter";
import { currentVersion, holdSkill, loadSkill, maySeeIts, publish } from "./loaders";
import { parseSkill } from "./markdown";
import { refuseMode } from "./operations";
import * as skillsQueries from "./queries";

export const skillUpdate = defineCommand(contract.skillUpdate, {
  load: async (context) => {
    const skill = await loadSkill(context);
    const ofRepository = { ...tenantOf(context), repository_id: skill.repository.id };
    const repository = await findRepositoryById(context.db, ofRepository);
    if (!repository) throw new Error("a skill belongs to a repository");
    return { skill, repository };
  },
  authorize: (actor, { skill }) => maySeeIts(actor, skill),
  write: async ({ db, actor, input, subject: { skill, repository }, now, audit }) => {
    const refused = refuseMode(repository, input.delivery_mode);
    if (refused !== null) throw invalidField("/delivery_mode", refused);
    const version = input.version ?? skill.version;
    const change = { ...tenantOf({ actor }), ...input, version, now: now() };
    if (!(await skillsQueries.setDeliveryMode(db, change)))
      throw new AppError("conflict", "The skill changed meanwhile; review it and try again.");
    audit({
      subject_id: skill.id,
      detail: { delivery_mode: { before: skill.delivery_mode, after: input.delivery_mode } },
    });
    return loadSkill({ db, actor, input });
  },
});

export const skillRaw = defineQuery(contract.skillRaw, {
  load: loadSkill,
  authorize: maySeeIts,
  read: ({ db, actor, subject: skill }) => currentVersion(db, skill, actor.organization_id),
});

export const skillVersionList = defineQuery(contract.skillVersionList, {
  load: loadSkill,
  authorize: maySeeIts,
  read: ({ db, actor, input }) => versionsQueries.listVersions(db, { ...tenantOf({ actor }), ...input }),
});

export const skillVersionGet = defineQuery(contract.skillVersionGet, {
  load: loadSkill,
  authorize: maySeeIts,
  read: async ({ db, actor, input }) => {
    const found = await versionsQueries.findVersion(db, { ...tenantOf({ actor }), ...input });
    if (!found) throw new AppError("not_found", `The skill has no version ${input.number}.`);
    return found;
  },
});

export const skillRevert = defineCommand(contract.skillRevert, {
  load: loadSkill,
  authorize: maySeeIts,
  prepare: async ({ db, actor, input, subject: skill }) => {
    const target = await versionsQueries.findVersion(db, { ...tenantOf({ actor }), ...input });
    if (!target) throw invalidField("/number", `the skill has no version ${input.number}`);
    const fields = readFrontmatter(parseSkill(target.content), skill.path);
    // It was valid when it was registered, and its path does not change.
    if ("problem" in fields) throw new Error(`a stored version ${fields.problem}`);
    const note = await redactText(input.note ?? `Text of version ${input.number}`);
    return { content: target.content, content_sha256: target.content_sha256, note, ...fields };
  },
  write: async ({ db, actor, input, subject, prepared, now, audit }) => {
    if (input.version !== undefined && input.version !== subject.version)
      throw new AppError("conflict", `The skill changed meanwhile; its version is ${subject.version}.`);
    const { content_sha256, ...text } = prepared;
    const at = now();
    const ofSkill = { ...tenantOf({ actor }), skill_id: subject.id };
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
      now: at,
    });
    const { freed, marked } = await followText(db, {
      ...ofSkill,
      actor: actorRef(actor),
      reason: `${skill.name} was reverted to the text of version ${input.number}`,
      now: at,
    });
    audit({
      subject_id: skill.id,
      detail: { number: input.number, version: skill_version.number, freed, marked },
    });
    return { skill: await loadSkill({ db, actor, input }), skill_version, delivery };
  },
});
