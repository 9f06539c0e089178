import type { Db } from "@/lib/db/client";
import { actorRef } from "@/lib/kernel/actor";
import { AppError } from "@/lib/kernel/errors";
import { defineOperation } from "@/lib/runtime/operation";
import * as contract from "./contract";
import { PACKS } from "./packs";
import { type NewMemory, prepareMemories } from "./prepare";
import * as store from "./store";
import { storeMemories } from "./writes";

type Entry = contract.FrameworkPack["entries"][number];

/** By this an entry is known again, also after somebody reworded or deleted its memory. */
const sourceIdOf = (framework: string, { pattern_name }: Entry) =>
  `framework_pack:${framework}/${pattern_name}`;

const idsOf = ({ framework, entries }: contract.FrameworkPack) =>
  entries.map((entry) => sourceIdOf(framework, entry));

function toMemory(framework: string, entry: Entry): NewMemory {
  const { pattern_name, description, correct_usage, common_mistakes, source } = entry;
  return {
    kind: "framework_knowledge",
    statement: description,
    metadata: { framework, pattern_name, description, correct_usage, common_mistakes, source },
    scope: "global",
    repository_id: null,
    category: "implementation",
    tags: [framework],
    source: { kind: "import", id: sourceIdOf(framework, entry) },
  };
}

const frameworkPackList = defineOperation(contract.frameworkPackList, {
  authorize: () => true,
  handle: async ({ db, actor: { organization_id } }) => {
    const known = await store.findBySourceIds(db, { organization_id, source_ids: PACKS.flatMap(idsOf) });
    return {
      items: PACKS.map((pack) => ({ ...pack, loaded: idsOf(pack).filter((id) => known.has(id)).length })),
    };
  },
});

const frameworkPackLoad = defineOperation(contract.frameworkPackLoad, {
  load: async ({ input }) => {
    const pack = PACKS.find(({ framework }) => framework === input.framework);
    if (!pack) throw new AppError("not_found", "There is no pack of this framework.");
    return pack;
  },
  // It reaches everybody in the organization.
  authorize: (actor) => actor.repository_ids === null,
  prepare: ({ subject: { framework, entries } }) =>
    prepareMemories(entries.map((entry) => toMemory(framework, entry))),
  handle: async ({ db, actor, subject, prepared, now, audit }) => {
    const { organization_id } = actor;
    const fresh = await withoutKnown(db, { organization_id, pack: subject, prepared });
    const stored = await storeMemories(db, {
      ...{ organization_id, actor: actorRef(actor), memories: fresh, now: now() },
    });
    audit({ detail: { framework: subject.framework, stored: stored.length } });
    return {
      framework: subject.framework,
      stored: stored.length,
      known: prepared.length - fresh.length,
      memory_ids: stored.map(({ memory }) => memory.id),
    };
  },
});

async function withoutKnown(
  db: Db,
  given: {
    organization_id: string;
    pack: contract.FrameworkPack;
    prepared: Awaited<ReturnType<typeof prepareMemories>>;
  },
) {
  const { organization_id, pack, prepared } = given;
  const known = await store.findBySourceIds(db, { organization_id, source_ids: idsOf(pack) });
  return prepared.filter(({ source }) => source.id === null || !known.has(source.id));
}

export const packOperations = [frameworkPackList, frameworkPackLoad];
