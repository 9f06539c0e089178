/** Commands of the setup steps, as a person copies them. */

export const storeCommand = (address: string, repository: string | undefined) =>
  `curl ${address}/api/v1/memories \\
  -H "Authorization: Bearer $CASEBOOK_KEY" -H "Content-Type: application/json" \\
  -d '${JSON.stringify(
    repository === undefined
      ? {
          kind: "decision",
          statement: "Times are stored in UTC and shown in the reader's zone.",
        }
      : {
          kind: "convention",
          repository,
          metadata: {
            subject: "README",
            fact: "The README says how to start the project.",
            reason: "New people begin there.",
          },
          citations: [{ path: "README.md", line_start: 1, line_end: 1 }],
        },
  ).replaceAll("'", "'\\''")}'`;

/** An example, whose place is the repository: it is to teach nothing elsewhere. */
export const evaluateCommand = (address: string, repository: string | undefined) =>
  `curl ${address}/api/v1/reviews \\
  -H "Authorization: Bearer $CASEBOOK_KEY" -H "Content-Type: application/json" \\
  -d '${JSON.stringify({
    workflow_id: "first-review",
    repository,
    summary: "An example: one finding, rejected",
    items_to_implement: [],
    items_rejected: [
      {
        number: 1,
        title: "Unused import",
        file_path: "src/index.ts",
        line: 3,
        reason: "It is imported for its effect.",
        original_issue: "The import is never used.",
      },
    ],
    items_deferred: [],
    items_needing_clarification: [],
  })}'`;
