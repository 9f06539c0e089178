import type { SkillVersionDetail } from "../contract";
import { sha256 } from "../skills/files";

/** The branch of a version, the same at every attempt and no other version's. */
export function branchOf(
  skill: { id: string; name: string },
  version: Pick<SkillVersionDetail, "number" | "content_sha256">,
): string {
  const hash = sha256(JSON.stringify([skill.id, version.number, version.content_sha256]));
  return `memory/skill-${skill.name}-${hash.slice(0, 10)}`;
}
