import { jobActor } from "@/lib/access";
import { SourceError } from "@/lib/citations";
import type { Db } from "@/lib/db/client";
import { type Actor, actorRef } from "@/lib/kernel/actor";
import { AppError, invalidField } from "@/lib/kernel/errors";
import { DAY_MS } from "@/lib/kernel/time";
import {
  namesOf,
  planConfigured,
  prepareLearned,
  resolveRepository,
  storeConfigured,
  writeLearned,
} from "@/lib/memories";
import { defineCommand } from "@/lib/runtime/operation";
import * as contract from "../contract";
import { maySee } from "../findings/filters";
import { preferencesOfFixes } from "./fixes";
import { findFixes } from "./queries";
import { LEARN_DAYS } from "./taken-up";

/** Preferences that were computed are no person's statement: who wrote them would have corrected them. */
const COMPUTE = "preference_compute";

const preferenceCompute = defineCommand(contract.preferenceCompute, {
  load: ({ db, actor, input: { repository: reference } }) =>
    resolveRepository(db, { actor, reference, pointer: "/repository" }),
  authorize: maySee,
  prepare: async ({ db, actor, input, subject: repository, now }) => {
    const { organization_id } = actor;
    const developer = await developerOf(db, { actor, named: input.developer });
    const configured = await planConfigured(db, { organization_id, developer, repository }).catch(
      (error: unknown) => {
        if (!(error instanceof SourceError)) throw error;
        throw new AppError("unavailable", `${repository.name} could not be read: ${error.message}`);
      },
    );
    const since = new Date(now().getTime() - LEARN_DAYS * DAY_MS);
    // Findings may be of repositories that a key does not see; each night they are learned from for everybody.
    const developers = actor.kind === "person" ? [developer] : [];
    const preferences = preferencesOfFixes(await findFixes(db, { organization_id, developers, since }));
    const learned = await prepareLearned(db, { organization_id, preferences });
    return { developer, configured, learned };
  },
  write: async ({
    db,
    actor,
    subject: repository,
    prepared: { developer, configured, learned },
    now,
    audit,
  }) => {
    const { plans, gone, commit_sha, files, unread } = configured;
    const { organization_id } = actor;
    const by = { organization_id, actor: actorRef(jobActor(organization_id, COMPUTE)), now: now() };
    const kept = await storeConfigured(db, { ...by, plans });
    const fixes = await writeLearned(db, { ...by, learned });
    audit({ subject_id: repository.id, detail: { ...kept, fixes } });
    const read = { developer, repository: repository.name, commit_sha, files, unread };
    return { ...read, ...kept, gone, fixes, memory_off: false };
  },
});

/** Whose preferences are computed. @throws AppError invalid_input for a name that is not the person's own. */
async function developerOf(
  db: Db,
  { actor, named }: { actor: Actor; named: string | undefined },
): Promise<string> {
  if (actor.kind !== "person") {
    if (named === undefined) throw invalidField("/developer", "is missing; name the git author");
    return named;
  }
  const { names } = await namesOf(db, actor);
  const [first = actor.name] = names;
  const developer = named ?? first;
  if (!names.includes(developer))
    throw invalidField("/developer", "is not one of your names; add it under Reviews → Preferences first");
  return developer;
}

export const preferenceOperations = [preferenceCompute];
