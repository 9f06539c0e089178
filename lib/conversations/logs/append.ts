import { createHash } from "node:crypto";
import { settingsOf } from "@/lib/access";
import type { Db } from "@/lib/db/client";
import { type Actor, actorRef } from "@/lib/kernel/actor";
import { invalidField } from "@/lib/kernel/errors";
import { toStorable } from "@/lib/kernel/text";
import { dayAt } from "@/lib/kernel/time-zones";
import { redactTexts } from "@/lib/memories";
import { type ConversationMessage, MAX_LINE, MAX_MESSAGES } from "../contract";
import * as logs from "./queries";
import { readMarkdown } from "./read-markdown";

/** A clock may be ahead of ours by so much. */
const AHEAD_MS = 5 * 60_000;
const REDACTED_AT_ONCE = 500;

export type Appended = {
  agent?: string;
  date?: string;
  type: logs.NewLine["type"];
  source: string;
  messages?: ConversationMessage[];
  markdown?: string;
};

export type PreparedLog = { agent: string; days: Map<string, logs.NewLine[]>; redactions: number };

/**
 * The agent whose log is meant: the one of the key, or the one that a person names, who has a log too.
 * @throws AppError invalid_input when a key names another agent.
 */
export function agentOf(actor: Actor, agent: string | undefined): string {
  if (actor.kind !== "agent") return agent ?? actor.name;
  if (agent !== undefined && agent !== actor.name)
    throw invalidField("/agent", `must be ${actor.name}, the agent of this key, or left out`);
  return actor.name;
}

/**
 * The lines that a call brings, by the day that each belongs to in the organization's time zone, without secrets.
 * @throws AppError invalid_input for what is in the future, and for a call that brings nothing or two things.
 */
export async function prepareLog(
  db: Db,
  { actor, log, now }: { actor: Actor; log: Appended; now: Date },
): Promise<PreparedLog> {
  const { time_zone } = await settingsOf(db, { organization_id: actor.organization_id });
  const agent = agentOf(actor, log.agent);
  const today = dayAt(now, time_zone);
  if (log.date !== undefined && log.date > today)
    throw invalidField("/date", `is in the future; today is ${today} in ${time_zone}`);
  const messages = messagesOf(log);
  const dayOf = ({ at }: ConversationMessage, index: number): string => {
    if (at === undefined) return log.date ?? today;
    const moment = new Date(at);
    if (moment.getTime() > now.getTime() + AHEAD_MS)
      throw invalidField(`/messages/${index}/at`, "is in the future; send what was said already");
    const day = dayAt(moment, time_zone);
    // The clock ahead of ours is over midnight already.
    if (day > today) return today;
    return day;
  };
  const placed = messages.map((message, index) => ({ message, day: dayOf(message, index) }));
  const days = new Map<string, logs.NewLine[]>();
  let redactions = 0;
  for (let at = 0; at < placed.length; at += REDACTED_AT_ONCE) {
    const batch = placed.slice(at, at + REDACTED_AT_ONCE);
    const redacted = await redactTexts(
      batch.flatMap(({ message }) => [
        { text: toStorable(message.text) },
        { text: toStorable(message.speaker ?? "") },
      ]),
      { in_thread: true },
    );
    for (const [index, { message, day }] of batch.entries()) {
      const text = redacted[2 * index];
      const speaker = redacted[2 * index + 1]?.text || null;
      if (!text) continue;
      redactions += text.redactions.length;
      const lines = days.get(day) ?? [];
      days.set(day, lines);
      lines.push(...linesOf(text, { log, speaker, at: message.at }));
    }
  }
  return { agent, days, redactions };
}

function messagesOf({ messages, markdown }: Appended): ConversationMessage[] {
  if ((messages === undefined) === (markdown === undefined))
    throw invalidField("/messages", "or markdown: send one of them");
  const found = messages ?? readMarkdown(markdown ?? "");
  if (found.length > MAX_MESSAGES)
    throw invalidField("/markdown", `must hold at most ${MAX_MESSAGES.toLocaleString("en")} messages`);
  return found;
}

/** A message as lines: one, unless it is longer than a line may be. */
function linesOf(
  { text, redactions }: { text: string; redactions: readonly unknown[] },
  { log: { type, source }, speaker, at }: { log: Appended; speaker: string | null; at: string | undefined },
): logs.NewLine[] {
  const said_at = at === undefined ? null : new Date(at);
  const pieces: string[] = [];
  for (let from = 0; from < text.length; ) {
    const to = endOfPiece(text, from);
    pieces.push(text.slice(from, to));
    from = to;
  }
  return pieces.map((piece, index) => ({
    type,
    source,
    speaker,
    said_at,
    text: piece,
    redactions: index === 0 ? redactions.length : 0,
    sha256: createHash("sha256")
      .update(JSON.stringify([type, speaker, said_at?.toISOString() ?? null, piece, index]))
      .digest("hex"),
  }));
}

/** Where a piece ends: at a line's end where there is one, and never inside of a character. */
function endOfPiece(text: string, from: number): number {
  const most = from + MAX_LINE;
  if (most >= text.length) return text.length;
  const line = text.lastIndexOf("\n", most - 1) + 1;
  if (line > from) return line;
  const code = text.charCodeAt(most - 1);
  if (code >= 0xd800 && code <= 0xdbff) return most - 1;
  return most;
}

export type StoredLog = { conversation_id: string; day: string; stored: number };

/** Stores what a log does not have yet, in the caller's transaction, one day after the other. */
export async function storeLog(
  tx: Db,
  { actor, prepared, now }: { actor: Actor; prepared: PreparedLog; now: Date },
): Promise<{ days: StoredLog[]; known: number }> {
  const { organization_id } = actor;
  const days: StoredLog[] = [];
  let known = 0;
  // In one order, so that two calls for the same days do not wait for each other.
  for (const [day, lines] of [...prepared.days].sort(([a], [b]) => a.localeCompare(b))) {
    const { id: day_id, last_line } = await logs.lockDay(tx, {
      organization_id,
      agent: prepared.agent,
      day,
      now,
    });
    const hashes = lines.map(({ sha256 }) => sha256);
    const seen = await logs.findKnownHashes(tx, { organization_id, day_id, hashes });
    const fresh = lines.filter(({ sha256 }) => {
      if (seen.has(sha256)) return false;
      seen.add(sha256);
      return true;
    });
    known += lines.length - fresh.length;
    days.push({ conversation_id: day_id, day, stored: fresh.length });
    if (fresh.length === 0) continue;
    await logs.insertLines(tx, {
      organization_id,
      day_id,
      last_line,
      lines: fresh,
      actor: actorRef(actor),
      now,
    });
  }
  return { days, known };
}
