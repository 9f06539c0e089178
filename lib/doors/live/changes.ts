import type { LiveEntry } from "@/lib/access";
import type { Tag } from "@/lib/kernel/contract";
import type { LiveChange } from "@/lib/kernel/live";
import { operations } from "@/lib/registry";

const changesOf = new Map(
  operations.map(({ contract }) => [contract.name, "changes" in contract ? contract.changes : []] as const),
);

/** What work of the worker may have changed; it says what it did only in words. */
const CHANGED_BY_JOBS: readonly Tag[] = [
  "checks",
  "citations",
  "conflicts",
  "conversations",
  "deliveries",
  "duplicates",
  "findings",
  "imports",
  "jobs",
  "memories",
  "memory_supports",
  "notifications",
  "probes",
  "proposals",
  "recalls",
  "repositories",
  "sessions",
  "skills",
  "suspicious_heads",
  "tasks",
];

/** Records of which everybody sees who decided on them. */
const DECIDED_IN_SIGHT: ReadonlySet<Tag> = new Set<Tag>([
  "conflicts",
  "failures",
  "findings",
  "imports",
  "inbox",
  "memories",
  "proposals",
  "suggestions",
  "suspicious_heads",
]);

/** A change as it is sent; null when it concerns nothing that a screen shows. */
export function toChange({ id, operation, subject_ids, actor }: LiveEntry): LiveChange | null {
  const tags = changesOf.get(operation) ?? CHANGED_BY_JOBS;
  if (tags.length === 0) return null;
  if (!tags.some((tag) => DECIDED_IN_SIGHT.has(tag))) return { id, tags, subject_ids: [], actor: null };
  return { id, tags, subject_ids, actor };
}
