/** Fields of memories that a condition compares. */
export const CONDITION_FIELDS = [
  "id",
  "user",
  "agent",
  "agent_type",
  "session_id",
  "repository",
  "category",
  "tags",
  "kind",
  "statement",
  "created_at",
  "updated_at",
  "metadata",
] as const;

/** How a field is compared with a value; `in` with a list, `present` with none. */
export const COMPARISONS = [
  "equal",
  "different",
  "in",
  "above",
  "at_least",
  "below",
  "at_most",
  "contains",
  "icontains",
  "present",
] as const;
