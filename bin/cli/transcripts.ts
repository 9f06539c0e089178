import { z } from "zod";
import type { ConversationMessage } from "@/lib/conversations/contract";

/** Whose transcripts these are, and the source that their lines are stored with. */
export type Transcript = "claude_code" | "codex";

type Read = { folder: string | null; message: ConversationMessage | null };

const NOTHING: Read = { folder: null, message: null };
const MAX_TEXT = 200_000;

const timeSchema = z.iso.datetime({ offset: true }).optional().catch(undefined);
const partsSchema = z.union([
  z.string(),
  z.array(z.looseObject({ type: z.string(), text: z.string().optional() })),
]);

const claudeSchema = z.looseObject({
  type: z.string(),
  cwd: z.string().optional(),
  timestamp: timeSchema,
  isMeta: z.boolean().optional(),
  isSidechain: z.boolean().optional(),
  message: z.looseObject({ role: z.string(), content: partsSchema }).optional(),
});

const codexSchema = z.looseObject({
  type: z.string(),
  timestamp: timeSchema,
  payload: z
    .looseObject({
      type: z.string().optional(),
      cwd: z.string().optional(),
      role: z.string().optional(),
      content: partsSchema.optional(),
    })
    .optional(),
});

/**
 * What a line of a transcript says: the folder of the run, and a message that a person or the agent wrote. Calls of tools and
 * their results, what the client adds by itself, and lines that are cut off say nothing.
 */
export function transcriptLine(line: string, format: Transcript): Read {
  const value = parsed(line);
  if (value === undefined) return NOTHING;
  return format === "claude_code" ? ofClaudeCode(value) : ofCodex(value);
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}

function ofClaudeCode(value: unknown): Read {
  const { data } = claudeSchema.safeParse(value);
  if (!data) return NOTHING;
  const folder = data.cwd ?? null;
  if (data.isMeta || data.isSidechain || !data.message) return { folder, message: null };
  return { folder, message: messageOf(data.message.role, data.message.content, data.timestamp) };
}

function ofCodex(value: unknown): Read {
  const { data } = codexSchema.safeParse(value);
  if (!data?.payload) return NOTHING;
  const { payload, timestamp } = data;
  if (data.type === "session_meta") return { folder: payload.cwd ?? null, message: null };
  if (data.type !== "response_item" || payload.type !== "message" || !payload.role || !payload.content)
    return NOTHING;
  return { folder: null, message: messageOf(payload.role, payload.content, timestamp) };
}

/** What clients write in the name of a person. */
const OF_CLIENT =
  /^\s*<(?:command-|local-command|system-reminder|environment_context|user_instructions|permissions)/;

function messageOf(
  role: string,
  content: z.output<typeof partsSchema>,
  at: string | undefined,
): ConversationMessage | null {
  if (role !== "user" && role !== "assistant") return null;
  const text =
    typeof content === "string"
      ? content
      : content
          .filter(({ type }) => type === "text" || type === "input_text" || type === "output_text")
          .map((part) => part.text ?? "")
          .filter((part) => !OF_CLIENT.test(part))
          .join("\n\n");
  if (text.trim() === "" || OF_CLIENT.test(text)) return null;
  const said = text.slice(0, MAX_TEXT).replaceAll("\u0000", "").toWellFormed();
  if (at === undefined) return { speaker: role, text: said };
  return { speaker: role, at, text: said };
}
