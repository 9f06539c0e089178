import { settingsSchema } from "@/lib/access/contract";
import type { Database } from "@/lib/db/client";
import { findLearnedShifts } from "@/lib/db/sql/relevance-learning";
import { log } from "@/lib/telemetry/log";
import { type LearnedModel, relevanceModel, relevanceModelKey } from "./model";

/** The models that judge one question: with its vector, and for memories that have none. */
export type QuestionModels = { meaning: LearnedModel; words: LearnedModel };

type Learned = { enabled: boolean; shifts: ReadonlyMap<string, number> };

/** So long an answer may be old: shifts are learned once a night, and reset by hand. */
const FRESH_MS = 60_000;
const MAX_ORGANIZATIONS = 1_000;
const NOTHING: Learned = { enabled: false, shifts: new Map() };
const remembered = new Map<string, { read_at: number; learned: Promise<Learned> }>();

/**
 * The models of relevance with what the organization's outcomes taught. What cannot be read leaves them as they are shipped.
 * @param learning false: as shipped; left out: as the organization's settings say.
 */
export async function modelsFor(
  db: Database,
  {
    organization_id,
    embedder_id,
    learning,
  }: { organization_id: string; embedder_id: string | null; learning?: boolean },
): Promise<QuestionModels> {
  const learned = learning === false ? NOTHING : await learnedOf(db, organization_id);
  const applies = learning ?? learned.enabled;
  const modelOf = (id: string | null): LearnedModel => {
    const key = relevanceModelKey(id);
    return { ...relevanceModel(id), key, shift: applies ? (learned.shifts.get(key) ?? 0) : 0 };
  };
  return { meaning: modelOf(embedder_id), words: modelOf(null) };
}

/** Makes the next question read what was learned again, in this process; others do within a minute. */
export function forgetLearned({ organization_id }: { organization_id: string }): void {
  remembered.delete(organization_id);
}

function learnedOf(db: Database, organization_id: string): Promise<Learned> {
  const read_at = performance.now();
  const known = remembered.get(organization_id);
  if (known && read_at - known.read_at < FRESH_MS) return known.learned;
  if (remembered.size >= MAX_ORGANIZATIONS) remembered.clear();
  const learned = readLearned(db, organization_id);
  remembered.set(organization_id, { read_at, learned });
  return learned;
}

async function readLearned(db: Database, organization_id: string): Promise<Learned> {
  try {
    const { settings, shifts } = await findLearnedShifts(db, { organization_id });
    return { enabled: settingsSchema.parse(settings).relevance_learning, shifts };
  } catch (error) {
    log().warn({ err: error, organization_id }, "what outcomes taught could not be read");
    forgetLearned({ organization_id });
    return NOTHING;
  }
}
