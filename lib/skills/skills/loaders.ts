import { findRepositoryByName, type Repository } from "@/lib/citations";
import type { Db } from "@/lib/db/client";
import { lockSkills } from "@/lib/db/sql/skills";
import { enqueue } from "@/lib/jobs";
import { type Actor, maySeeRepository, tenantOf } from "@/lib/kernel/actor";
import { AppError } from "@/lib/kernel/errors";
import type * as contract from "../contract";
import * as deliveriesQueries from "../deliveries/queries";
import { skillDeliverJob } from "../jobs";
import * as proposalsQueries from "../proposals/queries";
import * as versionsQueries from "../versions/queries";
import * as skillsQueries from "./queries";
export const ofVisible = ({ actor }: { actor: Actor }) => ({
  ...tenantOf({ actor }),
  repository_ids: actor.repository_ids,
});
export const maySeeIts = (actor: Actor, subject: { repository: { id: string } }) =>
  maySeeRepository(actor, subject.repository.id);

export async function loadRepository(context: { db: Db; actor: Actor; input: { repository: string } }) {
  const name = context.input.repository;
  const found = await findRepositoryByName(context.db, { ...tenantOf(context), name });
  if (!found) throw new AppError("not_found", `The repository ${name} is not registered.`);
  return found;
}

/** The repository of a filter; undefined without one. */
export async function loadFilter(context: { db: Db; actor: Actor; input: { repository?: string } }) {
  const { repository } = context.input;
  if (repository === undefined) return undefined;
  return loadRepository({ ...context, input: { repository } });
}

export const maySeeFilter = (actor: Actor, repository: Repository | undefined) =>
  repository === undefined || maySeeRepository(actor, repository.id);

export async function loadSkill(context: { db: Db; actor: Actor; input: { skill_id: string } }) {
  const found = await skillsQueries.findSkill(context.db, { ...tenantOf(context), ...context.input });
  if (!found) throw new AppError("not_found", "This skill does not exist.");
  return found;
}

export async function loadProposal(context: { db: Db; actor: Actor; input: { proposal_id: string } }) {
  const found = await proposalsQueries.findProposal(context.db, { ...tenantOf(context), ...context.input });
  if (!found) throw new AppError("not_found", "This proposal does not exist.");
  return found;
}

export async function loadDelivery(context: { db: Db; actor: Actor; input: { delivery_id: string } }) {
  const found = await deliveriesQueries.findDelivery(context.db, { ...tenantOf(context), ...context.input });
  if (!found) throw new AppError("not_found", "This delivery does not exist.");
  return found;
}

export async function currentVersion(db: Db, skill: contract.Skill, organization_id: string) {
  const version = { organization_id, skill_id: skill.id, number: skill.current_version };
  const found = await versionsQueries.findVersion(db, version);
  if (!found) throw new Error("a skill has a current version");
  return found;
}

/** Holds the skill and sees that its text is still the one that was worked on. */
export async function holdSkill(
  tx: Db,
  { organization_id, skill_id, number }: { organization_id: string; skill_id: string; number: number },
) {
  await lockSkills(tx, { organization_id, skill_ids: [skill_id] });
  const skill = await skillsQueries.findSkill(tx, { organization_id, skill_id });
  if (skill?.current_version !== number)
    throw new AppError("conflict", "The skill has another version meanwhile; review it and try again.");
  return skill;
}

/** A new version, its delivery, and the job that makes it. The caller holds the skill. */
export async function publish(
  tx: Db,
  {
    skill,
    base_sha256,
    ...version
  }: Parameters<typeof versionsQueries.insertVersion>[1] & { skill: contract.Skill; base_sha256: string },
) {
  const { organization_id, skill_id, now } = version;
  const skill_version = await versionsQueries.insertVersion(tx, version);
  const delivery = await deliveriesQueries.insertDelivery(tx, {
    organization_id,
    skill_id,
    version_number: skill_version.number,
    mode: skill.delivery_mode,
    base_sha256,
    now,
  });
  await enqueue(tx, skillDeliverJob, { organization_id, delivery_id: delivery.id }, { key: delivery.id });
  return { skill_version, delivery };
}

/** The proposal may still be decided, in the version that was looked at. */
export function assertOpen(proposal: contract.Proposal, version: number): void {
  if (proposal.status !== "open")
    throw new AppError(
      "conflict",
      `The proposal was ${proposal.status} already${proposal.decided_by ? ` by ${proposal.decided_by.name}` : ""}.`,
    );
  if (proposal.version !== version)
    throw new AppError(
      "conflict",
      `The proposal changed meanwhile; its version is ${proposal.version}. Review it again and decide.`,
    );
}
