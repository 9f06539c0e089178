import {
  assertMapped,
  findRepositorySettings,
  putRepositorySettings,
  settingsOf,
  unknownAgents,
} from "@/lib/access";
import { findRepositoryById } from "@/lib/citations";
import type { Db } from "@/lib/db/client";
import { type Actor, maySeeRepository, tenantOf } from "@/lib/kernel/actor";
import { AppError } from "@/lib/kernel/errors";
import { defineCommand, defineQuery } from "@/lib/runtime/operation";
import * as contract from "../contract";
import { withoutUndefined } from "../expectations/operations";

type OfRepository = { db: Db; actor: Actor; input: { repository_id: string } };

async function loadRepository({ db, actor, input }: OfRepository) {
  const { repository_id } = input;
  const repository = await findRepositoryById(db, { ...tenantOf({ actor }), repository_id });
  if (!repository) throw new AppError("not_found", "This repository does not exist.");
  return repository;
}

async function repositorySettings(db: Db, actor: Actor, repository_id: string) {
  const ofRepository = { ...tenantOf({ actor }), repository_id };
  const { settings: own, version } = await findRepositorySettings(db, ofRepository);
  return { repository_id, own, in_force: await settingsOf(db, ofRepository), version };
}

export const repositorySettingsGet = defineQuery(contract.repositorySettingsGet, {
  load: loadRepository,
  authorize: (actor, { id }) => maySeeRepository(actor, id),
  read: ({ db, actor, subject }) => repositorySettings(db, actor, subject.id),
});

export const repositorySettingsUpdate = defineCommand(contract.repositorySettingsUpdate, {
  load: loadRepository,
  authorize: (actor, { id }) => maySeeRepository(actor, id),
  write: async ({ db, actor, input, subject, now, audit }) => {
    const ofRepository = { ...tenantOf({ actor }), repository_id: subject.id };
    const { settings: before, version } = await findRepositorySettings(db, ofRepository);
    if (input.version !== undefined && input.version !== version)
      throw new AppError("conflict", `The settings changed meanwhile; their version is ${version}.`);
    const kept = Object.entries({ ...before, ...withoutUndefined(input.settings) });
    const inherited: ReadonlySet<string> = new Set(input.inherit);
    const settings = Object.fromEntries(kept.filter(([key]) => !inherited.has(key)));
    const in_force = { ...(await settingsOf(db, tenantOf({ actor }))), ...withoutUndefined(input.settings) };
    assertMapped({ settings: in_force, changed: input.settings });
    if (!(await putRepositorySettings(db, { ...ofRepository, settings, version, now: now() })))
      throw new AppError("conflict", "The settings changed meanwhile; read them again.");
    audit({ subject_id: subject.id, before, after: settings });
    return {
      ...(await repositorySettings(db, actor, subject.id)),
      unknown_agents: await unknownAgents(db, {
        ...tenantOf({ actor }),
        settings: in_force,
        changed: input.settings,
      }),
    };
  },
});
