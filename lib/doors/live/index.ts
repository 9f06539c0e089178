import { findEntriesAfter } from "@/lib/access";
import type { Actor } from "@/lib/kernel/actor";
import { AppError } from "@/lib/kernel/errors";
import { idSchema, newId } from "@/lib/kernel/ids";
import type { LiveChange } from "@/lib/kernel/live";
import { type Parts, parts } from "@/lib/runtime/parts";
import { noteChange } from "@/lib/runtime/reads";
import { authenticate, authenticateCounted } from "../authenticate";
import { assertHost } from "../origins";
import { problemResponse } from "../problem-response";
import { toChange } from "./changes";
import { idAt, timeOf, watchAudit } from "./hub";

const HEARTBEAT_MS = 20_000;
/** A person whose login ended hears nothing more; a stream in which nothing happens ends with this. */
const MAX_AGE_MS = 300_000;
const MAX_STREAMS_OF_A_PERSON = 30;
const MAX_REPLAYED = 500;
const REPLAY_OVERLAP_MS = 10_000;

const open = new Map<string, number>();

/**
 * What changes in an organization, as server-sent events, for the pages of the person who is signed in: `GET /api/live`.
 * An event carries an id, also the one that a stream begins with; a browser that connects again names the last
 * one and gets what it missed, or `reset` when that is too much.
 */
export async function handleLive(request: Request, params?: Parts): Promise<Response> {
  const request_id = newId();
  try {
    assertHost(request);
    const own = params ?? parts();
    const { actor } = await authenticateCounted(request, own);
    if (actor.kind !== "person")
      throw new AppError("permission_denied", "This is for people who are signed in.");
    const streams = open.get(actor.id) ?? 0;
    if (streams >= MAX_STREAMS_OF_A_PERSON)
      throw new AppError("rate_limited", "Too many pages are open; this one polls for changes instead.");
    // Before what was missed is read: what is written meanwhile is missed by nobody who resumes from here.
    const began = newId();
    const last_id = lastIdOf(request);
    const missed = last_id.success
      ? await findEntriesAfter(own.db, {
          organization_id: actor.organization_id,
          after: idAt(timeOf(last_id.data) - REPLAY_OVERLAP_MS),
          limit: MAX_REPLAYED,
        })
      : [];
    const stream = streamOf({
      began,
      first: missed.length < MAX_REPLAYED ? missed.flatMap((entry) => toChange(entry) ?? []) : null,
      signal: request.signal,
      onOpen: () => open.set(actor.id, (open.get(actor.id) ?? 0) + 1),
      onClose: () => open.set(actor.id, Math.max(0, (open.get(actor.id) ?? 1) - 1)),
      watch: ({ say, end }) => {
        const tell = tellingWhile({ isStillIn: () => isStillIn(request, own, actor), say, end });
        return watchAudit(own.db, actor.organization_id, (entry) => {
          const change = toChange(entry);
          if (change === null) return;
          // What the page reads again because of it must have it, also from a replica.
          if (!own.replica) tell(change);
          else
            void noteChange({ ...own, actor }).then(
              () => tell(change),
              () => undefined,
            );
        });
      },
    });
    return new Response(stream, {
      headers: {
        "Content-Type": "text/event-stream; charset=utf-8",
        "Cache-Control": "no-store, no-transform",
        "X-Accel-Buffering": "no",
        "X-Request-Id": request_id,
      },
    });
  } catch (error) {
    return problemResponse(error, request_id);
  }
}

/** Whether a stream's login still is, and reaches the organization that the stream is of. */
async function isStillIn(
  request: Request,
  { db, now }: Parts,
  { id, organization_id }: Actor,
): Promise<boolean> {
  const { actor } = await authenticate(request, db, now());
  return actor.id === id && actor.organization_id === organization_id;
}

/**
 * Says changes to a login for as long as it is in force, which is asked before each is said, once for all that come
 * meanwhile. Where it is not, or that cannot be asked, the stream ends: the browser connects again, as the person that it is then.
 */
function tellingWhile({
  isStillIn,
  say,
  end,
}: {
  isStillIn: () => Promise<boolean>;
  say: (change: LiveChange) => void;
  end: () => void;
}): (change: LiveChange) => void {
  let waiting: LiveChange[] = [];
  let asking = false;
  const tellAll = async () => {
    asking = true;
    while (waiting.length > 0) {
      const asked_for = waiting;
      waiting = [];
      if (!(await isStillIn().catch(() => false))) return end();
      for (const change of asked_for) say(change);
    }
    asking = false;
  };
  return (change) => {
    waiting.push(change);
    if (!asking) void tellAll();
  };
}

const eventOf = (change: LiveChange) =>
  `id: ${change.id}\nevent: change\ndata: ${JSON.stringify(change)}\n\n`;

/** `began`: after what was missed; `reset`: instead of it. From either on a page receives what changes. */
const beginningOf = (name: "began" | "reset", id: string) => `id: ${id}\nevent: ${name}\ndata: {}\n\n`;

/** The last event that a page has: the browser names it when it connects again, a page that was out of sight in its address. */
const lastIdOf = (request: Request) =>
  idSchema.safeParse(request.headers.get("last-event-id") ?? new URL(request.url).searchParams.get("since"));

function streamOf({
  began,
  first,
  signal,
  onOpen,
  onClose,
  watch,
}: {
  /** An id of the moment from which on the stream tells of changes. */
  began: string;
  /** What was missed; null: too much. */
  first: readonly LiveChange[] | null;
  signal: AbortSignal;
  onOpen: () => void;
  onClose: () => void;
  watch: (stream: { say: (change: LiveChange) => void; end: () => void }) => () => void;
}): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  let end = (): void => undefined;
  return new ReadableStream({
    start: (controller) => {
      let isOpen = true;
      const send = (text: string) => {
        if (isOpen) controller.enqueue(encoder.encode(text));
      };
      onOpen();
      send("retry: 3000\n: open\n\n");
      for (const change of first ?? []) send(eventOf(change));
      if (first === null) send(beginningOf("reset", began));
      else send(beginningOf("began", began));
      const stop = watch({ say: (change) => send(eventOf(change)), end: () => end() });
      const heartbeat = setInterval(() => send(": here\n\n"), HEARTBEAT_MS).unref();
      const age = setTimeout(() => end(), MAX_AGE_MS).unref();
      end = () => {
        if (!isOpen) return;
        isOpen = false;
        stop();
        clearInterval(heartbeat);
        clearTimeout(age);
        onClose();
        signal.removeEventListener("abort", end);
        try {
          controller.close();
        } catch {
          // The browser went away first, and the stream is closed already.
        }
      };
      if (signal.aborted) end();
      else signal.addEventListener("abort", end, { once: true });
    },
    cancel: () => end(),
  });
}
