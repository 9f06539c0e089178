import { findRepositoryById, githubOf } from "@/lib/citations";
import type { Database, Db } from "@/lib/db/client";
import { enqueue } from "@/lib/jobs";
import type { Tenant } from "@/lib/kernel/actor";
import type { Delivery } from "../contract";
import { findSkill } from "../skills/queries";
import { findVersion } from "../versions/queries";
import { branchOf } from "./branch";
import { PULL_REQUEST_CLOSE } from "./job-schema";
import { closeAtGithub, findAtGithub, followAtGithub } from "./pull-request";
import {
  findDelivery,
  findOutstandingDeliveries,
  OUTSTANDING,
  supersedeDeliveries,
  updateDelivery,
} from "./queries";

/**
 * Ends the skill's outstanding deliveries of versions up to this one, whose place something later took.
 * Merging one of their pull requests would set the skill back: a job closes them, again while GitHub fails.
 */
export async function supersede(
  tx: Db,
  { organization_id, ...params }: Tenant & { skill_id: string; up_to_version: number; now: Date },
): Promise<void> {
  for (const delivery_id of await supersedeDeliveries(tx, { organization_id, ...params }))
    await closeSoon(tx, { organization_id, delivery_id });
}

/** Has the pull request of a superseded delivery closed in the background. */
export async function closeSoon(tx: Db, data: Tenant & { delivery_id: string }): Promise<void> {
  await enqueue(tx, PULL_REQUEST_CLOSE, data, { key: data.delivery_id });
}

/**
 * Ends the outstanding deliveries of a skill whose file has its current version's text, however it got there. Those of
 * earlier versions are superseded.
 */
export async function endDeliveries(
  tx: Db,
  {
    organization_id,
    skill_id,
    current_version,
    now,
  }: Tenant & { skill_id: string; current_version: number; now: Date },
): Promise<void> {
  const outstanding = await findOutstandingDeliveries(tx, { organization_id, skill_id });
  const current = outstanding.find(({ version_number }) => version_number === current_version);
  if (current)
    await updateDelivery(tx, {
      organization_id,
      delivery_id: current.id,
      from: OUTSTANDING,
      status: "delivered",
      error: null,
      found_sha256: null,
      finished_at: now,
    });
  await supersede(tx, { organization_id, skill_id, up_to_version: current_version - 1, now });
}

/**
 * Closes the pull request of a superseded delivery, unless it was closed or merged already. One that an attempt opened
 * and was cut off before it was noted is found by its branch.
 * @throws GithubError when it is worth trying again.
 */
export async function closePullRequest(
  db: Database,
  { organization_id, delivery_id }: Tenant & { delivery_id: string },
): Promise<void> {
  const delivery = await findDelivery(db, { organization_id, delivery_id });
  if (delivery?.status !== "superseded") return;
  if (delivery.pull_request === null && delivery.mode !== "pull_request") return;
  const repository_id = delivery.repository.id;
  const repository = await findRepositoryById(db, { organization_id, repository_id });
  const at = repository && (await githubOf(db, { organization_id, repository }));
  if (!at) return;
  const number = await openNumber(db, { organization_id, delivery, at });
  if (number === null) return;
  const skill = await findSkill(db, { organization_id, skill_id: delivery.skill.id });
  const why =
    skill && skill.current_version > delivery.version_number
      ? `Version ${skill.current_version} of the skill replaced it.`
      : "The file of the skill was kept as it is.";
  await closeAtGithub(at.github, { ...at, number, why });
}

/** The number of a delivery's pull request, as long as it is open; null: there is nothing to close. */
async function openNumber(
  db: Db,
  {
    organization_id,
    delivery,
    at,
  }: Tenant & { delivery: Delivery; at: NonNullable<Awaited<ReturnType<typeof githubOf>>> },
): Promise<number | null> {
  const { pull_request, skill, version_number: number } = delivery;
  if (pull_request !== null)
    return (await followAtGithub(at.github, { ...at, number: pull_request })) === "open"
      ? pull_request
      : null;
  const version = await findVersion(db, { organization_id, skill_id: skill.id, number });
  if (!version) return null;
  const found = await findAtGithub(at.github, { ...at, branch: branchOf(skill, version) });
  return found?.outcome === "open" ? found.number : null;
}
