import { assertRepositoryNamed, findRepositoryById, tryProbe } from "@/lib/citations";
import { actorRef, maySeeRepository, tenantOf } from "@/lib/kernel/actor";
import { AppError, invalidField } from "@/lib/kernel/errors";
import { defineCommand, defineQuery } from "@/lib/runtime/operation";
import * as contract from "../contract";
import { maySeeMemory } from "../policy";
import { assertNotDeleted, loadMemory, loadToShow } from "../shared/loading";
import { erosionOf } from "./erosion";
import * as listedQueries from "./listed-queries";
import * as probeQueries from "./queries";
import { stateOf } from "./record";

const memoryProbeGet = defineQuery(contract.memoryProbeGet, {
  records: true,
  load: loadToShow,
  authorize: maySeeMemory,
  read: async ({ db, actor, input }) => {
    const tenant = tenantOf({ actor });
    const probe = await probeQueries.findProbe(db, { ...tenant, ...input });
    const shown = probe && maySeeRepository(actor, probe.repository.id) ? probe : null;
    if (!shown) return { probe: null, checks: [] };
    return { probe: shown, checks: await probeQueries.listProbeChecks(db, { ...tenant, probe: shown }) };
  },
});

const memoryProbeSet = defineCommand(contract.memoryProbeSet, {
  load: loadMemory,
  authorize: maySeeMemory,
  prepare: async ({ db, actor, input, subject, now }) => {
    assertNotDeleted(subject);
    const { organization_id } = actor;
    const repository_id = subject.repository?.id ?? null;
    if (repository_id === null)
      throw new AppError("conflict", "This memory belongs to no repository; a probe needs one to search.");
    const repository = await findRepositoryById(db, { organization_id, repository_id });
    if (!repository || !maySeeRepository(actor, repository_id))
      throw new AppError("not_found", "The repository of this memory does not exist.");
    const trial = await tryProbe(db, { organization_id, repository, probe: input });
    const { status, summary, reason, places } = trial.result;
    if (status === "unknown") throw invalidField("/rule", `cannot be decided: ${reason}`);
    if (status === "violated" && !input.accept_violated) {
      const [first] = places;
      const where = first ? `, the first at ${first.path}:${first.line_start}` : "";
      throw invalidField(
        "/accept_violated",
        `is needed: the probe is ${summary}${where}. Correct the rule, or send true to follow the violations`,
      );
    }
    const searched = { result: trial.result, examined: trial.examined };
    return { repository_id, digest: trial.probe.digest, state: await stateOf(searched, null, now()) };
  },
  write: async ({ db, actor, input, subject, prepared, now, audit }) => {
    const tenant = tenantOf({ actor });
    const { rule, expectation, paths, except } = input;
    const at_least = "at_least" in expectation ? expectation.at_least : null;
    await probeQueries.putProbe(db, {
      ...tenant,
      ...prepared,
      memory_id: subject.id,
      written: { rule, at_least, paths, except },
      created_by: actorRef(actor),
      now: now(),
    });
    const probe = await probeQueries.findProbe(db, { ...tenant, memory_id: subject.id });
    if (!probe) throw new AppError("not_found", "This memory does not exist.");
    audit({ subject_id: subject.id, detail: { status: probe.status, matches: probe.matches } });
    return probe;
  },
});

const memoryProbeRemove = defineCommand(contract.memoryProbeRemove, {
  load: loadMemory,
  authorize: maySeeMemory,
  write: async ({ db, actor, subject, audit }) => {
    const removed = await probeQueries.removeProbe(db, { ...tenantOf({ actor }), memory_id: subject.id });
    if (removed) audit({ subject_id: subject.id, detail: {} });
    return { memory_id: subject.id, removed };
  },
});

const probeList = defineQuery(contract.probeList, {
  load: assertRepositoryNamed,
  authorize: "filtered",
  read: ({ db, actor, input }) =>
    listedQueries.listProbes(db, {
      ...tenantOf({ actor }),
      ...input,
      repository_ids: actor.repository_ids,
      agent: actor.kind === "agent" ? actor.name : null,
    }),
});

const probeErosionGet = defineQuery(contract.probeErosionGet, {
  load: assertRepositoryNamed,
  authorize: "filtered",
  read: async ({ db, actor, input: { repository_id, days }, now }) => {
    const checks = await listedQueries.findRecordedChecks(db, {
      ...tenantOf({ actor }),
      repository_id,
      repository_ids: actor.repository_ids,
      agent: actor.kind === "agent" ? actor.name : null,
    });
    return { points: erosionOf(checks, { days, now: now() }) };
  },
});

export const probeOperations = [
  memoryProbeGet,
  memoryProbeSet,
  memoryProbeRemove,
  probeList,
  probeErosionGet,
];
