const FORBIDDEN: readonly { pattern: RegExp; reason: string }[] = [
  {
    pattern: /!`/g,
    reason: "contains !`…`, which runs a command when the skill loads; remove the exclamation mark",
  },
  { pattern: /(?:`{3,}|~{3,})[ \t]*!/g, reason: "opens a ```! block, which runs when the skill loads" },
  {
    pattern: /\$(?:ARGUMENTS\b|\d|\{CLAUDE_)/g,
    reason: "contains a $ placeholder that is filled in when the skill loads",
  },
  {
    pattern: /[\u200B\u200C\u200E\u200F\u202A-\u202E\u2060-\u2064\u2066-\u206F\uFEFF\u{E0000}-\u{E007F}]/gu,
    reason: "contains invisible characters",
  },
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for.
  { pattern: /[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F]/g, reason: "contains control characters" },
  { pattern: /<!--/g, reason: "contains an HTML comment, which readers of the page do not see" },
  {
    pattern:
      /<\/?(?:system|assistant|user|human|tool|tool_use|tool_result|function_calls?|invoke|instructions?)\b[^>]*>/gi,
    reason: "contains role markup of a conversation",
  },
  {
    pattern:
      /\b(?:ignore|disregard|forget|override|bypass)\b[^.\n]{0,40}\b(?:previous|prior|above|earlier|preceding|other|all|any|system)\b[^.\n]{0,30}\b(?:instructions?|rules?|prompts?|guidelines?|directions?|sections?|skills?|messages?)\b/gi,
    reason: "tells its reader to ignore other instructions",
  },
  { pattern: /\byou are now\b|\bnew instructions\s*:/gi, reason: "gives its reader another role" },
];

/**
 * Why `text` may not be written into a skill, or null. What is in `current` already, which it replaces, is not held
 * against it.
 */
export function refuseText(text: string, current = ""): string | null {
  const found = FORBIDDEN.find(({ pattern }) => matches(text, pattern) > matches(current, pattern));
  return found?.reason ?? null;
}

function matches(text: string, pattern: RegExp): number {
  return text.match(pattern)?.length ?? 0;
}
