import type { Db } from "@/lib/db/client";
import type { ActorRef } from "@/lib/kernel/actor";
import * as safetyQueries from "../safety/queries";
import { type KeyedSuspicion, textsIn } from "../safety/suspicions";
import type { RepositoryFacts } from "./facts";
import type { ReadFacts } from "./read-facts";
import { isOfRepository, TAINT_RULES } from "./rule-ids";
import { needsFacts, taintsIn } from "./taints";

/** What waits for a person in a memory's texts. `unjudged`: its repository is registered and could not be read. */
export type Judgement = { taints: KeyedSuspicion[]; unjudged: boolean };

/** Judges texts by the rules, and by the repository where they say something that it knows about. Never rejects. */
export async function judgeTexts(
  texts: unknown,
  { repository_id, readFacts }: { repository_id: string | null; readFacts: ReadFacts },
): Promise<Judgement> {
  const needed = repository_id !== null && textsIn(texts).some(({ text }) => needsFacts(text));
  const facts: RepositoryFacts | null = needed ? await readFacts(repository_id) : null;
  return { taints: taintsIn(texts, facts), unjudged: needed && facts === null };
}

/** What a person stores is that person's word; everything else may come from what an agent read. */
export const isHeldFrom = ({ kind }: Pick<ActorRef, "kind">): boolean => kind !== "person";

/** How an acceptance is kept: of what the repository decides, for that repository only. */
export const acceptedAs = (rule: string, repository_id: string | null): string =>
  TAINT_RULES.some((taint) => taint === rule && isOfRepository(taint)) ? `${rule}@${repository_id}` : rule;

/** What waits for a person, without what one accepted: of this text, from this rule, here. */
export async function unaccepted(
  db: Db,
  {
    organization_id,
    repository_id,
    taints,
  }: { organization_id: string; repository_id: string | null; taints: readonly KeyedSuspicion[] },
): Promise<KeyedSuspicion[]> {
  if (taints.length === 0) return [];
  const texts = [...new Set(taints.map(({ text_sha256 }) => text_sha256))];
  const allowances = await safetyQueries.findAllowances(db, { organization_id, texts });
  const accepted = new Set(allowances.map(({ rule, text_sha256 }) => `${rule} ${text_sha256}`));
  return taints.filter(
    ({ rule, text_sha256 }) => !accepted.has(`${acceptedAs(rule, repository_id)} ${text_sha256}`),
  );
}
