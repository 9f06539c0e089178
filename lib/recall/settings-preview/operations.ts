import { isDeepStrictEqual } from "node:util";
import { z } from "zod";
import { findHoldoutSecret, findRepositorySettings, settingsOf } from "@/lib/access";
import type { Settings, SettingsChange } from "@/lib/access/contract";
import type { Db } from "@/lib/db/client";
import { type Tenant, tenantOf } from "@/lib/kernel/actor";
import { AppError } from "@/lib/kernel/errors";
import { DAY_MS } from "@/lib/kernel/time";
import { defineQuery } from "@/lib/runtime/operation";
import * as contract from "../contract";
import { withoutUndefined } from "../expectations/operations";
import { buildContext } from "../pack/context";
import { positionOf } from "../pack/holdout";
import type { Surroundings } from "../pack/request";
import { type AskedRecall, countAskedBySession, findLastAsked } from "./queries";

type Both = { before: Settings; after: Settings };

/**
 * The settings in force in a repository, or outside of one, and those after the organization's were changed: what a
 * repository overrides stays. Read once for each repository.
 */
function settingsReader(db: Db, { organization_id, change }: Tenant & { change: Partial<Settings> }) {
  const read = new Map<string | null, Promise<Both>>();
  const readOne = async (repository_id: string | null): Promise<Both> => {
    const before = await settingsOf(db, { organization_id, repository_id });
    const own: SettingsChange =
      repository_id === null
        ? {}
        : (await findRepositorySettings(db, { organization_id, repository_id })).settings;
    return { before, after: { ...before, ...change, ...withoutUndefined(own) } };
  };
  return (repository_id: string | null): Promise<Both> => {
    const known = read.get(repository_id) ?? readOne(repository_id);
    read.set(repository_id, known);
    return known;
  };
}

/** A question as the ledger keeps it, with more beside it; its diff is not kept. */
const keptQuestionSchema = z.object(contract.questionShape).omit({ diff: true, repo: true });

/** The pack that a question gets with these settings; null when it cannot be asked any more. */
async function askAgain(
  surroundings: Surroundings,
  { agent, repository_id, question }: AskedRecall,
  settings: Settings,
): Promise<contract.PreviewedPack | null> {
  const parsed = keptQuestionSchema.safeParse({ ...question, repository: repository_id ?? undefined });
  if (!parsed.success) return null;
  try {
    const { memories, tokens } = await buildContext(surroundings, parsed.data, {
      agent: agent ?? undefined,
      record: false,
      door: "preview",
      settings: { ...settings, enabled: true, allowed_agents: null },
    });
    return { memories: memories.length, tokens };
  } catch (error) {
    // The repository was removed, or the ref is gone.
    if (error instanceof AppError) return null;
    throw error;
  }
}

export const settingsPreview = defineQuery(contract.settingsPreview, {
  // A question asked again has its memories checked, as every question has.
  records: true,
  read: async (context) => {
    const { db, actor, input, now } = context;
    const tenant = tenantOf({ actor });
    const settingsIn = settingsReader(db, { ...tenant, change: withoutUndefined(input) });
    const asked = await findLastAsked(db, { ...tenant, limit: contract.REPLAYED_RECALLS });
    const recalls: contract.SettingsPreview["recalls"] = [];
    for (const recall of asked) {
      const settings = await settingsIn(recall.repository_id);
      const before = await askAgain(context, recall, settings.before);
      // The holdout decides whether a pack is given, and not what is in it.
      const isSame = isDeepStrictEqual(
        { ...settings.after, holdout_share: 0 },
        { ...settings.before, holdout_share: 0 },
      );
      const after = isSame ? before : before && (await askAgain(context, recall, settings.after));
      const { task } = recall.question;
      if (before && after)
        recalls.push({
          recall_id: recall.id,
          at: recall.at.toISOString(),
          task: typeof task === "string" ? task : "",
          before,
          after,
        });
    }
    return { recalls, holdout: await previewHoldout(db, { ...tenant, settingsIn, now: now() }) };
  },
});

/** How many recalls of the last days would have been held out, had a share been in force when their sessions began. */
async function previewHoldout(
  db: Db,
  {
    organization_id,
    settingsIn,
    now,
  }: Tenant & { settingsIn: (repository_id: string | null) => Promise<Both>; now: Date },
): Promise<contract.SettingsPreview["holdout"]> {
  const since = new Date(now.getTime() - contract.HOLDOUT_PREVIEW_DAYS * DAY_MS);
  const sessions = await countAskedBySession(db, { organization_id, since });
  const secret = await findHoldoutSecret(db, { organization_id });
  const counts = { recalls: 0, held_out_before: 0, held_out_after: 0 };
  for (const { session_id, repository_id, recalls } of sessions) {
    const settings = await settingsIn(repository_id);
    const position = positionOf({ secret, session_id });
    counts.recalls += recalls;
    if (position < settings.before.holdout_share) counts.held_out_before += recalls;
    if (position < settings.after.holdout_share) counts.held_out_after += recalls;
  }
  return counts;
}
