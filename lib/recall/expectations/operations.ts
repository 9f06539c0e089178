import type { Settings } from "@/lib/access/contract";
import { findRepositoryById } from "@/lib/citations";
import type { Db } from "@/lib/db/client";
import { type Actor, actorRef, tenantOf } from "@/lib/kernel/actor";
import type { CallOf } from "@/lib/kernel/contract";
import { AppError } from "@/lib/kernel/errors";
import { briefOf, findMemoryFor, momentOf, redactText } from "@/lib/memories";
import { defineCommand, defineQuery } from "@/lib/runtime/operation";
import * as contract from "../contract";
import type { Judged } from "../pack/choose";
import { buildContext } from "../pack/context";
import type { Surroundings } from "../pack/request";
import * as expectationsQueries from "./queries";

export const withoutUndefined = (settings: Partial<Settings>): Partial<Settings> =>
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
    memory: briefOf(memory),
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

/** What a pack of an earlier moment is chosen by that has no history. */
const CHOSEN_NOW = [
  "It is chosen with the current settings, relevance model, open conflicts and file names.",
  "Memories edited since then are found by their current text, and shown as they were.",
  "Violations of probes are known only for now, and left out.",
];

export const recallPreview = defineQuery(contract.recallPreview, {
  // Who may choose the agent sees what reaches only that agent.
  authorize: "filtered",
  records: true,
  read: async (context) => {
    const { db, actor, now } = context;
    const { agent, settings, as_of: _, time_zone: __, ...question } = context.input;
    const repository = question.repository ?? question.repo;
    const moment = await momentOf(db, { actor, input: { ...context.input, repository }, now: now() });
    const pack = await buildContext(context, question, {
      agent,
      record: false,
      door: "preview",
      as_of: moment?.at,
      settings: withoutUndefined({ enabled: true, allowed_agents: null, ...settings }),
    });
    const preview = { ...pack, candidates: pack.candidates.map(toCandidate) };
    if (moment === null) return preview;
    const reasons = [...moment.reasons, ...CHOSEN_NOW];
    return { ...preview, as_of: { ...moment, complete: false, reasons } };
  },
});

const QUESTION_TEXTS = ["task", "goal", "issue_title"] as const;

/** The question without secrets and personal data. A placeholder never makes a text longer than it was. */
async function redactQuestion(question: CallOf<typeof contract.expectationCreate>["question"]) {
  const redacted = { ...question };
  for (const field of QUESTION_TEXTS) {
    const text = question[field];
    if (text !== undefined) redacted[field] = (await redactText(text)).slice(0, text.length);
  }
  return redacted;
}

export const expectationCreate = defineCommand(contract.expectationCreate, {
  load: ({ db, actor, input }) => findMemoryFor(db, { actor, memory_id: input.memory_id }),
  authorize: "filtered",
  prepare: ({ input }) => redactQuestion(input.question),
  write: async ({ db, actor, input, prepared: question, now, audit }) => {
    const id = await expectationsQueries.insertExpectation(db, {
      ...tenantOf({ actor }),
      ...input,
      question,
      actor: actorRef(actor),
      now: now(),
    });
    audit({ subject_id: id });
    const [expectation] = await expectationsQueries.findExpectations(db, {
      ...tenantOf({ actor }),
      repositories: null,
      ids: [id],
    });
    if (!expectation) throw new Error("what was stored in this transaction is found in it");
    return expectation;
  },
});

/** The repositories whose expectations a key may see, by their ids and names as questions have them; null: all. */
async function repositoriesOf(db: Db, actor: Actor): Promise<string[] | null> {
  if (actor.repository_ids === null) return null;
  const own: string[] = [];
  for (const repository_id of actor.repository_ids) {
    const found = await findRepositoryById(db, { ...tenantOf({ actor }), repository_id });
    if (found) own.push(found.id, found.name);
  }
  return own;
}

export const expectationList = defineQuery(contract.expectationList, {
  authorize: "filtered",
  read: async ({ db, actor, input }) =>
    expectationsQueries.listExpectations(db, {
      ...tenantOf({ actor }),
      ...input,
      repositories: await repositoriesOf(db, actor),
    }),
});

type Replayed = Omit<Parameters<typeof expectationsQueries.setReplayed>[1], "organization_id" | "now">;

/** The position of an expectation's memory in the pack now, from 1, and how relevant it was judged to be. */
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

export const expectationReplay = defineCommand(contract.expectationReplay, {
  load: async ({ db, actor, input: { expectation_ids } }) => {
    const seen = { ...tenantOf({ actor }), repositories: await repositoriesOf(db, actor) };
    if (expectation_ids !== undefined)
      return expectationsQueries.findExpectations(db, { ...seen, ids: expectation_ids });
    return (await expectationsQueries.listExpectations(db, { ...seen, limit: REPLAYED })).items;
  },
  authorize: "filtered",
  prepare: async (context) => {
    const replayed: Replayed[] = [];
    for (const expectation of context.subject) replayed.push(await replay(context, expectation));
    return replayed;
  },
  write: async ({ db, actor, prepared, now, audit }) => {
    for (const one of prepared)
      await expectationsQueries.setReplayed(db, { ...tenantOf({ actor }), ...one, now: now() });
    const passed = prepared.filter((one) => one.passed).length;
    const failed = prepared.length - passed;
    audit({ detail: { passed, failed } });
    const ids = prepared.map(({ id }) => id);
    return {
      passed,
      failed,
      items: await expectationsQueries.findExpectations(db, {
        ...tenantOf({ actor }),
        repositories: null,
        ids,
      }),
    };
  },
});

const noExpectation = () => new AppError("not_found", "This expectation does not exist.");

export const expectationDelete = defineCommand(contract.expectationDelete, {
  load: async ({ db, actor, input: { expectation_id } }) => {
    const [found] = await expectationsQueries.findExpectations(db, {
      ...tenantOf({ actor }),
      repositories: null,
      ids: [expectation_id],
    });
    if (!found) throw noExpectation();
  },
  authorize: "filtered",
  write: async ({ db, actor, input, audit }) => {
    const id = input.expectation_id;
    if (!(await expectationsQueries.deleteExpectation(db, { ...tenantOf({ actor }), id })))
      throw noExpectation();
    audit({ subject_id: id });
    return { deleted: true as const };
  },
});
