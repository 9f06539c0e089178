import { ApiError } from "@/lib/doors/client/call";
import { messageOf } from "@/lib/kernel/errors";

/** What the process ends with. Programs may rely on these; docs/cli.md lists them from here. */
export const EXIT_CODES = {
  ok: { code: 0, means: "It worked, and the result is positive" },
  no: { code: 1, means: "The answer is no: problems were found, or the server refused" },
  usage: { code: 2, means: "The command line, a file or a setting is wrong; no request was sent" },
  unreachable: { code: 3, means: "The server does not answer" },
  denied: { code: 4, means: "The key is unknown, or lacks a permission" },
  internal: { code: 70, means: "A bug in the command line itself" },
} as const;
export type Exit = keyof typeof EXIT_CODES;

/** An expected failure: its message is one clear sentence with the remedy. */
export class CliError extends Error {
  readonly exit: Exit;

  constructor(exit: Exit, message: string, options: { cause?: unknown } = {}) {
    super(message, options);
    this.name = "CliError";
    this.exit = exit;
  }
}

/** How an error is printed, and the exit code. Nothing here is a stack. */
export function explain(error: unknown): { exit: Exit; message: string } {
  if (error instanceof CliError) return { exit: error.exit, message: error.message };
  if (error instanceof ApiError) return { exit: exitOf(error), message: sentencesOf(error) };
  return { exit: "internal", message: `This should not have happened: ${messageOf(error)}` };
}

function exitOf({ code }: ApiError): Exit {
  if (code === "unreachable") return "unreachable";
  if (code === "unauthenticated" || code === "permission_denied") return "denied";
  return "no";
}

function sentencesOf(error: ApiError): string {
  const fields = error.errors.slice(1).map(({ pointer, detail }) => `  ${pointer} ${detail}`);
  const request = error.code === "internal" && error.request_id ? ` (request ${error.request_id})` : "";
  // What names a field says with it what to do; the general remedy is for who reads the answer of the API.
  const sentences = [withFullStop(error.message)];
  if (error.errors.length === 0) sentences.push(remedyHere(error));
  return [`${sentences.join(" ")}${request}`, ...fields].join("\n");
}

/** The remedies of the API, in the words of a terminal where they name what is not seen there. */
function remedyHere({ code, remedy }: ApiError): string {
  if (code === "unauthenticated")
    return "Run `casebook login` with a key that is in force, or set CASEBOOK_KEY.";
  if (code === "permission_denied") return "Use a key that may do this: `casebook login` changes it.";
  return remedy;
}

const withFullStop = (sentence: string): string => sentence.replace(/(?<![.!?:)])$/, ".");

/** The exit of a command that answers a question: "no" unless it is so. */
export function noUnless(is_so: boolean): "no" | undefined {
  if (is_so) return undefined;
  return "no";
}
