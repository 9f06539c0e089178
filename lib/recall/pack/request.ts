import { settingsOf } from "@/lib/access";
import type { Settings } from "@/lib/access/contract";
import type { Embedder } from "@/lib/ai";
import type { Repository } from "@/lib/citations";
import type { Database } from "@/lib/db/client";
import type { MemoryWhere } from "@/lib/db/sql/memory-conditions";
import type { Actor } from "@/lib/kernel/actor";
import { type LineRange, type PreparedQuery, prepareQuery, resolveRepository, seenBy } from "@/lib/memories";
import type { ContextQuestion } from "../contract";
import type { AfterResponse } from "../ledger/after-response";
import { type DiffSummary, readDiff } from "./diff";
import { queryOfDiff } from "./review-candidates";
import type { Stages } from "./stages";
import { fromRoot } from "./triggers";

/** What `buildContext` works with: the parts of an operation's context. */
export type Surroundings = {
  actor: Actor;
  db: Database;
  ai: { embedder: Embedder | null };
  now: () => Date;
};

export type ContextOptions = {
  /** The repository that the question names, where the caller has looked it up for this actor already. */
  repository?: Repository;
  /** Who asked, for the ledger: `context`, `before_agent`, `session_start`, `preview`, … */
  door?: string;
  /** Whom the pack is for when a person asks (the playground); default: the actor. */
  agent?: string;
  /** Milliseconds for everything; what is not there by then is left out and named. Default 3,000. */
  limit_ms?: number;
  /** Milliseconds of them for checking citations. Default 400. */
  verify_ms?: number;
  /** Milliseconds for the query's vector. Default 700. */
  embed_ms?: number;
  /** Instead of the settings in force, for comparing. */
  settings?: Partial<Settings>;
  /** The context window of the question's session that the pack goes into; what it has already is left out. */
  context_window?: string;
  /** What was known then is chosen from instead of what is known now; the caller records nothing. */
  as_of?: string;
  /** false: nothing is recorded and no memory counts as used. Default true. */
  record?: boolean;
  /** The lines that are changed, where the question has no diff that says so. */
  changed_lines?: readonly LineRange[];
  /**
   * Asked again for the same task, with more files: without the lines of rules and failures, which do not depend on them,
   * and recorded only when it gives something.
   */
  follows_up?: boolean;
};

/** A question with everything that the steps of a pack need: who asks about what, and under which settings. */
export type PackRequest = {
  surroundings: Surroundings;
  question: ContextQuestion;
  options: ContextOptions;
  diff: DiffSummary;
  queries: PackQueries;
  /** The names in the diff; null without a diff that has any. */
  names: PreparedQuery | null;
  /** As the question names it, or guessed from the task. */
  category: string;
  repository: Repository | null;
  settings: Settings;
  /** Name of the agent that the pack is for; null for a person. */
  agent: string | null;
  agent_type: string;
  stages: Stages;
  afterwards: AfterResponse;
  at: Date;
};

/** The task, and where they are given the goal with the issue's title. */
export type PackQueries = [PreparedQuery, ...PreparedQuery[]];

const EMBED_MS = 700;

export const MAX_QUERY = 2_000;

const MAX_CHANGED_FILES = 2_000;

/**
 * A question with its diff read: the files of the diff are changed files too, and the text of the diff is left behind,
 * so that nothing can store it.
 */
export function readQuestion(
  { diff: text, ...question }: ContextQuestion,
  { changed_lines = [] }: Pick<ContextOptions, "changed_lines">,
): { question: ContextQuestion; diff: DiffSummary } {
  const read = readDiff(text ?? "");
  const diff = { ...read, hunks: [...read.hunks, ...changed_lines] };
  const all = [...new Set([...diff.paths, ...question.changed_files].map(fromRoot))];
  if (all.length > MAX_CHANGED_FILES)
    diff.degraded.push(`changed_files: only the first ${MAX_CHANGED_FILES} of ${all.length} were used`);
  return { question: { ...question, changed_files: all.slice(0, MAX_CHANGED_FILES) }, diff };
}

/** What the ledger keeps of a diff; nothing when there was none. */
export function countsOf({ paths, hunks, added_lines, removed_lines }: DiffSummary): {
  diff?: { files: number; hunks: number; added_lines: number; removed_lines: number };
} {
  if (paths.length === 0) return {};
  return { diff: { files: paths.length, hunks: hunks.length, added_lines, removed_lines } };
}

/** Prepares what a question is searched with, which begins to embed it; none of it rejects. */
export function prepareQueries(
  { ai }: Surroundings,
  { question, diff, options }: { question: ContextQuestion; diff: DiffSummary; options: ContextOptions },
): Pick<PackRequest, "queries" | "names"> {
  const meaning = { embedder: ai.embedder, deadline_ms: options.embed_ms ?? EMBED_MS };
  const prepare = (text: string) => prepareQuery(text.slice(0, MAX_QUERY), meaning);
  const goal = [question.goal, question.issue_title].filter((text) => text !== undefined).join("\n");
  const further = goal === "" ? [] : [prepare(goal)];
  const names = queryOfDiff(diff);
  return { queries: [prepare(question.task), ...further], names: names === "" ? null : prepare(names) };
}

/**
 * The repository that the question is about and the settings that hold there.
 * @throws AppError invalid_input for a repository that the actor cannot see.
 */
export async function readSettings(
  { actor, db }: Surroundings,
  question: ContextQuestion,
  options: ContextOptions,
): Promise<{ repository: Repository | null; settings: Settings }> {
  const { organization_id } = actor;
  const reference = question.repository ?? question.repo ?? boundRepository(actor);
  const named =
    options.repository === undefined && reference !== undefined
      ? await resolveRepository(db, { actor, reference, pointer: "/repository" })
      : null;
  const repository = options.repository ?? named;
  const settings = await settingsOf(db, { organization_id, repository_id: repository?.id });
  return { repository, settings: { ...settings, ...options.settings } };
}

/** The repository of a key that is bound to one need not be named. */
const boundRepository = ({ repository_ids }: Actor): string | undefined => {
  if (repository_ids?.length === 1) return repository_ids[0];
  return undefined;
};

/** Which memories the pack of this request may hold at all. */
export function memoriesFor({
  surroundings,
  question,
  repository,
  agent,
  options,
}: PackRequest): MemoryWhere {
  const reach: Partial<MemoryWhere> = repository
    ? { reaching_repository_id: repository.id }
    : // Without a repository, only what reaches beyond one.
      { scope: ["global", "agent", "session"] };
  return {
    ...seenBy(surroundings.actor),
    asking_agent: agent ?? "",
    asking_session: question.session_id,
    status: ["active"],
    addressed: false,
    deleted: false,
    as_of: options.as_of,
    ...reach,
  };
}
