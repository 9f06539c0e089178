import { claimGitAuthors, gitAuthorsOf } from "@/lib/access";
import type { Db } from "@/lib/db/client";
import type { Actor } from "@/lib/kernel/actor";
import { defineCommand, defineQuery } from "@/lib/runtime/operation";
import * as contract from "../contract";
import * as storeQueries from "../store/queries";
import { isLearned } from "./preferences";

/** Preferences are shown to the person whom they are about; an agent gets them with its context. */
const isPerson = (actor: Actor) => actor.kind === "person";

async function preferencesOf(db: Db, { organization_id, id }: Actor) {
  const { known_as, git_authors } = await gitAuthorsOf(db, { organization_id, person_id: id });
  const developers = [...new Set([...known_as, ...git_authors])];
  const memories = await storeQueries.findPreferences(db, { organization_id, developers });
  const items = memories.map(({ memory, corrected }): contract.Preference => {
    const { metadata } = memory;
    return {
      memory_id: memory.id,
      developer_id: wordOf(metadata.developer_id),
      preference_type: wordOf(metadata.preference_type),
      preference_value: wordOf(metadata.preference_value),
      statement: memory.statement,
      confidence: numberOf(metadata.confidence) ?? memory.confidence,
      observation_count: numberOf(metadata.observation_count),
      learned: isLearned(memory.source),
      corrected,
      deleted: memory.deleted_at !== null,
      updated_at: memory.updated_at,
      version: memory.version,
    };
  });
  return { known_as, git_authors, items: items.sort((a, b) => Number(a.deleted) - Number(b.deleted)) };
}

const wordOf = (value: unknown) => (typeof value === "string" ? value : "");
const numberOf = (value: unknown) => (typeof value === "number" ? value : null);

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

export const preferenceOperations = [preferenceList, preferenceAuthorsSet];
