import {
  assertMapped,
  findRepositorySettings,
  putRepositorySettings,
  settingsOf,
  unknownAgents,
} from "@/lib/access";
import type { Settings } from "@/lib/access/contract";
import { findRepositoryById } from "@/lib/citations";
import type { Database, Db } from "@/lib/db/client";
import { sumInferred } from "@/lib/db/sql/inferences";
import { type DayRow, type RecallWhere, sumRecalls } from "@/lib/db/sql/recall";
import { type Actor, actorRef, maySeeRepository } from "@/lib/kernel/actor";
import { AppError, invalidField } from "@/lib/kernel/errors";
import { DAY_MS } from "@/lib/kernel/time";
import { findMemoryFor, recordUses, resolveRepository } from "@/lib/memories";
import { type Compact, defineOperation } from "@/lib/runtime/operation";
import type { Judged } from "./choose";
import { buildContext, type Surroundings } from "./context";
import * as contract from "./contract";
import { keepRefusal } from "./refused";
import { relevanceOperations } from "./relevance-operations";
import * as store from "./store";

const ofActor = ({ actor }: { actor: Actor }) => ({ organization_id: actor.organization_id });

/** Parts that say nothing of what is in the pack. */
const BESIDE_THE_PACK: ReadonlySet<string> = new Set(["tokenizer", "ledger"]);

/** What a pack may lack because a part of the server was late or is not there. */
function shortfallOf(degraded: readonly string[]): string[] {
  const parts = new Set(degraded.map((part) => part.split(":")[0] ?? part));
  const missing = [...parts].filter((part) => !BESIDE_THE_PACK.has(part));
  return missing.length === 0 ? [] : [`made without ${missing.join(", ")}`];
}

/** The pack says all of it; what it was made of is read with `detail: "full"`. */
const compactContext: Compact<typeof contract.contextGet> = (pack) => {
  const { recall_id, outcome, reason, context, degraded } = pack;
  if (context === "")
    return {
      outcome,
      ...(reason === null ? {} : { reason }),
      ...(degraded.length === 0 ? {} : { degraded }),
    };
  const facts = [...(recall_id === null ? [] : [`recall_id: ${recall_id}`]), ...shortfallOf(degraded)];
  return [context.trimEnd(), facts.join("; ")].filter((text) => text !== "").join("\n\n");
};

const contextGet = defineOperation(contract.contextGet, {
  compact: compactContext,
  authorize: () => true,
  prepare: async (context) => {
    const recalled = await buildContext(context, context.input);
    await keepRefusal(context, { question: context.input, recalled });
    return recalled;
  },
  handle: async ({ prepared }) => prepared,
});

// The ledger -------------------------------------------------------------------------------------------------

/** What an actor may see of the ledger: people what their repositories' recalls were given, an agent its own. */
const seen = (
  actor: Actor,
): Pick<RecallWhere, "organization_id" | "visible_repository_ids" | "only_agent"> => ({
  organization_id: actor.organization_id,
  visible_repository_ids: actor.repository_ids,
  only_agent: actor.kind === "agent" ? actor.name : null,
});

function maySeeRecall(actor: Actor, recall: Pick<contract.RecallEntry, "repository" | "agent">): boolean {
  if (actor.kind === "agent" && recall.agent !== actor.name) return false;
  return maySeeRepository(actor, recall.repository?.id ?? null);
}

async function idOf(db: Db, actor: Actor, reference: string | undefined): Promise<string | undefined> {
  if (reference === undefined) return undefined;
  return (await resolveRepository(db, { actor, reference, pointer: "/repository" })).id;
}

const recallList = defineOperation(contract.recallList, {
  authorize: () => true,
  handle: async ({ db, actor, input }) => {
    const { cursor, limit, repository, ...filters } = input;
    const repository_id = await idOf(db, actor, repository);
    return store.listRecalls(db, { where: { ...seen(actor), ...filters, repository_id }, cursor, limit });
  },
});

async function loadRecall({ db, actor, input }: { db: Db; actor: Actor; input: { recall_id: string } }) {
  const recall = await store.findRecall(db, { ...ofActor({ actor }), ...input });
  if (!recall)
    throw new AppError("not_found", "This recall does not exist, or is older than recalls are kept.");
  return recall;
}

const recallGet = defineOperation(contract.recallGet, {
  load: loadRecall,
  authorize: maySeeRecall,
  handle: async ({ subject }) => subject,
});

const recallRate = defineOperation(contract.recallRate, {
  load: async (context) => ({
    recall: await loadRecall(context),
    served: new Set(
      await store.findServedIds(context.db, { ...ofActor(context), recall_id: context.input.recall_id }),
    ),
  }),
  authorize: (actor, { recall }) => maySeeRecall(actor, recall),
  handle: async ({ db, actor, input, subject, now, audit }) => {
    const { recall_id } = input;
    const stranger = input.uses.findIndex(({ memory_id }) => !subject.served.has(memory_id));
    if (stranger >= 0)
      throw invalidField(`/uses/${stranger}/memory_id`, "is not a memory that this recall served");
    const recorded = await recordUses(db, {
      ...ofActor({ actor }),
      actor: actorRef(actor),
      recall_id,
      uses: input.uses.map(({ reason = null, ...use }) => ({ ...use, reason })),
      now: now(),
    });
    audit({ subject_id: recall_id, detail: { recorded } });
    return { recorded };
  },
});

const memoryRecallList = defineOperation(contract.memoryRecallList, {
  load: ({ db, actor, input }) => findMemoryFor(db, { actor, memory_id: input.memory_id }),
  authorize: () => true,
  handle: ({ db, actor, input, subject }) => {
    const { cursor, limit } = input;
    return store.listRecallsOfMemory(db, {
      where: { ...seen(actor), memory_id: subject.id },
      cursor,
      limit,
    });
  },
});

const COUNTED = [
  "recalls",
  "recalls_served",
  "recalls_degraded",
  "memories_served",
  "used",
  "refused",
  "tokens",
  "tokens_used",
] as const;

const withUnreported = (sums: Record<(typeof COUNTED)[number], number>) => ({
  ...sums,
  unreported: Math.max(0, sums.memories_served - sums.used - sums.refused),
});

const recallStats = defineOperation(contract.recallStats, {
  authorize: () => true,
  handle: async ({ db, actor, input, now }) => {
    const repository_id = await idOf(db, actor, input.repository);
    const today = Math.floor(now().getTime() / DAY_MS) * DAY_MS;
    const start = today - (input.days - 1) * DAY_MS;
    const after = new Date(start).toISOString();
    const where = { ...seen(actor), repository_id, agent_type: input.agent_type, after };
    const rows = new Map((await sumRecalls(db, { where })).map((row) => [row.day, row]));
    const nothing = { latency_p50: 0, latency_p95: 0, ...zeros() };
    const days = Array.from({ length: input.days }, (_, index) => {
      const day = new Date(start + index * DAY_MS).toISOString().slice(0, 10);
      const row: Omit<DayRow, "day"> = rows.get(day) ?? nothing;
      return { ...withUnreported(row), latency_p50: row.latency_p50, latency_p95: row.latency_p95, day };
    });
    const total = zeros();
    for (const day of days) for (const key of COUNTED) total[key] += day[key];
    const { held_out, ...inferred } = await sumInferred(db, { where });
    return { total: { ...withUnreported(total), inferred, held_out }, days };
  },
});

function zeros(): Record<(typeof COUNTED)[number], number> {
  return {
    recalls: 0,
    recalls_served: 0,
    recalls_degraded: 0,
    memories_served: 0,
    used: 0,
    refused: 0,
    tokens: 0,
    tokens_used: 0,
  };
}

// Trying out -------------------------------------------------------------------------------------------------

const withoutUndefined = (settings: Partial<Settings>): Partial<Settings> =>
  Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== undefined));

function toCandidate({
  memory,
  part,
  place,
  reason,
  score,
  scores,
  tokens,
}: Judged): contract.RecallCandidate {
  return {
    memory: store.briefOf(memory),
    part,
    place,
    score,
    scores,
    tokens,
    reason: place === "served" ? `It ${reason}.` : reason,
    uses: [],
    inferred: null,
  };
}

const recallPreview = defineOperation(contract.recallPreview, {
  // Whoever may choose the agent sees what reaches only that agent.
  authorize: (actor) => actor.kind !== "agent",
  prepare: async (context) => {
    const { agent, settings, ...question } = context.input;
    return buildContext(context, question, {
      agent,
      record: false,
      door: "preview",
      settings: withoutUndefined({ enabled: true, allowed_agents: null, ...settings }),
    });
  },
  handle: async ({ prepared }) => ({ ...prepared, candidates: prepared.candidates.map(toCandidate) }),
});

const expectationCreate = defineOperation(contract.expectationCreate, {
  load: ({ db, actor, input }) => findMemoryFor(db, { actor, memory_id: input.memory_id }),
  authorize: (actor) => actor.kind !== "agent",
  handle: async ({ db, actor, input, now, audit }) => {
    const id = await store.insertExpectation(db, {
      ...ofActor({ actor }),
      ...input,
      actor: actorRef(actor),
      now: now(),
    });
    audit({ subject_id: id });
    const [expectation] = await store.findExpectations(db, { ...ofActor({ actor }), ids: [id] });
    if (!expectation) throw new Error("what was stored in this transaction is found in it");
    return expectation;
  },
});

/** Expectations quote memories of any repository and agent; a key that may take all of them away may see these too. */
const seesExpectations = (actor: Actor) =>
  actor.kind !== "agent" || actor.permissions.has("organization:manage");

const expectationList = defineOperation(contract.expectationList, {
  authorize: seesExpectations,
  handle: ({ db, actor, input }) => store.listExpectations(db, { ...ofActor({ actor }), ...input }),
});

type Replayed = Omit<Parameters<typeof store.setReplayed>[1], "organization_id" | "now">;

/** Where the memory of an expectation stands in the pack now, from 1, and how relevant it was judged to be. */
async function replay(surroundings: Surroundings, expectation: contract.Expectation): Promise<Replayed> {
  const { agent, ...question } = expectation.question;
  const { memories, candidates } = await buildContext(
    surroundings,
    contract.contextGet.input.parse(question),
    {
      agent: typeof agent === "string" ? agent : undefined,
      record: false,
      settings: { enabled: true, allowed_agents: null },
    },
  );
  const { id, memory, within } = expectation;
  const place = memories.findIndex(({ memory_id }) => memory_id === memory.id);
  const found_at = place < 0 ? null : place + 1;
  const candidate = candidates.find((each) => each.memory.id === memory.id);
  return {
    id,
    found_at,
    passed: found_at !== null && found_at <= within,
    judged: candidate ? shippedLogOdds(candidate.scores) : null,
  };
}

/** What the shipped model said of a candidate, before anything that was learned. */
function shippedLogOdds({
  model,
  relevance,
  learned,
}: contract.ContextScores): { model: string; log_odds: number } | null {
  if (model === null || relevance === null || relevance <= 0 || relevance >= 1) return null;
  return { model, log_odds: Math.log(relevance / (1 - relevance)) - learned };
}

const REPLAYED = 100;

const expectationReplay = defineOperation(contract.expectationReplay, {
  load: async ({ db, actor, input }) =>
    input.expectation_ids === undefined
      ? (await store.listExpectations(db, { ...ofActor({ actor }), limit: REPLAYED })).items
      : store.findExpectations(db, { ...ofActor({ actor }), ids: input.expectation_ids }),
  authorize: seesExpectations,
  prepare: async (context) => {
    const replayed: Replayed[] = [];
    for (const expectation of context.subject) replayed.push(await replay(context, expectation));
    return replayed;
  },
  handle: async ({ db, actor, prepared, now, audit }) => {
    for (const one of prepared) await store.setReplayed(db, { ...ofActor({ actor }), ...one, now: now() });
    const passed = prepared.filter((one) => one.passed).length;
    const failed = prepared.length - passed;
    audit({ detail: { passed, failed } });
    const ids = prepared.map(({ id }) => id);
    return { passed, failed, items: await store.findExpectations(db, { ...ofActor({ actor }), ids }) };
  },
});

const noExpectation = () => new AppError("not_found", "This expectation does not exist.");

const expectationDelete = defineOperation(contract.expectationDelete, {
  load: async ({ db, actor, input: { expectation_id } }) => {
    const [found] = await store.findExpectations(db, { ...ofActor({ actor }), ids: [expectation_id] });
    if (!found) throw noExpectation();
  },
  authorize: (actor) => actor.kind !== "agent",
  handle: async ({ db, actor, input, audit }) => {
    const id = input.expectation_id;
    if (!(await store.deleteExpectation(db, { ...ofActor({ actor }), id }))) throw noExpectation();
    audit({ subject_id: id });
    return { deleted: true as const };
  },
});

// Settings of a repository -----------------------------------------------------------------------------------

type OfRepository = { db: Database; actor: Actor; input: { repository_id: string } };

async function loadRepository({ db, actor, input }: OfRepository) {
  const { repository_id } = input;
  const repository = await findRepositoryById(db, { ...ofActor({ actor }), repository_id });
  if (!repository) throw new AppError("not_found", "This repository does not exist.");
  return repository;
}

async function repositorySettings(db: Db, actor: Actor, repository_id: string) {
  const ofRepository = { ...ofActor({ actor }), repository_id };
  const { settings: own, version } = await findRepositorySettings(db, ofRepository);
  return { repository_id, own, in_force: await settingsOf(db, ofRepository), version };
}

const repositorySettingsGet = defineOperation(contract.repositorySettingsGet, {
  load: loadRepository,
  authorize: (actor, { id }) => maySeeRepository(actor, id),
  handle: ({ db, actor, subject }) => repositorySettings(db, actor, subject.id),
});

const repositorySettingsUpdate = defineOperation(contract.repositorySettingsUpdate, {
  load: loadRepository,
  authorize: (actor, { id }) => maySeeRepository(actor, id),
  handle: async ({ db, actor, input, subject, now, audit }) => {
    const ofRepository = { ...ofActor({ actor }), repository_id: subject.id };
    const { settings: before, version } = await findRepositorySettings(db, ofRepository);
    if (input.version !== undefined && input.version !== version)
      throw new AppError("conflict", `The settings changed meanwhile; their version is ${version}.`);
    const kept = Object.entries({ ...before, ...withoutUndefined(input.settings) });
    const inherited: ReadonlySet<string> = new Set(input.inherit);
    const settings = Object.fromEntries(kept.filter(([key]) => !inherited.has(key)));
    const in_force = { ...(await settingsOf(db, ofActor({ actor }))), ...withoutUndefined(input.settings) };
    assertMapped({ settings: in_force, changed: input.settings });
    if (!(await putRepositorySettings(db, { ...ofRepository, settings, version, now: now() })))
      throw new AppError("conflict", "The settings changed meanwhile; read them again.");
    audit({ subject_id: subject.id, detail: { before, after: settings } });
    return {
      ...(await repositorySettings(db, actor, subject.id)),
      unknown_agents: await unknownAgents(db, {
        ...ofActor({ actor }),
        settings: in_force,
        changed: input.settings,
      }),
    };
  },
});

export const operations = [
  contextGet,
  recallList,
  recallGet,
  recallRate,
  memoryRecallList,
  recallStats,
  ...relevanceOperations,
  recallPreview,
  expectationCreate,
  expectationList,
  expectationReplay,
  expectationDelete,
  repositorySettingsGet,
  repositorySettingsUpdate,
];
