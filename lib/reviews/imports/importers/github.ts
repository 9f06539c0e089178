import { z } from "zod";
import type { Github } from "@/lib/github";
import type { DraftItem } from "./draft";
import { type ChangedAfter, draftOfThread, type ReviewThread, touchesLines } from "./pull-request";

/** What a pull request's review says, read through GraphQL (threads) and REST (what changed after a comment). */
export type PullRequest = {
  title: string;
  url: string;
  author: string | null;
  /** When the last word on its threads was said; null without threads. */
  reviewed_at: string | null;
  drafts: DraftItem[];
};

const THREADS_A_PAGE = 50;
const MAX_THREADS = 500;
const COMMENTS_A_THREAD = 50;

const QUERY = `query ReviewThreads($owner: String!, $name: String!, $number: Int!, $after: String) {
  repository(owner: $owner, name: $name) {
    pullRequest(number: $number) {
      title url headRefOid author { login }
      reviewThreads(first: ${THREADS_A_PAGE}, after: $after) {
        pageInfo { hasNextPage endCursor }
        nodes {
          id isResolved isOutdated path line startLine originalLine originalStartLine
          resolvedBy { login }
          comments(first: ${COMMENTS_A_THREAD}) {
            nodes { body url createdAt author { login } originalCommit { oid } }
          }
        }
      }
    }
  }
}`;

const loginSchema = z.object({ login: z.string() }).nullable();
const threadSchema = z.object({
  id: z.string(),
  isResolved: z.boolean(),
  isOutdated: z.boolean(),
  path: z.string(),
  line: z.int().nullable(),
  startLine: z.int().nullable(),
  originalLine: z.int().nullable(),
  originalStartLine: z.int().nullable(),
  resolvedBy: loginSchema,
  comments: z.object({
    nodes: z.array(
      z.object({
        body: z.string(),
        url: z.string(),
        createdAt: z.string(),
        author: loginSchema,
        originalCommit: z.object({ oid: z.string() }).nullable(),
      }),
    ),
  }),
});
const pullRequestSchema = z.object({
  title: z.string(),
  url: z.string(),
  headRefOid: z.string(),
  author: loginSchema,
  reviewThreads: z.object({
    pageInfo: z.object({ hasNextPage: z.boolean(), endCursor: z.string().nullable() }),
    nodes: z.array(threadSchema),
  }),
});
const answerSchema = z.object({
  repository: z.object({ pullRequest: pullRequestSchema.nullable() }).nullable(),
});
const comparisonSchema = z.object({
  files: z
    .array(
      z.object({
        filename: z.string(),
        previous_filename: z.string().optional(),
        status: z.string(),
        patch: z.string().optional(),
      }),
    )
    .optional(),
});
type Comparison = z.output<typeof comparisonSchema>;
type Thread = z.output<typeof threadSchema>;

/** GitHub lists so many files of a comparison at most. */
const MAX_COMPARED_FILES = 300;

/**
 * The review threads of a pull request as drafts, in the order of the review.
 * @param reviewer only threads begun by this login.
 * @returns null when there is no such pull request.
 * @throws GithubError.
 */
export async function readPullRequest(
  github: Github,
  {
    owner,
    name,
    number,
    reviewer,
  }: { owner: string; name: string; number: number; reviewer: string | undefined },
): Promise<PullRequest | null> {
  const threads: Thread[] = [];
  let about: (Pick<PullRequest, "title" | "url" | "author"> & { head: string }) | null = null;
  for (let after: string | null = null; threads.length < MAX_THREADS; ) {
    const raw: unknown = await github.reader
      .graphql(QUERY, { owner, name, number, after })
      .catch((error: unknown) => {
        if (isNotFound(error)) return { repository: null };
        throw error;
      });
    const found = answerSchema.parse(raw).repository?.pullRequest;
    if (!found) return null;
    const { title, url, author, headRefOid, reviewThreads } = found;
    about = { title, url, author: author?.login ?? null, head: headRefOid };
    threads.push(...reviewThreads.nodes);
    after = reviewThreads.pageInfo.endCursor;
    if (!reviewThreads.pageInfo.hasNextPage || after === null) break;
  }
  if (!about) return null;
  const { head, ...shown } = about;
  const wanted = threads.filter(
    ({ comments }) => reviewer === undefined || comments.nodes[0]?.author?.login === reviewer,
  );
  const comparisons = await readComparisons(github.reader, { owner, name, head, threads: wanted });
  const drafts = wanted.flatMap((thread) => {
    const draft = draftOfThread(toThread(thread), () => changedAfter(thread, head, comparisons));
    if (draft) return [draft];
    return [];
  });
  return { ...shown, reviewed_at: lastWord(wanted), drafts };
}

/** Findings count from when they were discussed, not from when they were imported. */
function lastWord(threads: readonly Thread[]): string | null {
  const times = threads.flatMap(({ comments }) =>
    comments.nodes.map(({ createdAt }) => Date.parse(createdAt)),
  );
  const last = Math.max(...times.filter(Number.isFinite));
  if (Number.isFinite(last)) return new Date(last).toISOString();
  return null;
}

/** GitHub's answer about a pull request's threads, as its API or `gh api graphql` gives it, kept in a file. */
export const recordedSchema = z.object({
  data: z.object({ repository: z.object({ pullRequest: pullRequestSchema }) }),
});

/**
 * The review threads of a recorded answer as drafts. What later commits changed is not in it, so a resolved thread is read
 * by GitHub's own mark of outdated lines and by its replies.
 */
export function draftsOfRecorded({ data }: z.output<typeof recordedSchema>): PullRequest {
  const { title, url, author, headRefOid, reviewThreads } = data.repository.pullRequest;
  const drafts = reviewThreads.nodes.flatMap((thread) => {
    const draft = draftOfThread(toThread(thread), () => changedAfter(thread, headRefOid, new Map()));
    if (draft) return [draft];
    return [];
  });
  const reviewed_at = lastWord(reviewThreads.nodes);
  return { title, url, author: author?.login ?? null, reviewed_at, drafts };
}

/** GraphQL says with an answer of 200 that there is no such repository or pull request. */
function isNotFound(error: unknown): boolean {
  const errors = error instanceof Error && "errors" in error ? error.errors : null;
  return (
    Array.isArray(errors) &&
    errors.some(
      (each: unknown) =>
        each !== null && typeof each === "object" && "type" in each && each.type === "NOT_FOUND",
    )
  );
}

function toThread(thread: Thread): ReviewThread {
  const { id, path, originalLine, originalStartLine, line, startLine } = thread;
  return {
    id,
    path,
    resolved: thread.isResolved,
    resolved_by: thread.resolvedBy?.login ?? null,
    outdated: thread.isOutdated,
    line_start: originalStartLine ?? originalLine ?? startLine ?? line,
    line_end: originalLine ?? line,
    comments: thread.comments.nodes.map(({ author, body, url, createdAt }) => ({
      author: author?.login ?? null,
      body,
      url,
      created_at: createdAt,
    })),
  };
}

/** What changed from each commented commit to the head; null where GitHub cannot compare them any more. */
async function readComparisons(
  reader: Github["reader"],
  { owner, name, head, threads }: { owner: string; name: string; head: string; threads: readonly Thread[] },
): Promise<Map<string, Comparison | null>> {
  const bases = threads
    .filter(({ isResolved }) => isResolved)
    .flatMap(({ comments }) => comments.nodes[0]?.originalCommit?.oid ?? []);
  const comparisons = new Map<string, Comparison | null>();
  for (const base of new Set(bases)) {
    if (base === head) continue;
    const answer = await reader
      .request("GET /repos/{owner}/{repo}/compare/{basehead}", {
        owner,
        repo: name,
        basehead: `${base}...${head}`,
      })
      .catch((error: unknown) => {
        if (error instanceof Error && "code" in error && error.code === "not_found") return null;
        throw error;
      });
    comparisons.set(base, answer && comparisonSchema.parse(answer.data));
  }
  return comparisons;
}

function changedAfter(
  thread: Thread,
  head: string,
  comparisons: ReadonlyMap<string, Comparison | null>,
): ReturnType<ChangedAfter> {
  const base = thread.comments.nodes[0]?.originalCommit?.oid;
  const end = thread.originalLine ?? thread.line;
  if (base === head && !thread.isOutdated) return { changed: false, how: "no commit came after the comment" };
  const comparison = base === undefined ? null : comparisons.get(base);
  const files = comparison?.files;
  if (!files || end === null)
    return thread.isOutdated
      ? { changed: true, how: "GitHub marks its lines as outdated" }
      : { changed: null, how: "whether its lines changed is unknown" };
  const file = files.find(
    ({ filename, previous_filename }) => (previous_filename ?? filename) === thread.path,
  );
  if (!file)
    return files.length < MAX_COMPARED_FILES
      ? { changed: false, how: "no later commit changed the file" }
      : { changed: null, how: "the comparison is too large to tell whether its lines changed" };
  if (file.status === "removed") return { changed: true, how: "a later commit removed the file" };
  if (file.patch === undefined)
    return { changed: null, how: "the file changed too much to tell whether its lines did" };
  const start = thread.originalStartLine ?? end;
  if (touchesLines(file.patch, start, end))
    return {
      changed: true,
      how: `a later commit changed line${start === end ? "" : "s"} ${range(start, end)}`,
    };
  return {
    changed: false,
    how: `later commits left line${start === end ? "" : "s"} ${range(start, end)} alone`,
  };
}

const range = (start: number, end: number) => {
  if (start === end) return String(start);
  return `${start}–${end}`;
};
