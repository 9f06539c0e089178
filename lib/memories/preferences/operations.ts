import { claimGitAuthors, gitAuthorsOf } from "@/lib/access";
import type { Db } from "@/lib/db/client";
import { type Actor, tenantOf } from "@/lib/kernel/actor";
import { AppError } from "@/lib/kernel/errors";
import { defineCommand, defineQuery } from "@/lib/runtime/operation";
import * as contract from "../contract";
import { changedBy } from "../lifecycle/change";
import { statedAppliesTo } from "../lifecycle/correction";
import * as memoryQueries from "../memory/queries";
import { statusAfter } from "../shared/loading";
import { prepareMemories } from "../store/prepare";
import * as storeQueries from "../store/queries";
import { storeMemories, supersede } from "../store/writes";
import { factsReader } from "../taint/read-facts";
import { configuredOf, contradictionsOf, isLearned, numberOf, originOf, wordOf } from "./metadata";

/** Preferences are shown to the person whom they are about; an agent gets them with its context. */
const isPerson = (actor: Actor) => actor.kind === "person";

/** Every name under which the person who asks may be known. */
export async function namesOf(db: Db, { organization_id, id }: Pick<Actor, "organization_id" | "id">) {
  const { known_as, git_authors } = await gitAuthorsOf(db, { organization_id, person_id: id });
  return { known_as, git_authors, names: [...new Set([...git_authors, ...known_as])] };
}

function toPreference(memory: contract.Memory, { corrected }: { corrected: boolean }): contract.Preference {
  const { metadata } = memory;
  return {
    memory_id: memory.id,
    developer_id: wordOf(metadata.developer_id),
    preference_type: wordOf(metadata.preference_type),
    preference_value: wordOf(metadata.preference_value),
    statement: memory.statement,
    confidence: numberOf(metadata.confidence) ?? memory.confidence,
    observation_count: numberOf(metadata.observation_count),
    flagged: numberOf(metadata.flagged),
    origin: originOf(memory),
    holds_for: wordOf(metadata.holds_for) || null,
    repository: memory.repository,
    citations: memory.citations,
    status: memory.status,
    contradicted_by: contradictionsOf(memory),
    configured: configuredOf(memory),
    learned: isLearned(memory.source),
    corrected,
    deleted: memory.deleted_at !== null,
    updated_at: memory.updated_at,
    version: memory.version,
  };
}

async function preferencesOf(db: Db, actor: Actor) {
  const { organization_id } = actor;
  const { known_as, git_authors, names } = await namesOf(db, actor);
  const memories = await storeQueries.findPreferences(db, { organization_id, developers: names });
  const items = memories.map(({ memory, corrected }) => toPreference(memory, { corrected }));
  return { known_as, git_authors, items: items.sort((a, b) => Number(a.deleted) - Number(b.deleted)) };
}

const preferenceList = defineQuery(contract.preferenceList, {
  authorize: isPerson,
  read: ({ db, actor }) => preferencesOf(db, actor),
});

const preferenceAuthorsSet = defineCommand(contract.preferenceAuthorsSet, {
  authorize: isPerson,
  write: async ({ db, actor, input, audit }) => {
    const git_authors = [...new Set(input.git_authors)];
    await claimGitAuthors(db, {
      organization_id: actor.organization_id,
      person_id: actor.id,
      git_authors,
    });
    audit({ subject_id: actor.id, detail: { git_authors: git_authors.length } });
    return preferencesOf(db, actor);
  },
});

/** Somebody else's preference is as if it did not exist. */
async function loadOwn({ db, actor, input }: { db: Db; actor: Actor; input: { memory_id: string } }) {
  const { memory_id } = input;
  const memory = await memoryQueries.findMemory(db, { ...tenantOf({ actor }), memory_id });
  const { names } = await namesOf(db, actor);
  if (memory?.kind !== "developer_preference" || !names.includes(wordOf(memory.metadata.developer_id)))
    throw new AppError("not_found", "You have no such preference.");
  return memory;
}

const preferenceCorrect = defineCommand(contract.preferenceCorrect, {
  load: loadOwn,
  authorize: isPerson,
  prepare: async ({ db, actor, input, subject: old }) => {
    const { preference_value, statement } = input;
    const { contradicted_by: _, configured_in: __, tool: ___, flagged: ____, ...metadata } = old.metadata;
    const configured = configuredOf(old) ?? configuredBefore(old);
    const [prepared] = await prepareMemories(
      [
        {
          kind: "developer_preference",
          statement,
          // Without citations: no changed line makes it less the developer's word.
          metadata: { ...metadata, preference_value, origin: "correction", configured },
          scope: old.scope,
          repository_id: old.repository?.id ?? null,
          agent_type: old.agent_type,
          category: old.category,
          tags: old.tags,
          user: old.user,
          confidence: 1,
          source: { kind: "api", id: null },
          applies_to: statedAppliesTo(old) ?? null,
        },
      ],
      factsReader(db, tenantOf({ actor })),
    );
    if (!prepared) throw new Error("one memory was given and none was prepared");
    return prepared;
  },
  write: async ({ db, actor, subject: old, prepared, now, audit }) => {
    statusAfter(old, "supersede", "correct what replaced it.");
    const by = changedBy({ actor, now: now() });
    const [stored] = await storeMemories(db, { ...by, memories: [prepared], replacing: old.id });
    if (!stored) throw new Error("one memory was given and one is stored");
    await supersede(db, {
      ...by,
      memory_id: old.id,
      by: stored.memory.id,
      created: stored.duplicate_of === null,
      from: old.status,
      version: old.version,
      reason: "The developer corrected it.",
    });
    audit({ subject_id: old.id, detail: { by: stored.memory.id } });
    return toPreference(stored.memory, { corrected: true });
  },
});

/** What configuration said when the preference that was made from it was corrected. */
function configuredBefore({ metadata, citations }: contract.Memory): contract.SaidElsewhere | null {
  const [citation] = citations;
  if (metadata.origin !== "configuration" || !citation) return null;
  return {
    tool: wordOf(metadata.tool),
    value: wordOf(metadata.preference_value),
    path: citation.path,
    line: citation.line_start,
  };
}

export const preferenceOperations = [preferenceList, preferenceAuthorsSet, preferenceCorrect];
