import { settingsOf } from "@/lib/access";
import type { Db } from "@/lib/db/client";
import { type Actor, actorRef, tenantOf } from "@/lib/kernel/actor";
import { AppError } from "@/lib/kernel/errors";
import { redactTexts } from "@/lib/memories";
import { defineCommand, defineQuery } from "@/lib/runtime/operation";
import * as contract from "../contract";
import { prepareReviewMemories, reviewAuthor } from "../evaluations/memories";
import { ADDRESSED, moveToDisposition, moveToRules } from "./changes";
import { assertMayChange, loadFilteredRepository, maySee, moment, visibleTo } from "./filters";
import * as findingsQueries from "./queries";

export const findingList = defineQuery(contract.findingList, {
  load: loadFilteredRepository,
  authorize: maySee,
  read: ({ db, actor, input, subject }) =>
    findingsQueries.listFindings(db, {
      ...tenantOf({ actor }),
      ...visibleTo(actor),
      ...input,
      repository_id: subject?.id,
      found_after: moment(input.found_after),
      found_before: moment(input.found_before),
    }),
});

async function loadFinding(context: { db: Db; actor: Actor; input: { finding_id: string } }) {
  const found = await findingsQueries.findFinding(context.db, {
    ...tenantOf(context),
    finding_id: context.input.finding_id,
  });
  if (!found) throw new AppError("not_found", "This finding does not exist.");
  return found;
}

export const findingGet = defineQuery(contract.findingGet, {
  load: loadFinding,
  authorize: (actor, { repository }) => maySee(actor, repository),
  read: async ({ subject }) => subject,
});

/** The memories of a finding that becomes rejected; none while memory is off. */
async function memoriesOfRejection(
  context: { db: Db; actor: Actor },
  finding: contract.FindingDetail,
  reason: string | null,
) {
  const settings = await settingsOf(context.db, tenantOf(context));
  if (!settings.enabled) return [];
  return prepareReviewMemories({
    review_id: finding.review_id,
    evaluation: { agent: finding.agent ?? undefined, developer: finding.developer ?? undefined },
    items: [{ finding: { ...finding, disposition: "reject", reason }, item: {} }],
    repository_id: finding.repository?.id ?? null,
    review_scope: settings.review_scope,
    author: reviewAuthor(context.actor),
  });
}

export const findingUpdate = defineCommand(contract.findingUpdate, {
  load: loadFinding,
  authorize: (actor, { repository }) => maySee(actor, repository),
  prepare: async ({ db, actor, input, subject }) => {
    assertMayChange(actor, subject.repository);
    const [redacted] = await redactTexts(input.reason === undefined ? [] : [{ text: input.reason }]);
    const reason = redacted?.text ?? null;
    const memories =
      input.disposition === "reject" && subject.disposition !== "reject"
        ? await memoriesOfRejection({ db, actor }, subject, reason ?? subject.reason)
        : [];
    return { reason, memories };
  },
  write: async ({ db, actor, input, subject, prepared: { reason, memories }, now, audit }) => {
    const by = { ...tenantOf({ actor }), ...visibleTo(actor), actor: actorRef(actor), now: now(), reason };
    const { rule_category, disposition } = input;
    const changed =
      disposition === undefined
        ? await moveToRules(db, {
            ...by,
            rules: new Map([[subject.id, { to: rule_category ?? subject.rule_category }]]),
          })
        : await moveToDisposition(db, {
            ...by,
            finding_id: subject.id,
            to: disposition,
            memories,
            seen: subject,
            ...(reason !== null && { finding_reason: reason }),
          });
    if (changed.not_moved.some((each) => each.reason === ADDRESSED))
      throw new AppError(
        "conflict",
        "A skill version already addressed this finding, so it can no longer be changed.",
      );
    audit({
      subject_id: subject.id,
      before: { rule_category: subject.rule_category, disposition: subject.disposition },
      after:
        disposition === undefined
          ? { rule_category: rule_category ?? subject.rule_category, disposition: subject.disposition }
          : { rule_category: subject.rule_category, disposition },
    });
    const updated = await findingsQueries.findFinding(db, { ...tenantOf({ actor }), finding_id: subject.id });
    if (!updated) throw new AppError("not_found", "This finding does not exist.");
    return { ...updated, change_id: changed.change_id };
  },
});

export const findingRecategorise = defineCommand(contract.findingRecategorise, {
  authorize: "filtered",
  prepare: ({ input }) => redactTexts(input.reason === undefined ? [] : [{ text: input.reason }]),
  write: async ({ db, actor, input, prepared: [redacted], now, audit }) => {
    const changed = await moveToRules(db, {
      ...tenantOf({ actor }),
      ...visibleTo(actor),
      actor: actorRef(actor),
      now: now(),
      reason: redacted?.text ?? null,
      rules: new Map(input.finding_ids.map((id) => [id, { to: input.rule_category }])),
    });
    audit({
      subject_id: changed.change_id ?? undefined,
      detail: { after: input.rule_category, moved: changed.moved },
    });
    return changed;
  },
});

export const findingChangeList = defineQuery(contract.findingChangeList, {
  load: loadFinding,
  authorize: (actor, { repository }) => maySee(actor, repository),
  read: async ({ db, actor, input }) => ({
    items: await findingsQueries.changesOfFinding(db, { ...tenantOf({ actor }), ...input }),
  }),
});

async function seesFindingOf(
  db: Db,
  { actor, change: { finding_id } }: { actor: Actor; change: Pick<contract.FindingChange, "finding_id"> },
): Promise<boolean> {
  if (actor.repository_ids === null) return true;
  const finding = await findingsQueries.findFinding(db, { ...tenantOf({ actor }), finding_id });
  return finding !== null && maySee(actor, finding.repository);
}

/** The reason that a finding has again once a change is undone; undefined: the change left it as it was. */
function reasonBefore({ from_reason }: findingsQueries.FoundChange): string | null | undefined {
  if (from_reason === null) return undefined;
  return from_reason || null;
}

export const findingChangeUndo = defineCommand(contract.findingChangeUndo, {
  load: async ({ db, actor, input }) => {
    const changes = await findingsQueries.findChange(db, { ...tenantOf({ actor }), ...input });
    const seen: typeof changes = [];
    for (const change of changes) if (await seesFindingOf(db, { actor, change })) seen.push(change);
    if (seen.length === 0) throw new AppError("not_found", "This change does not exist.");
    return seen;
  },
  // What the actor may not see is not moved.
  authorize: "filtered",
  prepare: async ({ db, actor, subject }) => {
    const [first] = subject;
    if (first?.field !== "disposition") return { memories: [], seen: null };
    const finding = await findingsQueries.findFinding(db, {
      ...tenantOf({ actor }),
      finding_id: first.finding_id,
    });
    if (!finding || first.from !== "reject") return { memories: [], seen: finding };
    const before = reasonBefore(first);
    const reason = before === undefined ? finding.reason : before;
    return { memories: await memoriesOfRejection({ db, actor }, finding, reason), seen: finding };
  },
  write: async ({ db, actor, input, subject, prepared: { memories, seen }, now, audit }) => {
    const by = {
      ...tenantOf({ actor }),
      ...visibleTo(actor),
      actor: actorRef(actor),
      now: now(),
      reason: null,
      undoes: input.change_id,
    };
    const [first] = subject;
    const disposition = contract.dispositionSchema.safeParse(first?.from);
    const changed =
      first?.field === "disposition" && disposition.success
        ? await moveToDisposition(db, {
            ...by,
            finding_id: first.finding_id,
            to: disposition.data,
            memories,
            seen,
            from: contract.dispositionSchema.parse(first.to),
            finding_reason: reasonBefore(first),
          })
        : await moveToRules(db, {
            ...by,
            rules: new Map(subject.map(({ finding_id, from, to }) => [finding_id, { from: to, to: from }])),
          });
    audit({ subject_id: input.change_id, detail: { moved: changed.moved } });
    return changed;
  },
});
