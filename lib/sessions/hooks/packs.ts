import { settingsOf } from "@/lib/access";
import type { CallOf } from "@/lib/kernel/contract";
import { AppError } from "@/lib/kernel/errors";
import {
  buildContext,
  type ContextOptions,
  conventionsAtStart,
  latestTask,
  type Recalled,
  recordPackRefusal,
  type StartPack,
} from "@/lib/recall";
import { contextGet } from "@/lib/recall/contract";
import type { ClaudeCodeEvent } from "../contract";
import type { HookAction, Packed } from "./claude-code";
import { type Place, repositoryOf, type Surroundings } from "./place";
import { beginWindow, recordPack, windowOf } from "./windows";

/** What hooks put before an agent: at the start of its session, with its task, and after it edited a file. */

/** An edit is waited for, and most have nothing to say. */
const EDIT_LIMIT_MS = 1_000;

type Asked = Place & Omit<CallOf<typeof contextGet>, "repository" | "ref">;

export async function contextFor(
  surroundings: Surroundings,
  asked: Asked,
  options: Pick<ContextOptions, "door" | "context_window" | "changed_lines" | "follows_up" | "limit_ms">,
): Promise<Recalled> {
  const repository = await repositoryOf(surroundings, asked);
  const build = async (ref: string | undefined) => {
    const question = contextGet.input.parse({ ...asked, repository: repository?.id, ref });
    const recalled = await buildContext(surroundings, question, { ...options, repository });
    await recordPackRefusal(surroundings, { question, recalled });
    return recalled;
  };
  try {
    return await build(asked.ref);
  } catch (error) {
    // A commit that was never pushed is not known here; the head of the default branch is the next best truth.
    if (asked.ref !== undefined && error instanceof AppError && error.code === "invalid_input")
      return build(undefined);
    throw error;
  }
}

/** What a session begins with: whether memory is on, and the repository's recent conventions. */
type Beginning = { enabled: boolean; repository_id: string | null; pack: StartPack };

const NO_PACK: StartPack = { context: "", recall_id: null, memories: [] };

export async function begin(
  surroundings: Surroundings,
  asked: Place & { session_id: string },
): Promise<Beginning> {
  const { actor, db } = surroundings;
  const { session_id, ref } = asked;
  const repository = await repositoryOf(surroundings, asked);
  const repository_id = repository?.id ?? null;
  const { organization_id } = actor;
  const { enabled } = await settingsOf(db, { organization_id, repository_id });
  const pack =
    enabled && repository ? await conventionsAtStart(surroundings, { repository, session_id, ref }) : NO_PACK;
  return { enabled, repository_id, pack };
}

export async function startOf(surroundings: Surroundings, event: ClaudeCodeEvent) {
  const { session_id, casebook: { repository, ref } = {} } = event;
  await beginWindow(surroundings, event);
  const { enabled, repository_id, pack } = await begin(surroundings, { repository, ref, session_id });
  await recordPack(surroundings, { session_id, context_window: windowOf(event), ...pack });
  const repository_unknown = enabled && repository !== undefined && repository_id === null;
  const { context, recall_id } = pack;
  return {
    action: enabled ? ("start" as const) : ("nothing" as const),
    repository_id,
    packed: { context, recall_id, repository_unknown } satisfies Packed,
  };
}

export async function contextOf(
  surroundings: Surroundings,
  event: ClaudeCodeEvent,
  { task, agent_type, context_window }: Extract<HookAction, { action: "context" }>,
) {
  const { session_id, casebook: { repository, ref, changed_files, changed_lines } = {} } = event;
  const recalled = await contextFor(
    surroundings,
    { repository, ref, task, agent_type, session_id, changed_files },
    { door: "claude_code", context_window, changed_lines },
  );
  return packInto(surroundings, { session_id, context_window, recalled });
}

/** What is known of the files that an agent edits, for its task; nothing before it has one. */
export async function editOf(
  surroundings: Surroundings,
  event: ClaudeCodeEvent,
  { agent_type, context_window }: Extract<HookAction, { action: "edit" }>,
) {
  const { session_id, casebook: { repository, ref, changed_files, changed_lines } = {} } = event;
  const { actor, db } = surroundings;
  const task = await latestTask(db, { actor, session_id, agent_type });
  if (task === null) return { action: "nothing" as const };
  const recalled = await contextFor(
    surroundings,
    { repository, ref, task, agent_type, session_id, changed_files },
    { door: "edit", context_window, changed_lines, follows_up: true, limit_ms: EDIT_LIMIT_MS },
  );
  if (recalled.outcome !== "served") return { action: "nothing" as const };
  return packInto(surroundings, { session_id, context_window, recalled });
}

/** A pack on its way into a context window. */
async function packInto(
  surroundings: Surroundings,
  {
    session_id,
    context_window,
    recalled: { context, recall_id, candidates },
  }: { session_id: string; context_window: string | undefined; recalled: Recalled },
) {
  if (context_window !== undefined) {
    const memories = candidates
      .filter(({ place }) => place !== "out")
      .map(({ memory, violated }) => ({ ...memory, violated }));
    await recordPack(surroundings, { session_id, context_window, context, recall_id, memories });
  }
  return {
    action: "context" as const,
    packed: { context, recall_id, repository_unknown: false } satisfies Packed,
  };
}
