import type { FileFinding, ProbeResult } from "@/lib/citations";
import { type Database, type Db, transaction } from "@/lib/db/client";
import type { MemoryProbePlace } from "../contract";
import { redactTexts } from "../safety/redaction";
import * as probeQueries from "./queries";

/** What is kept of single files beside their counts: enough to show, and a row stays small. */
const MAX_KEPT_PLACES = 300;

export type Searched = {
  result: ProbeResult;
  examined: { commit: string; findings: readonly FileFinding[] };
};

/** A search as it is stored: without secrets, and each place with the commit in which it was first found. */
export async function stateOf(
  { result, examined }: Searched,
  before: Pick<probeQueries.StoredProbe, "places" | "violated_commit" | "violated_since"> | null,
  now: Date,
): Promise<probeQueries.ProbeState> {
  const { commit } = examined;
  const findings = limited(examined.findings);
  const texts = [
    ...new Set([...result.places, ...findings.flatMap(({ places }) => places)].map(({ text }) => text)),
  ];
  const redacted = await redactTexts(texts.map((text) => ({ text, identifier: true })));
  const cleaned = new Map(texts.map((text, index) => [text, redacted[index]?.text ?? ""]));
  const clean = <P extends { text: string }>(place: P): P => ({
    ...place,
    text: cleaned.get(place.text) ?? "",
  });
  const violated = result.status === "violated";
  return {
    commit,
    status: result.status,
    matches: result.matches,
    support: result.support,
    files: result.files,
    places: firstSeen(result.places.map(clean), { before: before?.places ?? [], commit, now }),
    findings: findings.map((finding) => ({ ...finding, places: finding.places.map(clean) })),
    violated_commit: violated ? (before?.violated_commit ?? commit) : null,
    violated_since: violated ? (before?.violated_since ?? now) : null,
  };
}

function limited(findings: readonly FileFinding[]): FileFinding[] {
  let room = MAX_KEPT_PLACES;
  return findings.map((finding) => {
    const places = finding.places.slice(0, room);
    room -= places.length;
    return { ...finding, places };
  });
}

/** A place is the one of before that reads the same in the same file; of several, in their order. */
export function firstSeen(
  places: readonly Omit<MemoryProbePlace, "since" | "since_commit">[],
  { before, commit, now }: { before: readonly MemoryProbePlace[]; commit: string; now: Date },
): MemoryProbePlace[] {
  const keyOf = ({ path, text }: { path: string; text: string }) => `${path}\0${text}`;
  const earlier = new Map<string, MemoryProbePlace[]>();
  for (const place of before) earlier.set(keyOf(place), [...(earlier.get(keyOf(place)) ?? []), place]);
  return places.map((place) => {
    const same = earlier.get(keyOf(place))?.shift();
    return { ...place, since_commit: same?.since_commit ?? commit, since: same?.since ?? now.toISOString() };
  });
}

type Recording = {
  organization_id: string;
  /** As it was read before the search. */
  stored: probeQueries.StoredProbe;
  searched: Searched;
  /** Whether a result of the searched commit may take the place of one of this commit. */
  mayReplace: (recorded: string) => Promise<boolean>;
  now: Date;
};

/** How often it is tried to record a search while others record theirs. */
const ATTEMPTS = 5;

/**
 * Records a search, if the probe is still the same. A result of a later commit stays, and so does one of the same commit
 * that was recorded meanwhile. @returns false when the probe's rule was changed since it was read: search again.
 */
export async function recordSearch(db: Database, { stored, ...recording }: Recording): Promise<boolean> {
  const { organization_id, searched, mayReplace, now } = recording;
  let current: probeQueries.StoredProbe | null = stored;
  for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
    if (!(await mayReplace(current.checked_commit))) return true;
    const basis = current;
    const state = await stateOf(searched, basis, now);
    if (await transaction(db, (tx) => write(tx, { organization_id, basis, state, now }))) return true;
    current = await probeQueries.findStoredProbe(db, { organization_id, probe_id: stored.probe_id });
    if (!current) return true;
    if (current.digest !== stored.digest || !isSame(current, stored)) return false;
    if (current.checked_commit === searched.examined.commit && current.problem === null) return true;
  }
  return true;
}

const isSame = (one: probeQueries.StoredProbe, other: probeQueries.StoredProbe) =>
  JSON.stringify(one.expectation) === JSON.stringify(other.expectation);

async function write(
  tx: Db,
  params: {
    organization_id: string;
    basis: probeQueries.StoredProbe;
    state: probeQueries.ProbeState;
    now: Date;
  },
): Promise<boolean> {
  const { organization_id, basis, state, now } = params;
  if (!(await probeQueries.recordProbe(tx, params))) return false;
  const { status, matches, support } = state;
  const differs = status !== basis.status || matches !== basis.matches || support !== basis.support;
  if (differs)
    await probeQueries.insertProbeCheck(tx, { organization_id, probe_id: basis.probe_id, state, now });
  return true;
}
