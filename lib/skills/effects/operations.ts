import type { Db } from "@/lib/db/client";
import { countFlagged, findRulesOfVersions } from "@/lib/db/sql/skills";
import { tenantOf } from "@/lib/kernel/actor";
import { DAY_MS } from "@/lib/kernel/time";
import { defineQuery } from "@/lib/runtime/operation";
import * as contract from "../contract";
import * as deliveriesQueries from "../deliveries/queries";
import { countOfSkill, loadCandidates } from "../drafting/answers";
import * as proposalsQueries from "../proposals/queries";
import { loadFilter, loadSkill, maySeeFilter, maySeeIts, ofVisible } from "../skills/loaders";
import * as skillsQueries from "../skills/queries";
import * as versionsQueries from "../versions/queries";
import {
  type ComparedVersion,
  countedOf,
  judge,
  judgeAdoption,
  judgeFalsePositives,
  TARGET_DAYS,
} from "./effect";

/** Approved versions whose effect is shown. */
const MOST_VERSIONS = 50;

export const skillEffects = defineQuery(contract.skillEffects, {
  load: loadSkill,
  authorize: maySeeIts,
  read: async ({ db, actor, input, subject: skill, now }) => {
    const tenant = tenantOf({ actor });
    const of_skill = { ...tenant, skill_id: skill.id };
    const versions = await versionsQueries.findApprovedVersions(db, {
      ...tenant,
      repository_ids: null,
      skill_id: skill.id,
      most: MOST_VERSIONS,
    });
    const rules = await findRulesOfVersions(db, { ...tenant, version_ids: versions.map(({ id }) => id) });
    const numbers = versions.map(({ number }) => number);
    const deliveries = await deliveriesQueries.findDeliveriesOfVersions(db, { ...of_skill, numbers });
    const scope = { ...of_skill, candidates: await loadCandidates(db, tenant) };
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
        ...(await countOfSkill(db, { ...scope, ...period, rule_categories: categories })),
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

const earliest = (a: Date, b: Date | undefined) => {
  if (b && b < a) return b;
  return a;
};

const latest = (a: Date, b: Date | undefined) => {
  if (b && b > a) return b;
  return a;
};

/** Versions of which the one to judge the target by is chosen. */
const MOST_COMPARED = 20;

/**
 * The approved version that the target is judged by: the latest with enough findings on both sides, else the latest.
 * Null when none was approved.
 */
async function comparedVersion(
  db: Db,
  {
    now,
    ...scope
  }: { organization_id: string; repository_ids: readonly string[] | null; repository_id?: string; now: Date },
): Promise<ComparedVersion | null> {
  const { organization_id } = scope;
  const versions = await versionsQueries.findApprovedVersions(db, { ...scope, most: MOST_COMPARED });
  let latest: ComparedVersion | null = null;
  for (const version of versions.reverse()) {
    const skill = await skillsQueries.findSkill(db, { organization_id, skill_id: version.skill.id });
    if (!skill) continue;
    const deliveries = await deliveriesQueries.findDeliveriesOfVersions(db, {
      organization_id,
      skill_id: skill.id,
      numbers: [version.number],
    });
    const delivered = deliveries.find(({ status }) => status === "delivered");
    const at = new Date(delivered?.finished_at ?? version.created_at);
    const count = async (period: { from: Date; to: Date }) => ({
      ...period,
      ...(await countFlagged(db, {
        organization_id,
        visible_repository_ids: scope.repository_ids,
        repository_id: skill.repository.id,
        ...period,
      })),
    });
    const before = await count({ from: new Date(at.getTime() - TARGET_DAYS * DAY_MS), to: at });
    const until = new Date(Math.min(now.getTime() + 1, at.getTime() + TARGET_DAYS * DAY_MS));
    const after = await count({ from: at, to: until });
    const compared = { skill: skill.name, number: version.number, before, after };
    latest ??= compared;
    if (before.flagged >= contract.LEAST_SAMPLE && after.flagged >= contract.LEAST_SAMPLE) return compared;
  }
  return latest;
}

export const skillTargets = defineQuery(contract.skillTargets, {
  load: loadFilter,
  authorize: maySeeFilter,
  read: async ({ db, actor, subject: repository, now }) => {
    const visible = ofVisible({ actor });
    const compared = await comparedVersion(db, {
      ...visible,
      repository_id: repository?.id,
      now: now(),
    });
    const { approved, rejected } = await proposalsQueries.countDecided(db, {
      ...visible,
      repository_id: repository?.id,
    });
    return {
      false_positives: judgeFalsePositives(compared),
      adoption: judgeAdoption(approved, approved + rejected),
    };
  },
});
