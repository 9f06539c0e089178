/** What a caller may know of a failure. The cause is logged, never sent. */
export class HarborError extends Error {
  constructor(
    readonly status: 400 | 404 | 409,
    message: string,
    readonly cause?: unknown,
  ) {
    super(message);
  }
}

export function toResponse(error: unknown): { status: number; problem: Record<string, unknown> } {
  if (error instanceof HarborError)
    return { status: error.status, problem: { status: error.status, detail: error.message } };
  console.error(error);
  return { status: 500, problem: { status: 500, detail: "Something failed; it has been logged." } };
}
