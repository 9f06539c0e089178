import { type Memory, PREFERENCE_ORIGINS, type PreferenceOrigin, type SaidElsewhere } from "../contract";

const LEARNED = "preference:";

/** The source of a preference that was learned from observations of other modules. */
export const learnedSourceId = (parts: readonly string[]): string => `${LEARNED}${JSON.stringify(parts)}`;

/** Whether a memory comes from what was learned, not from somebody who stored it. */
export const isLearned = ({ id }: { id: string | null }): boolean => id?.startsWith(LEARNED) === true;

export const wordOf = (value: unknown): string => {
  if (typeof value === "string") return value;
  return "";
};

export const numberOf = (value: unknown): number | null => {
  if (typeof value === "number") return value;
  return null;
};

const isOrigin = (value: unknown): value is PreferenceOrigin =>
  PREFERENCE_ORIGINS.some((origin) => origin === value);

export function originOf({ metadata, source }: Pick<Memory, "metadata" | "source">): PreferenceOrigin {
  if (isOrigin(metadata.origin)) return metadata.origin;
  return isLearned(source) ? "findings" : "stated";
}

function saidOf(value: unknown): SaidElsewhere[] {
  if (value === null || typeof value !== "object") return [];
  const { tool, value: said, path, line } = value as Partial<Record<keyof SaidElsewhere, unknown>>;
  if (typeof line !== "number") return [];
  return [{ tool: wordOf(tool), value: wordOf(said), path: wordOf(path), line }];
}

/** What other files say instead; the preference's own tool goes before theirs. */
export function contradictionsOf({
  metadata: { contradicted_by },
}: Pick<Memory, "metadata">): SaidElsewhere[] {
  if (!Array.isArray(contradicted_by)) return [];
  return contradicted_by.flatMap(saidOf);
}

/** What configuration says where a person corrected it; null where it says the same, or nothing. */
export function configuredOf({ metadata }: Pick<Memory, "metadata">): SaidElsewhere | null {
  return saidOf(metadata.configured)[0] ?? null;
}

/** What a configured preference is known by when configuration is read again. */
export function identityOf({ metadata }: Pick<Memory, "metadata">): string {
  return JSON.stringify([metadata.preference_type, wordOf(metadata.aspect), wordOf(metadata.holds_for)]);
}
