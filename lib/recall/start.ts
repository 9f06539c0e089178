import { isAllowed, settingsOf } from "@/lib/access";
import type { Repository } from "@/lib/citations";
import { findMemoryKeys } from "@/lib/db/sql/memories";
import { insertRecall } from "@/lib/db/sql/recall";
import { actorRef } from "@/lib/kernel/actor";
import { newId } from "@/lib/kernel/ids";
import { isStale, lookOver, memoriesByIds, seenBy, type Withheld } from "@/lib/memories";
import { GENERAL } from "./category";
import { counterFor, keep, type Surroundings, toItem } from "./context";
import type { ContextScores } from "./contract";
import { writePack } from "./pack";
import { sayTheSame } from "./same";
import { round, Stages } from "./stages";
import { verifyInTime } from "./verify";

const SERVED = 5;
const LOOKED_AT = 12;
const CHARACTERS = 1_000;
const LIMIT_MS = 1_500;
const VERIFY_MS = 400;
const SAFETY_MS = 200;

const NO_SCORES: ContextScores = {
  ...{ vector: null, bm25: null, trigram: null, by_vector: 0, by_bm25: 0, by_trigram: 0 },
  ...{ quality: 1, recency: 1, verification: 1, category: 1 },
};

/**
 * The repository's conventions that were stored or confirmed last, for the start of a session: at most five whose code
 * still says so, in about 1,000 characters, framed as every pack is and recorded as a recall. Empty when there is none,
 * memory is off or this agent is not given packs; never an error, and never later than 1.5 seconds.
 */
export async function conventionsAtStart(
  { actor, db, now }: Surroundings,
  given: { repository: Repository; session_id: string; ref: string | undefined; door: string },
): Promise<string> {
  const { repository, session_id, door } = given;
  const { organization_id } = actor;
  const stages = new Stages(LIMIT_MS);
  const at = now();
  const agent = actor.kind === "agent" ? actor.name : null;
  const found = await stages.run(
    "conventions",
    async () => {
      const settings = await settingsOf(db, { organization_id, repository_id: repository.id });
      if (!settings.enabled || !isAllowed(settings, { agent, agent_type: "main", named: null })) return null;
      const keys = await findMemoryKeys(db, {
        where: {
          ...seenBy(actor),
          ...{ repository_id: repository.id, kind: ["convention"], status: ["active"] },
          ...{ addressed: false, deleted: false },
        },
        order: { sort: "refreshed_at", after: null },
        limit: LOOKED_AT,
      });
      return {
        settings,
        memories: await memoriesByIds(db, { organization_id, ids: keys.map(({ id }) => id) }),
      };
    },
    null,
  );
  if (!found || found.memories.length === 0) return "";
  // By the newest rules first: what they suspect need not be checked.
  const withheld: Withheld = await stages.run(
    "safety",
    () => lookOver(db, { organization_id, memories: found.memories, budget_ms: SAFETY_MS, now: at }),
    new Map(found.memories.filter(isStale).map(({ id }) => [id, "could not be looked over in time"])),
  );
  const memories = found.memories.filter(({ id }) => !withheld.has(id));
  const [usable, same] = [
    await stages.run(
      "verification",
      () =>
        verifyInTime(db, {
          ...{ organization_id, memories, repositories: [repository] },
          budget_ms: Math.min(VERIFY_MS, stages.left()),
        }),
      new Map(),
    ),
    await stages.run(
      "diversity",
      async () => sayTheSame(db, { organization_id, memories, embedder_id: null }),
      () => false,
    ),
  ];
  const holding = memories.filter(({ id }) => usable.get(id) === "verified");
  const served = holding
    .filter((one, index) => !holding.slice(0, index).some((other) => same(other, one)))
    .slice(0, SERVED);
  const pack = writePack({
    items: served.map((memory) =>
      toItem({ memory, part: "conventions", score: 0, scores: NO_SCORES, why: "" }),
    ),
    ...{ checks: [], agent_type: "main", developer: null, conventions_of: "Repository" },
    limits: { characters: CHARACTERS, tokens: found.settings.token_budget, count: counterFor(stages) },
  });
  const given_out = served.filter(({ id }) => !pack.left_out.has(id));
  if (pack.markdown === "") return "";
  const by = actorRef(actor);
  await keep(stages, () =>
    insertRecall(db, {
      organization_id,
      recall: {
        ...{ id: newId(), at, door, latency_ms: round(stages.elapsed()), agent, agent_type: "main" },
        ...{ actor_kind: by.kind, actor_id: by.id, actor_name: by.name, category: GENERAL },
        ...{ repository_id: repository.id, session_id, task: "The start of a session", question: {} },
        ...{ settings: found.settings, outcome: "served", pack: pack.markdown, tokens: pack.tokens },
        ...{ characters: pack.markdown.length, candidate_count: memories.length },
        ...{
          served_count: given_out.length,
          unchecked_count: 0,
          stages: stages.times,
          degraded: stages.degraded,
        },
      },
      candidates: memories.map(({ id }, index) => {
        const place = given_out.some((memory) => memory.id === id) ? "served" : "out";
        return {
          ...{ memory_id: id, position: index + 1, part: "conventions", place, score: 0, scores: NO_SCORES },
          tokens: pack.tokens_of.get(id) ?? 0,
          reason:
            place === "served"
              ? "It is one of the repository's latest conventions."
              : usable.get(id) === "verified"
                ? "Others are newer, or there was no room for it."
                : "The code that it cites could not be seen to hold.",
        };
      }),
      events: given_out.map(({ id }) => ({ id: newId(), memory_id: id })),
    }),
  );
  return pack.markdown;
}
