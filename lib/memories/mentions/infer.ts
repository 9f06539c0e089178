import { z } from "zod";
import { citeMentions, type InferredCitation, insertCitations, type PreparedCitation } from "@/lib/citations";
import { type Database, transaction } from "@/lib/db/client";
import { isRefusedValue } from "@/lib/db/errors";
import { log } from "@/lib/telemetry/log";
import { type CodeAt, readUnread } from "../shared/unread";
import { withoutSecrets } from "../store/prepare";
import type { UnreadMemory } from "./queries";
import * as mentionQueries from "./queries";

type OfRepository = { organization_id: string; repository_id: string };

/**
 * Cites the places that the texts of a repository's memories mention, at the commit that the agent said it works on, else
 * at the head. What its author cited stays and is not cited again. Safe to repeat: each text is read once.
 * @returns how many citations were inferred. @throws SourceError when the repository cannot be read: try again later.
 */
export async function inferCitations(
  db: Database,
  { organization_id, repository_id, now, signal }: OfRepository & { now: () => Date; signal: AbortSignal },
): Promise<number> {
  const ids = { organization_id, repository_id };
  let inferred = 0;
  await readUnread(db, {
    ...ids,
    signal,
    list: (limit) => mentionQueries.listUnreadMemories(db, { ...ids, limit }),
    refsOf: (memories) => refsOf(db, { organization_id, memories }),
    read: async (memories, at) => {
      const found = await citationsOf(memories, at);
      for (const [index, memory] of memories.entries())
        inferred += await keep(db, { ...ids, memory, found: found[index] ?? [], now: now() });
    },
  });
  return inferred;
}

/** What the agents of memories said they work on, by the memory. */
async function refsOf(
  db: Database,
  { organization_id, memories }: { organization_id: string; memories: readonly UnreadMemory[] },
): Promise<Map<string, string>> {
  const session_ids = memories.flatMap(({ session_id }) => (session_id === null ? [] : [session_id]));
  const refs = await mentionQueries.refsOfSessions(db, { organization_id, session_ids });
  return new Map(
    memories.flatMap(({ id, session_id }) => {
      const ref = refs.get(session_id ?? "");
      return ref === undefined ? [] : [[id, ref] as const];
    }),
  );
}

async function citationsOf(
  memories: readonly UnreadMemory[],
  { source, repository, commit }: CodeAt,
): Promise<InferredCitation[][]> {
  const texts = memories.map(({ statement, reasoning, metadata, removed_mentions }) => ({
    text: [statement, reasoning].filter((text) => text !== null).join("\n"),
    lines: placeOfFinding(metadata),
    except: new Set(removed_mentions),
  }));
  return citeMentions(source, { repository, commit, texts });
}

const findingPlace = z.object({ file_path: z.string().min(1), line: z.int().min(1) });

/** Where the finding stood that a rejection pattern was made from. */
function placeOfFinding(metadata: unknown) {
  const place = findingPlace.safeParse(metadata);
  if (!place.success) return null;
  const { file_path: path, line } = place.data;
  return { path, line_start: line, line_end: line };
}

/**
 * Stores what was inferred beside what its author cited. @returns how many; 0 when somebody else was first, or the
 * database refuses it.
 */
async function keep(
  db: Database,
  {
    organization_id,
    repository_id,
    memory,
    found,
    now,
  }: OfRepository & { memory: UnreadMemory; found: readonly InferredCitation[]; now: Date },
): Promise<number> {
  const memory_id = memory.id;
  const isNew = ({ path, line_start, line_end }: InferredCitation) =>
    !memory.citations.some(
      (cited) =>
        cited.anchor_path === path &&
        cited.anchor_line_start <= line_end &&
        cited.anchor_line_end >= line_start,
    );
  const prepared = await withoutSecrets(found.filter(isNew));
  const first_position = (memory.citations.at(-1)?.position ?? -1) + 1;
  const store = (citations: readonly PreparedCitation[]) =>
    transaction(db, async (tx) => {
      if (!(await mentionQueries.markMentionsRead(tx, { organization_id, memory_id, now }))) return 0;
      const memories = [{ memory_id, repository_id, prepared: citations, first_position }];
      await insertCitations(tx, { organization_id, now, memories });
      return citations.length;
    });
  return store(prepared).catch((error: unknown) => {
    if (!isRefusedValue(error)) throw error;
    // It would be refused each time, and would keep all behind it from being read.
    log().error({ err: error, memory_id }, "what a memory mentions could not be cited");
    return store([]);
  });
}
