import { findRepositoryById, findRepositoryByLocation, findRepositoryByName } from "@/lib/citations";
import type { Db } from "@/lib/db/client";
import { findRulesOfVersions } from "@/lib/db/sql/skills";
import { enqueue } from "@/lib/jobs";
import { type Actor, actorRef, maySeeRepository, tenantOf } from "@/lib/kernel/actor";
import { AppError } from "@/lib/kernel/errors";
import { defineCommand, defineQuery } from "@/lib/runtime/operation";
import * as contract from "../contract";
import { deliveryFollowJob, skillDeliverJob } from "../jobs";
import { readSkillFile } from "../skills/file-source";
import { readFrontmatter } from "../skills/frontmatter";
import {
  currentVersion,
  holdSkill,
  loadDelivery,
  loadFilter,
  loadSkill,
  maySeeFilter,
  maySeeIts,
  ofVisible,
  publish,
} from "../skills/loaders";
import { parseSkill } from "../skills/markdown";
import { followText } from "../versions/follow-text";
import * as versionsQueries from "../versions/queries";
import { followDelivery } from "./delivery-attempt";
import { mergeTexts } from "./merge";
import * as deliveriesQueries from "./queries";
import { endDeliveries, supersede } from "./supersede";

export const skillMarkers = defineQuery(contract.skillMarkers, {
  load: loadFilter,
  authorize: maySeeFilter,
  read: async ({ db, actor, input, subject: repository }) => {
    const versions = await versionsQueries.findApprovedVersions(db, {
      ...ofVisible({ actor }),
      repository_id: repository?.id,
      from: input.from === undefined ? undefined : new Date(input.from),
      to: input.to === undefined ? undefined : new Date(input.to),
      most: contract.MAX_MARKERS,
    });
    const rules = await findRulesOfVersions(db, {
      ...tenantOf({ actor }),
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

export const deliveryList = defineQuery(contract.deliveryList, {
  authorize: "filtered",
  read: ({ db, actor, input }) => deliveriesQueries.listDeliveries(db, { ...ofVisible({ actor }), ...input }),
});

/** The texts that meet in a delivery: what it was made for, the skill now, and the file. */
async function readSides(context: { db: Db; actor: Actor; subject: contract.Delivery }) {
  const { db, actor, subject: delivery } = context;
  const tenant = tenantOf({ actor });
  const skill = await loadSkill({ db, actor, input: { skill_id: delivery.skill.id } });
  const repository = await findRepositoryById(db, { ...tenant, repository_id: delivery.repository.id });
  if (!repository) throw new Error("a skill belongs to a repository");
  const current = await currentVersion(db, skill, actor.organization_id);
  const base = await versionsQueries.findContentBySha256(db, {
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

export const deliveryGet = defineQuery(contract.deliveryGet, {
  load: loadDelivery,
  authorize: maySeeIts,
  read: async (context) => {
    const { subject: delivery } = context;
    const { current, base, file } = await readSides(context);
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
    throw new AppError("conflict", `The file cannot be read: ${file.problem}. Restore it and retry.`);
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
    throw new AppError("conflict", "The common base of both texts is not known; keep the file instead.");
  const merge = mergeTexts({ base, version, file });
  if (merge.content !== null) return merge.content;
  const lines = merge.conflicts.map(({ line }) => line).join(", ");
  throw new AppError(
    "conflict",
    `The file and the version change the same text, at line ${lines} of the file. Change the file there and merge ` +
      "again, or keep the file.",
  );
}

export const deliveryResolve = defineCommand(contract.deliveryResolve, {
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
  write: async ({ db, actor, input, subject, prepared, now, audit }) => {
    const { current, text } = prepared;
    const tenant = tenantOf({ actor });
    const at = now();
    const skill = await holdSkill(db, { ...tenant, skill_id: prepared.skill.id, number: current.number });
    assertUnresolved(await loadDelivery({ db, actor, input }));
    let made: { skill_version: contract.SkillVersion | null; delivery: contract.Delivery | null } = {
      skill_version: null,
      delivery: null,
    };
    if (text === null) {
      await deliveriesQueries.updateDelivery(db, {
        ...tenant,
        delivery_id: subject.id,
        from: deliveriesQueries.OUTSTANDING,
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
      const version = { ...tenant, ...fields, skill_id: skill.id, actor: actorRef(actor), now: at };
      if (input.action === "merge") {
        await supersede(db, {
          ...tenant,
          skill_id: skill.id,
          up_to_version: skill.current_version,
          now: at,
        });
        made = await publish(db, {
          ...version,
          skill,
          base_sha256: found_sha256,
          origin: "merged",
          note: "Merged with the changed file",
        });
      } else made.skill_version = await keepFile(db, { ...version, skill, current });
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

/** Makes the file's text the skill's next version, unless it is the current one's already. */
async function keepFile(
  tx: Db,
  {
    skill,
    current,
    ...version
  }: Omit<Parameters<typeof versionsQueries.insertVersion>[1], "origin" | "note"> & {
    skill: contract.Skill;
    current: contract.SkillVersion & { content: string };
  },
): Promise<contract.SkillVersion | null> {
  const { organization_id, skill_id, actor, now } = version;
  if (version.content === current.content) {
    await endDeliveries(tx, { organization_id, skill_id, current_version: skill.current_version, now });
    return null;
  }
  await supersede(tx, { organization_id, skill_id, up_to_version: skill.current_version, now });
  const made = await versionsQueries.insertVersion(tx, {
    ...version,
    origin: "observed",
    note: "Kept the changed file",
  });
  const reason = `The file of ${skill.name} was kept as it is`;
  await followText(tx, { organization_id, skill_id, actor, reason, now });
  return made;
}

const isUnresolved = ({ status }: contract.Delivery) =>
  contract.UNRESOLVED_DELIVERIES.some((unresolved) => unresolved === status);

function assertUnresolved(delivery: contract.Delivery): void {
  const { status } = delivery;
  if (!isUnresolved(delivery))
    throw new AppError("conflict", `There is nothing to resolve: the delivery is ${status}.`);
}

export const deliveryFollow = defineCommand(contract.deliveryFollow, {
  load: loadDelivery,
  authorize: maySeeIts,
  prepare: ({ db, actor, input, now }) =>
    followDelivery(db, { ...tenantOf({ actor }), delivery_id: input.delivery_id, now: now() }),
  write: async ({ db, actor, input, subject, audit }) => {
    const delivery = await loadDelivery({ db, actor, input });
    audit({ subject_id: subject.id, before: { status: subject.status }, after: { status: delivery.status } });
    return delivery;
  },
});

export const pullRequestFollow = defineCommand(contract.pullRequestFollow, {
  load: async ({ db, actor, input: { repository: reference } }) => {
    const found =
      (await findRepositoryByLocation(db, { ...tenantOf({ actor }), location: reference })) ??
      (await findRepositoryByName(db, { ...tenantOf({ actor }), name: reference }));
    if (!found) throw new AppError("not_found", "This repository is not registered.");
    return found;
  },
  authorize: (actor, repository) => maySeeRepository(actor, repository.id),
  write: async ({ db, actor, input, subject: { id: repository_id }, audit }) => {
    const { organization_id } = actor;
    const { pull_request } = input;
    const delivery = await deliveriesQueries.findPullRequestDelivery(db, {
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
