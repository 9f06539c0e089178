import { jobActor } from "@/lib/access";
import type { Database } from "@/lib/db/client";
import { countDevelopers } from "@/lib/db/sql/finding-counts";
import { actorRef } from "@/lib/kernel/actor";
import { wilson } from "@/lib/kernel/statistics";
import { DAY_MS } from "@/lib/kernel/time";
import { type LearnedPreference, storePreferences } from "@/lib/memories";
import { LEAST_IMPLEMENTED, LEAST_SHARE, preferencesOfFixes } from "./fixes";
import { findFixes } from "./queries";

/** How far back a preference is looked for. */
export const LEARN_DAYS = 365;
const TYPE = "takes_up_findings";

type Counted = { developer: string; rule_category: string; implement: number; reject: number; defer: number };

/**
 * What developers prefer, as far as the findings they implemented say: a rule is taken up by a developer who implemented
 * at least five of its findings and surely more than half of those flagged. Confidence is that lower end.
 */
export function preferencesOf(counts: readonly Counted[]): LearnedPreference[] {
  return counts.flatMap(({ developer, rule_category, implement, reject, defer }) => {
    const share = wilson(implement, implement + reject + defer);
    if (share === null || implement < LEAST_IMPLEMENTED || share.low < LEAST_SHARE) return [];
    return [
      {
        developer_id: developer,
        preference_type: TYPE,
        preference_value: rule_category,
        statement: `${developer} usually implements findings about ${rule_category.replaceAll("_", " ")}.`,
        confidence: Math.round(share.low * 100) / 100,
        observation_count: implement,
      },
    ];
  });
}

/** Learns the preferences of an organization's developers again. Running it again changes nothing. */
export async function learnPreferences(
  db: Database,
  { organization_id, now, job }: { organization_id: string; now: Date; job: string },
): Promise<{ stored: number; updated: number }> {
  const today = Math.floor(now.getTime() / DAY_MS) * DAY_MS;
  const counts = await countDevelopers(db, {
    organization_id,
    from: new Date(today - LEARN_DAYS * DAY_MS),
    to: new Date(today + DAY_MS),
  });
  const actor = actorRef(jobActor(organization_id, job));
  const preferences = preferencesOf(counts);
  const since = new Date(now.getTime() - LEARN_DAYS * DAY_MS);
  for (const developer of new Set(counts.map((counted) => counted.developer)))
    preferences.push(
      ...preferencesOfFixes(await findFixes(db, { organization_id, developers: [developer], since })),
    );
  return storePreferences(db, { organization_id, actor, now, preferences });
}
