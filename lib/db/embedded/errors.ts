/** Why the embedded database could not do what was asked; `in_use` is the one a caller may recover from. */
export type EmbeddedProblem = "in_use" | "cannot_open" | "not_running" | "backup_failed" | "restore_refused";

/** An error whose message is one sentence for the operator: what is wrong and what to do about it. */
export class EmbeddedError extends Error {
  constructor(
    readonly problem: EmbeddedProblem,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
    this.name = "EmbeddedError";
  }
}

/** The message of whatever was thrown. */
export function messageOf(error: unknown): string {
  if (error instanceof Error) return error.message;
  return String(error);
}

/** The exit code of a server process that was started on a folder whose database runs already. */
export const EXIT_IN_USE = 3;
