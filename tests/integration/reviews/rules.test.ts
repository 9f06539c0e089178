import { describe, expect, it } from "vitest";
import { newId } from "@/lib/kernel/ids";
import {
  findingsByIds,
  judgeRules,
  markFindingsAddressed,
  rejectedFindings,
  rejectionThresholds,
  ruleShares,
} from "@/lib/reviews";
import * as contract from "@/lib/reviews/contract";
import type { Context } from "@/lib/runtime/operation";
import { contextOf, createOrganization, run, testDatabase } from "../../support/database";

const database = testDatabase();

const NOW = new Date("2026-03-18T12:00:00.000Z");

async function lead(settings: Record<string, unknown> = {}) {
  const organization = await createOrganization(database.db, settings);
  const context = contextOf(database, await organization.person("lead"), { now: () => NOW });
  return { organization_id: organization.organization_id, context };
}

type Counted = { implement?: number; reject?: number; defer?: number; clarify?: number };

/** Posts one evaluation with so many findings of a rule. */
async function post(
  context: Context,
  rule_category: string,
  counted: Counted,
  about: { reviewed_at?: string; skill?: string; agent?: string } = {},
) {
  let number = 0;
  const items = (count = 0) =>
    Array.from({ length: count }, () => ({ number: ++number, title: "A finding", rule_category }));
  return run(
    contract.reviewEvaluate,
    {
      workflow_id: `pr-${newId()}`,
      summary: "Reviewed",
      items_to_implement: items(counted.implement),
      items_rejected: items(counted.reject),
      items_deferred: items(counted.defer),
      items_needing_clarification: items(counted.clarify),
      ...about,
    },
    context,
  );
}

describe("rule_list", () => {
  it("counts per rule, and ranks by the rejections that the sample supports", async () => {
    const { context } = await lead();
    await post(context, "imports", { reject: 8, implement: 10, defer: 2, clarify: 5 });
    await post(context, "naming", { reject: 1 });
    await post(context, "security", { implement: 6 });
    await post(context, "unused_code", { reject: 5 });
    const { items, total } = await run(contract.ruleList, {}, context);
    expect(total).toBe(4);
    expect(items.map((rule) => [rule.rule_category, rule.high_rejection])).toEqual([
      ["imports", true],
      ["unused_code", true],
      ["naming", false],
      ["security", false],
    ]);
    expect(items[0]).toMatchObject({
      flagged: 20,
      implemented: 10,
      rejected: 8,
      deferred: 2,
      clarify: 5,
      rate: 0.4,
      addressed_at: null,
      total: { flagged: 20, rejected: 8 },
    });
    expect(items[0]?.low).toBeCloseTo(0.2188, 4);
    expect(items[0]?.high).toBeCloseTo(0.6134, 4);
    expect(items[0]?.evidence).toBeCloseTo(4.376, 3);
    const first = await run(contract.ruleList, { limit: 1 }, context);
    expect([first.items.length, first.total]).toEqual([1, 4]);
  });

  it("follows the organization's thresholds", async () => {
    const { context } = await lead({ high_rejection_rate: 0.5, high_rejection_flagged: 2 });
    await post(context, "naming", { reject: 1, implement: 1 }, { reviewed_at: "2026-03-01T00:00:00Z" });
    await post(context, "imports", { reject: 4, implement: 6 }, { reviewed_at: "2026-03-01T00:00:00Z" });
    const { items, thresholds } = await run(contract.ruleList, {}, context);
    expect(Object.fromEntries(items.map((rule) => [rule.rule_category, rule.high_rejection]))).toEqual({
      naming: true,
      imports: false,
    });
    expect(thresholds).toEqual({ high_rejection_rate: 0.5, high_rejection_flagged: 2 });
  });

  it("counts only the period, the skill and the agent asked for", async () => {
    const { context } = await lead();
    const at = (reviewed_at: string, about = {}) => ({ reviewed_at, ...about });
    await post(context, "naming", { reject: 1 }, at("2026-01-01T00:00:00Z"));
    await post(context, "naming", { reject: 2 }, at("2026-02-01T00:00:00Z", { skill: "review" }));
    await post(context, "naming", { reject: 4 }, at("2026-03-01T00:00:00Z", { agent: "bot" }));
    const rejected = async (filters: Record<string, unknown>) =>
      (await run(contract.ruleList, filters, context)).items.map((rule) => rule.rejected);
    expect(await rejected({})).toEqual([7]);
    expect(await rejected({ from: "2026-01-01T00:00:00Z", to: "2026-03-01T00:00:00Z" })).toEqual([3]);
    expect(await rejected({ from: "2026-03-01T00:00:00Z" })).toEqual([4]);
    expect(await rejected({ skill: "review" })).toEqual([2]);
    expect(await rejected({ agent: "bot" })).toEqual([4]);
    expect(await rejected({ from: "2026-03-02T00:00:00Z" })).toEqual([]);
    await expect(
      run(contract.ruleList, { from: "2026-03-02T00:00:00Z", to: "2026-03-02T00:00:00Z" }, context),
    ).rejects.toMatchObject({ errors: [{ pointer: "/to" }] });
  });

  it("compares the last 30 days with the 30 before, whole days in UTC", async () => {
    const { context } = await lead();
    const since = "2026-02-17T00:00:00.000Z";
    await post(context, "naming", { reject: 30, implement: 10 }, { reviewed_at: "2026-02-16T23:59:59.999Z" });
    await post(context, "naming", { reject: 4, implement: 36 }, { reviewed_at: since });
    await post(context, "naming", { implement: 50 }, { reviewed_at: "2026-01-17T23:59:59.999Z" });
    await post(context, "imports", { reject: 3 }, { reviewed_at: since });
    const { items } = await run(
      contract.ruleList,
      { from: "2026-03-01T00:00:00Z", to: NOW.toISOString() },
      context,
    );
    expect(items).toEqual([]);
    const all = (await run(contract.ruleList, { to: NOW.toISOString() }, context)).items;
    const trendOf = (category: string) => all.find((rule) => rule.rule_category === category)?.trend;
    expect(trendOf("naming")).toMatchObject({
      direction: "falling",
      since,
      earlier_flagged: 40,
      later_flagged: 40,
    });
    expect(trendOf("naming")?.difference).toBeCloseTo(-0.65, 12);
    expect(trendOf("imports")).toBeNull();
  });

  it("leaves out the findings that a skill version took up, and counts the rule's others, as the rates over time do", async () => {
    const { context, organization_id } = await lead();
    const early = "2026-02-01T00:00:00Z";
    const { findings } = await post(
      context,
      "naming",
      { reject: 6, implement: 4 },
      { reviewed_at: early, skill: "review" },
    );
    await post(context, "naming", { reject: 3 }, { reviewed_at: early, skill: "other" });
    const rejected = findings.filter((finding) => finding.disposition === "reject").map(({ id }) => id);
    const version_id = newId();
    const addressed = { organization_id, finding_ids: rejected.slice(1), version_id };
    const now = new Date("2026-02-10T00:00:00Z");
    expect(await markFindingsAddressed(database.db, { ...addressed, now })).toBe(5);
    expect(await markFindingsAddressed(database.db, { ...addressed, now: NOW })).toBe(0);
    await post(
      context,
      "naming",
      { reject: 1, implement: 9 },
      { reviewed_at: "2026-02-20T00:00:00Z", skill: "review" },
    );

    const of = async (skill?: string) => (await run(contract.ruleList, { skill }, context)).items[0];
    expect(await of("review")).toMatchObject({
      flagged: 15,
      rejected: 2,
      high_rejection: false,
      addressed_at: now.toISOString(),
      total: { flagged: 20, rejected: 7 },
    });
    expect(await of("other")).toMatchObject({ flagged: 3, rejected: 3, addressed_at: null });
    expect(await of()).toMatchObject({ flagged: 18, rejected: 5, total: { flagged: 23, rejected: 10 } });
    const period = { from: "2026-01-28T12:00:00Z", to: "2026-03-01T00:00:00Z" };
    for (const skill of ["review", "other", undefined]) {
      const { series } = await run(contract.ruleSeries, { ...period, skill, per_rule: true }, context);
      const { items } = await run(contract.ruleList, { ...period, skill }, context);
      const figures = items.map(({ rule_category, flagged, rejected, rate, total }) => ({
        rule_category,
        flagged,
        rejected,
        rate,
        total,
      }));
      expect(series).toMatchObject(figures);
    }

    const [shown] = await findingsByIds(database.db, { organization_id, finding_ids: rejected.slice(1, 2) });
    expect(shown).toMatchObject({ addressed_at: now.toISOString(), addressed_by_version: version_id });
    const listed = await run(contract.findingList, { addressed: true }, context);
    expect(listed.total).toBe(5);
    const moved = run(contract.findingUpdate, { finding_id: rejected[1] ?? "", rule_category: "x" }, context);
    await expect(moved).rejects.toMatchObject({ code: "conflict" });
  });
});

describe("rule_series", () => {
  it("has every bucket of the period, those without findings with a null rate", async () => {
    const { context } = await lead();
    await post(context, "naming", { reject: 1, implement: 3 }, { reviewed_at: "2026-03-01T23:59:59.999Z" });
    await post(context, "imports", { reject: 2 }, { reviewed_at: "2026-03-02T00:00:00.000Z" });
    await post(context, "naming", { defer: 1, clarify: 1 }, { reviewed_at: "2026-03-17T00:00:00Z" });
    const { series, from, to } = await run(contract.ruleSeries, { bucket: "week" }, context);
    expect([from, to]).toEqual(["2025-12-29T00:00:00.000Z", "2026-03-19T00:00:00.000Z"]);
    expect(series).toHaveLength(1);
    expect(series[0]).toMatchObject({ rule_category: null, flagged: 7, rejected: 3, clarify: 1 });
    expect(series[0]?.buckets.slice(-4).map(({ at, flagged, rate }) => [at, flagged, rate])).toEqual([
      ["2026-02-23T00:00:00.000Z", 4, 0.25],
      ["2026-03-02T00:00:00.000Z", 2, 1],
      ["2026-03-09T00:00:00.000Z", 0, null],
      ["2026-03-16T00:00:00.000Z", 1, 0],
    ]);
    expect(series[0]?.buckets).toHaveLength(12);
  });

  it("is empty but whole where nothing was found", async () => {
    const { context } = await lead();
    const { series } = await run(contract.ruleSeries, { bucket: "day" }, context);
    expect(series[0]?.buckets.map((bucket) => bucket.rate)).toEqual(Array.from({ length: 12 }, () => null));
    expect((await run(contract.ruleSeries, { per_rule: true }, context)).series).toEqual([]);
  });

  it("splits into the rules, most flagged first, or keeps to those asked for", async () => {
    const { context } = await lead();
    await post(context, "naming", { reject: 1 }, { reviewed_at: "2026-02-11T00:00:00Z" });
    await post(context, "imports", { reject: 2 }, { reviewed_at: "2026-03-11T00:00:00Z" });
    const month = { bucket: "month" as const, from: "2026-02-03T00:00:00Z" };
    const split = await run(contract.ruleSeries, { ...month, per_rule: true }, context);
    expect(
      split.series.map((one) => [one.rule_category, one.buckets.map((bucket) => bucket.rejected)]),
    ).toEqual([
      ["imports", [0, 2]],
      ["naming", [1, 0]],
    ]);
    const one = await run(contract.ruleSeries, { ...month, rule_category: ["naming"] }, context);
    expect(one.series.map((item) => [item.rule_category, item.rejected])).toEqual([[null, 1]]);
  });

  it("counts a finding in one of two periods that meet in the middle of a bucket", async () => {
    const { context } = await lead();
    await post(context, "naming", { reject: 1 }, { reviewed_at: "2026-02-10T00:00:00Z" });
    await post(context, "naming", { implement: 2 }, { reviewed_at: "2026-02-16T08:00:00Z" });
    await post(context, "naming", { reject: 3, clarify: 1 }, { reviewed_at: "2026-02-16T09:00:00Z" });
    const [start, middle] = ["2026-01-15T00:00:00.000Z", "2026-02-16T09:00:00.000Z"];
    const of = async (period: { from: string; to?: string }) => {
      const [all] = (await run(contract.ruleSeries, { bucket: "month", ...period }, context)).series;
      const counted = all?.buckets.map(({ at, until, flagged, clarify }) => [at, until, flagged + clarify]);
      const own = all?.total;
      return { counted, sum: (own?.flagged ?? 0) + (own?.clarify ?? 0) };
    };
    expect(await of({ from: start, to: middle })).toEqual({
      counted: [
        [start, "2026-02-01T00:00:00.000Z", 0],
        ["2026-02-01T00:00:00.000Z", middle, 3],
      ],
      sum: 3,
    });
    expect(await of({ from: middle })).toEqual({
      counted: [
        [middle, "2026-03-01T00:00:00.000Z", 4],
        ["2026-03-01T00:00:00.000Z", "2026-03-19T00:00:00.000Z", 0],
      ],
      sum: 4,
    });
  });

  it("agrees, bucket by bucket, with the findings its bars open", async () => {
    const { context } = await lead();
    for (const day of ["2026-03-01", "2026-03-02", "2026-03-03"])
      await post(context, "naming", { reject: 2, implement: 1 }, { reviewed_at: `${day}T05:00:00+05:30` });
    const { series } = await run(
      contract.ruleSeries,
      { bucket: "day", from: "2026-02-27T12:00:00Z" },
      context,
    );
    for (const bucket of series[0]?.buckets ?? []) {
      const { total } = await run(
        contract.findingList,
        { found_after: bucket.at, found_before: bucket.until },
        context,
      );
      expect(bucket.flagged + bucket.clarify).toBe(total);
    }
  });

  it("refuses more buckets than anyone can read", async () => {
    const { context } = await lead();
    const asked = run(contract.ruleSeries, { bucket: "day", from: "0001-01-01T00:00:00Z" }, context);
    await expect(asked).rejects.toMatchObject({ code: "invalid_input", errors: [{ pointer: "/from" }] });
  });
});

/** The rules that are often rejected, by everything that names this skill, with their rejected findings. */
async function oftenRejected({ organization_id, skill }: { organization_id: string; skill?: string }) {
  const shares = await ruleShares(database.db, { organization_id, now: NOW });
  const own = shares.filter((share) => skill === undefined || share.skill === skill);
  const thresholds = await rejectionThresholds(database.db, { organization_id });
  const high = judgeRules(own, thresholds).filter(({ high_rejection }) => high_rejection);
  return Promise.all(
    high.map(async (rule) => ({
      ...rule,
      findings: await rejectedFindings(database.db, { organization_id, shares: rule.shares, now: NOW }),
    })),
  );
}

describe("rules that are often rejected", () => {
  it("come with their rejected findings that no skill version addressed yet", async () => {
    const { context, organization_id } = await lead();
    const about = { reviewed_at: "2026-03-01T00:00:00Z", skill: "review" };
    const { findings } = await post(context, "naming", { reject: 6, implement: 4, defer: 1 }, about);
    await post(context, "imports", { reject: 1, implement: 9 }, about);
    const rules = await oftenRejected({ organization_id, skill: "review" });
    expect(rules.map((rule) => rule.rule_category)).toEqual(["naming"]);
    const rejected = findings.filter((finding) => finding.disposition === "reject");
    expect(rules[0]?.findings.map(({ id }) => id).sort()).toEqual(rejected.map(({ id }) => id).sort());

    const finding_ids = rejected.map(({ id }) => id);
    await markFindingsAddressed(database.db, { organization_id, finding_ids, version_id: newId(), now: NOW });
    expect(await oftenRejected({ organization_id })).toEqual([]);
  });

  it("of another organization neither count nor end our evidence", async () => {
    const theirs = await lead();
    const ours = await lead();
    const about = { reviewed_at: "2026-03-01T00:00:00Z" };
    const foreign = await post(theirs.context, "naming", { reject: 9 }, about);
    const { organization_id } = ours;
    expect(await oftenRejected({ organization_id })).toEqual([]);
    expect((await run(contract.ruleList, {}, ours.context)).total).toBe(0);
    expect((await run(contract.ruleSeries, {}, ours.context)).series[0]?.flagged).toBe(0);

    const own = await post(ours.context, "naming", { reject: 5 }, about);
    const finding_ids = foreign.findings.map(({ id }) => id);
    const addressed = { finding_ids, version_id: newId(), now: NOW };
    expect(await findingsByIds(database.db, { organization_id, finding_ids })).toEqual([]);
    expect(await markFindingsAddressed(database.db, { organization_id, ...addressed })).toBe(0);
    expect(
      await markFindingsAddressed(database.db, {
        organization_id: theirs.organization_id,
        ...addressed,
      }),
    ).toBe(9);
    const [rule, ...others] = await oftenRejected({ organization_id });
    expect(others).toEqual([]);
    expect(rule).toMatchObject({ rule_category: "naming", flagged: 5, rejected: 5 });
    expect(rule?.findings.map(({ id }) => id).sort()).toEqual(own.findings.map(({ id }) => id).sort());
  });
});

describe("thresholds of one question", () => {
  it("list the rules that reach them, with reasons, places and memories of their rejections", async () => {
    const { context } = await lead();
    const about = { reviewed_at: "2026-03-01T00:00:00Z" };
    await post(context, "naming", { reject: 1, implement: 3 }, about);
    await post(context, "imports", { reject: 2 }, about);
    const of = async (input: { min_rejection_rate?: number; min_samples?: number }) => {
      const { items, thresholds } = await run(contract.ruleList, input, context);
      return { rules: items.map(({ rule_category }) => rule_category), thresholds };
    };
    expect((await of({})).rules).toHaveLength(2);
    expect(await of({ min_samples: 2 })).toEqual({
      rules: ["imports"],
      thresholds: { high_rejection_rate: 0.3, high_rejection_flagged: 2 },
    });
    expect((await of({ min_samples: 2, min_rejection_rate: 0.2 })).rules.sort()).toEqual([
      "imports",
      "naming",
    ]);
    const { items } = await run(contract.ruleList, { min_samples: 2 }, context);
    expect(items[0]?.file_patterns.length).toBeGreaterThan(0);
    expect(items[0]?.memory_ids.length).toBeGreaterThan(0);
    const refused = run(contract.ruleList, { min_rejection_rate: 1.1 }, context);
    await expect(refused).rejects.toMatchObject({ errors: [{ pointer: "/min_rejection_rate" }] });
  });
});
