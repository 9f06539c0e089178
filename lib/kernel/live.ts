import type { Tag } from "./contract";

/** What an open page learns of a change: what to read again and, of what waits for people, who changed which records. */
export type LiveChange = {
  id: string;
  tags: readonly Tag[];
  subject_ids: string[];
  actor: { kind: "person" | "agent" | "job"; id: string; name: string } | null;
};
