import { countInAudit, settingsOf } from "@/lib/access";
import { openRepositorySource, type Repository, SourceError } from "@/lib/citations";
import type { Database } from "@/lib/db/client";
import { type Actor, tenantOf } from "@/lib/kernel/actor";
import { AppError, invalidField } from "@/lib/kernel/errors";
import { DAY_MS, timeSchema } from "@/lib/kernel/time";
import { endOfDay } from "@/lib/kernel/time-zones";
import { AS_NOW, type AsOf } from "../contract";
import { resolveRepository } from "../search/filters";

const DAY = /^\d{4}-\d{2}-\d{2}$/;
const COMMIT = /^[0-9a-f]{7,64}$/i;

type Asked = {
  actor: Actor;
  input: { as_of?: string; time_zone?: string; repository?: string };
  now: Date;
};

/**
 * The moment that a caller asks about, with what is not known of it any more; null when none is asked about.
 * @throws AppError invalid_input for what is no moment, lies in the future, or is a commit that cannot be found.
 */
export async function momentOf(db: Database, { actor, input, now }: Asked): Promise<AsOf | null> {
  const { as_of } = input;
  if (as_of === undefined) return null;
  const settings = await settingsOf(db, tenantOf({ actor }));
  const time_zone = input.time_zone ?? settings.time_zone;
  const { moment, commit } = await readMoment(db, {
    actor,
    as_of,
    time_zone,
    repository: input.repository,
    now,
  });
  if (moment > now)
    throw invalidField(
      "/as_of",
      "is in the future; use a moment up to now, or leave it out for what is known now",
    );
  const at = moment.toISOString();
  const reasons = [
    ...(await forgottenSince(db, { actor, at, now, days: settings.deleted_retention_days })),
    ...hiddenFrom(actor),
  ];
  return { at, time_zone, commit, complete: reasons.length === 0, reasons, as_now: [...AS_NOW] };
}

async function readMoment(
  db: Database,
  asked: { actor: Actor; as_of: string; time_zone: string; repository: string | undefined; now: Date },
): Promise<{ moment: Date; commit: string | null }> {
  const { as_of, time_zone, now } = asked;
  if (DAY.test(as_of)) return { moment: dayEnd(as_of, { time_zone, now }), commit: null };
  if (timeSchema.safeParse(as_of).success) return { moment: new Date(as_of), commit: null };
  if (!COMMIT.test(as_of))
    throw invalidField(
      "/as_of",
      "must be an ISO 8601 time with its zone (2026-11-03T14:00:00+01:00), a date (2026-11-03), or a commit of at least 7 hex digits",
    );
  return momentOfCommit(db, asked);
}

/** The end of a day; of the present one, now. */
function dayEnd(day: string, { time_zone, now }: { time_zone: string; now: Date }): Date {
  try {
    const end = endOfDay(day, time_zone);
    const isToday = end > now && endOfDay(dayBefore(day), time_zone) < now;
    return isToday ? now : end;
  } catch (error) {
    if (error instanceof RangeError) throw invalidField("/as_of", "is not a valid date");
    throw error;
  }
}

const dayBefore = (day: string) =>
  new Date(Date.parse(`${day}T00:00:00Z`) - DAY_MS).toISOString().slice(0, 10);

async function momentOfCommit(
  db: Database,
  { actor, as_of, repository: reference }: { actor: Actor; as_of: string; repository: string | undefined },
): Promise<{ moment: Date; commit: string }> {
  if (reference === undefined)
    throw invalidField("/as_of", "names a commit: filter by the `repository` that it is of");
  const repository: Repository = await resolveRepository(db, { actor, reference, pointer: "/repository" });
  const source = await openRepositorySource(db, { ...tenantOf({ actor }), repository });
  try {
    const commit = await source.resolveRef(as_of.toLowerCase());
    const [found] = await source.log(1, commit);
    if (found) return { moment: new Date(found.authored_at), commit };
  } catch (error) {
    if (!(error instanceof SourceError)) throw error;
    if (error.code !== "unknown_ref")
      throw new AppError("unavailable", `The repository could not be read: ${error.message}`, {
        cause: error,
      });
  }
  throw invalidField("/as_of", `is no commit of ${repository.name}`);
}

/** What was removed for good and is not known any more. */
async function forgottenSince(
  db: Database,
  { actor, at, now, days }: { actor: Actor; at: string; now: Date; days: number },
): Promise<string[]> {
  const reasons: string[] = [];
  if (now.getTime() - Date.parse(at) > days * DAY_MS)
    reasons.push(
      `Deleted memories are removed for good after ${days} ${days === 1 ? "day" : "days"}: memories removed since then are not counted.`,
    );
  const removed = await countInAudit(db, {
    ...tenantOf({ actor }),
    operation: "repository_remove",
    since: at,
  });
  if (removed > 0)
    reasons.push(
      `${removed} ${removed === 1 ? "repository was" : "repositories were"} removed since, with everything stored there.`,
    );
  return reasons;
}

/** What an agent is not shown of the past. */
function hiddenFrom(actor: Actor): string[] {
  if (actor.kind !== "agent") return [];
  return [
    "Former texts are shown to people only, because they were not scanned again: texts are as they are now.",
    "Memories that were deleted, quarantined or held back since then are left out.",
  ];
}
