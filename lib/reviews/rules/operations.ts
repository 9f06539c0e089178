import { settingsOf } from "@/lib/access";
import { tenantOf } from "@/lib/kernel/actor";
import { bucketsBetween, startOfBucket, stepBucket } from "@/lib/kernel/buckets";
import { invalidField } from "@/lib/kernel/errors";
import { defineQuery } from "@/lib/runtime/operation";
import * as contract from "../contract";
import * as rows from "../evaluations/rows";
import {
  endOf,
  filteredScope,
  loadFilteredRepository,
  maySee,
  moment,
  OLDEST,
  visibleTo,
} from "../findings/filters";
import { breakdownOf, rulesOf, seriesOf } from "./effectiveness";
import { withEvidence } from "./rule-evidence";
import { thresholdsOf } from "./tally";
import { waitingGroups } from "./unclassified";

export const ruleList = defineQuery(contract.ruleList, {
  load: loadFilteredRepository,
  authorize: maySee,
  read: async ({ db, actor, input, subject, now }) => {
    const settings = await settingsOf(db, tenantOf({ actor }));
    const thresholds = thresholdsOf(settings, input);
    const scope = {
      ...filteredScope({ actor, input, subject }),
      from: moment(input.from) ?? OLDEST,
      to: endOf(input.to, now()),
    };
    const all = await rulesOf(db, scope, thresholds);
    // Who asks with thresholds asks for the rules that reach them.
    const isAsked = input.min_rejection_rate !== undefined || input.min_samples !== undefined;
    const rules = all.filter(({ high_rejection }) => high_rejection || !isAsked);
    const items = await withEvidence(db, { scope, rules: rules.slice(0, input.limit) });
    return { items, total: rules.length, thresholds };
  },
});

export const ruleUnclassified = defineQuery(contract.ruleUnclassified, {
  load: loadFilteredRepository,
  authorize: maySee,
  read: ({ db, ai, actor, input, subject }) =>
    waitingGroups(db, {
      ...tenantOf({ actor }),
      ...visibleTo(actor),
      repository_id: subject?.id,
      limit: input.limit,
      embedder: ai.embedder,
    }),
});

const DEFAULT_BUCKETS = 12;

export const ruleSeries = defineQuery(contract.ruleSeries, {
  load: loadFilteredRepository,
  authorize: maySee,
  read: async ({ db, actor, input, subject, now }) => {
    const { bucket, rule_category, per_rule } = input;
    const to = endOf(input.to, now());
    const from =
      moment(input.from) ??
      stepBucket(bucket, startOfBucket(bucket, new Date(to.getTime() - 1)), 1 - DEFAULT_BUCKETS);
    const buckets = bucketsBetween(bucket, { from, to }, contract.MAX_BUCKETS);
    if (!buckets)
      throw invalidField(
        "/from",
        `must be before to and at most ${contract.MAX_BUCKETS} buckets of a ${bucket} before it; take longer buckets`,
      );
    const series = await seriesOf(db, {
      ...filteredScope({ actor, input, subject }),
      from,
      to,
      thresholds: await settingsOf(db, tenantOf({ actor })),
      rule_category,
      per_rule,
      bucket,
      buckets,
      most: contract.MAX_SERIES,
    });
    return { bucket, from: from.toISOString(), to: to.toISOString(), series };
  },
});

export const ruleBreakdown = defineQuery(contract.ruleBreakdown, {
  load: loadFilteredRepository,
  authorize: maySee,
  read: async ({ db, actor, input, subject, now }) => {
    const { by, rule_category, limit } = input;
    const names =
      by === "repository"
        ? new Map(
            (await rows.repositoryNames(db, tenantOf({ actor }))).map(({ id, name }) => [id, name] as const),
          )
        : null;
    const broken = await breakdownOf(
      db,
      {
        ...filteredScope({ actor, input, subject }),
        rule_category,
        by,
        from: moment(input.from) ?? OLDEST,
        to: endOf(input.to, now()),
        most: limit,
      },
      (part) => {
        if (part === null || names === null) return part;
        return names.get(part) ?? null;
      },
    );
    return { by, ...broken };
  },
});
