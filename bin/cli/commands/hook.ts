import { Argument } from "commander";
import { z } from "zod";
import { messageOf } from "@/lib/kernel/errors";
import type { Register } from "../command";
import type { Io } from "../io";
import { targetOf } from "../settings";

/** Events as clients call them, with the operation that answers them. */
const EVENTS = ["session-start", "before-agent", "after-agent", "stop", "claude-code"] as const;
type Event = (typeof EVENTS)[number];

/** In all, from the first byte read to the last written. */
const LIMIT_MS = 4_000;
/** The server takes no more than this. */
const MAX_EVENT_BYTES = 2_000_000;

export const hook: Register = (program, { io, outcome }) => {
  program
    .command("hook")
    .description(
      "send an agent's event to Casebook, JSON on standard input, and print the answer; never fails: whatever " +
        "goes wrong, it prints nothing and exits with 0",
    )
    // Not checked by the parser: even an event that nobody knows must not stop an agent.
    .addArgument(new Argument("[event]").choices(EVENTS).argParser((text: string) => text))
    .allowUnknownOption()
    .allowExcessArguments()
    .action(async (event: string | undefined, options: { url?: string }) => {
      outcome.exit = "ok";
      const controller = new AbortController();
      const late = setTimeout(() => controller.abort(), LIMIT_MS);
      try {
        io.stdout.write(
          await Promise.race([answerOf(io, event, options, controller.signal), aborted(controller)]),
        );
      } catch (error) {
        const reason = messageOf(error);
        io.stderr.write(`casebook: ${reason.slice(0, 300)}; continuing without memory\n`);
      } finally {
        clearTimeout(late);
        // What still reads would keep the process.
        io.stdin.destroy();
      }
    });
};

function aborted({ signal }: AbortController): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener("abort", () => reject(new Error(`no answer within ${LIMIT_MS} ms`)), {
      once: true,
    });
  });
}

async function answerOf(
  io: Io,
  name: string | undefined,
  options: { url?: string },
  signal: AbortSignal,
): Promise<string> {
  const event = EVENTS.find((known) => known === name);
  if (event === undefined) throw new Error(`${name ?? "nothing"} is not one of ${EVENTS.join(", ")}`);
  const payload: unknown = JSON.parse(await readEvent(io));
  if (payload === null || typeof payload !== "object" || Array.isArray(payload))
    throw new Error("the event is not a JSON object");
  const [{ url, key }, { callerOf }, contracts] = await Promise.all([
    targetOf(io, options),
    import("@/lib/doors/client/call"),
    import("@/lib/sessions/contract"),
  ]);
  if (key === null) throw new Error(`there is no key for ${url}`);
  const contract = {
    "session-start": contracts.hookSessionStart,
    "before-agent": contracts.hookBeforeAgent,
    "after-agent": contracts.hookAfterAgent,
    stop: contracts.hookStop,
    "claude-code": contracts.hookClaudeCode,
  }[event satisfies Event];
  // The event is passed on as it came: the server looks at it, and a newer client may know fields that we do not.
  const answer: unknown = await callerOf({ base_url: url, key })(contract, payload as never, { signal });
  const text = JSON.stringify(event === "claude-code" ? additionsOf({ event: payload, answer }) : answer);
  if (text === "{}") return "";
  return `${text}\n`;
}

const promptSchema = z.object({ prompt: z.string() });
const eventSchema = z.object({ hook_event_name: z.string(), tool_input: z.unknown() });
const outputSchema = z.object({
  hookSpecificOutput: z.object({
    additionalContext: z.string().optional(),
    updatedInput: promptSchema.optional(),
  }),
});

/**
 * The answer to an event of Claude Code or Codex reduced to text for the conversation, or for the end of a subagent's
 * prompt, as the plugin's script does: whatever a server answers, it decides nothing and keeps no agent from stopping.
 */
function additionsOf({ event, answer }: { event: unknown; answer: unknown }): object {
  const sent = eventSchema.safeParse(event);
  const received = outputSchema.safeParse(answer);
  if (!sent.success || !received.success) return {};
  const { hook_event_name: hookEventName, tool_input } = sent.data;
  const { additionalContext, updatedInput } = received.data.hookSpecificOutput;
  if (hookEventName === "SessionStart" || hookEventName === "UserPromptSubmit")
    return additionalContext === undefined
      ? {}
      : { hookSpecificOutput: { hookEventName, additionalContext } };
  const tool = promptSchema.loose().safeParse(tool_input);
  if (hookEventName !== "PreToolUse" || !tool.success) return {};
  if (!updatedInput?.prompt.startsWith(tool.data.prompt)) return {};
  return {
    hookSpecificOutput: { hookEventName, updatedInput: { ...tool.data, prompt: updatedInput.prompt } },
  };
}

async function readEvent(io: Io): Promise<string> {
  const parts: Buffer[] = [];
  let bytes = 0;
  for await (const part of io.stdin) {
    const chunk = Buffer.from(part);
    bytes += chunk.length;
    if (bytes > MAX_EVENT_BYTES) throw new Error("the event is larger than 2 MB");
    parts.push(chunk);
  }
  return Buffer.concat(parts).toString("utf8");
}
