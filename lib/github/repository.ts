import { createHash } from "node:crypto";
import { LRUCache } from "lru-cache";
import { z } from "zod";
import type { Github } from "./client";
import { GithubError } from "./errors";

/** An entry of a tree: git's mode (six octal digits), the object's id, and a file's bytes. */
export type GithubTreeEntry = { mode: string; oid: string; size: number | null };

/** Every leaf of a commit by its path, in the tree's order, and the id of every folder. */
export type GithubTree = {
  leaves: ReadonlyMap<string, GithubTreeEntry>;
  folders: ReadonlyMap<string, string>;
};

export type GithubCommit = {
  commit: string;
  parents: string[];
  author_name: string;
  authored_at: string;
  subject: string;
};

export type GithubPullRequest = { number: number; title: string; url: string; merged: boolean };

/**
 * One repository at GitHub. Objects are named by their full ids and never change, so what was read once is not asked
 * again while it is in memory; refs are asked each time, conditionally. Everything rejects with a GithubError.
 */
export type GithubRepository = {
  /** `not_found` when it does not exist or the credentials may not see it. */
  defaultBranch(): Promise<string>;
  /** The commit behind a full ref name without `refs/`, such as `heads/main`; null when there is no such ref. */
  commitOfRef(ref: string): Promise<string | null>;
  /** The full id of a commit, given by an id or the beginning of one; null when there is none. */
  findCommit(id: string): Promise<string | null>;
  /** The tree of a commit; null when the commit is gone. `rejected` when it is larger than can be listed. */
  tree(commit: string): Promise<GithubTree | null>;
  /** Contents by id: null when there is no such blob or it is larger than 8 MB. One query for each 50. */
  blobs(oids: readonly string[]): Promise<Map<string, Buffer | null>>;
  /** Renames between two commits, of at most 300 changed files; null when either is gone. */
  renames(from: string, to: string): Promise<{ from: string; to: string }[] | null>;
  /** Commits that lead to one, newest first: a page of at most 100. With a path, those that changed it. */
  commits(id: string, page: number, path?: string): Promise<GithubCommit[]>;
  /** The pull requests by which a commit came. */
  pullRequestsOf(id: string): Promise<GithubPullRequest[]>;
};

const BLOBS_A_QUERY = 50;
const QUERIES_AT_ONCE = 4;
const MAX_BLOB_BYTES = 8_000_000;
/** Larger files are read one by one: GitHub cuts long texts, and fifty of them would make one answer too large. */
const LARGE_BLOB_BYTES = 200_000;
/** A tree that is cut is walked folder by folder; beyond these it counts as too large. */
const MAX_TREE_REQUESTS = 200;
const MAX_TREE_ENTRIES = 500_000;

// Immutable objects of all repositories; keys begin with the connection, so that no tenant reads another's.
const trees = new LRUCache<string, Promise<GithubTree | null>>({ max: 40 });
const blobs = new LRUCache<string, Buffer>({
  maxSize: 32_000_000,
  sizeCalculation: (bytes) => bytes.length + 200,
});
const large = new LRUCache<string, number>({ max: 20_000 });
const comparisons = new LRUCache<string, { from: string; to: string }[]>({ max: 200 });
const known_commits = new LRUCache<string, string>({ max: 5000 });

const oid = z.string().regex(/^(?:[0-9a-f]{40}|[0-9a-f]{64})$/);
const repositorySchema = z.object({ default_branch: z.string().min(1) });
const refSchema = z.object({ object: z.object({ type: z.string(), sha: oid }) });
const treeSchema = z.object({
  truncated: z.boolean(),
  tree: z.array(
    z.object({
      path: z.string(),
      mode: z.string(),
      type: z.enum(["blob", "tree", "commit"]),
      sha: oid,
      size: z.number().optional(),
    }),
  ),
});
type TreeAnswer = z.output<typeof treeSchema>;
const blobSchema = z.object({ content: z.string(), encoding: z.enum(["base64", "utf-8"]), size: z.number() });
const compareSchema = z.object({
  files: z.array(
    z.object({ filename: z.string(), status: z.string(), previous_filename: z.string().optional() }),
  ),
});
const commitSchema = z.object({
  sha: oid,
  parents: z.array(z.object({ sha: oid })),
  commit: z.object({
    message: z.string(),
    author: z.object({ name: z.string().optional(), date: z.string().optional() }).nullable(),
  }),
});
const pullRequestSchema = z.object({
  number: z.int(),
  title: z.string(),
  html_url: z.url({ protocol: /^https?$/ }),
  merged_at: z.string().nullable(),
});
const objectsSchema = z.object({
  repository: z
    .record(
      z.string(),
      z
        .object({
          byteSize: z.number().optional(),
          isBinary: z.boolean().nullable().optional(),
          isTruncated: z.boolean().optional(),
          text: z.string().nullable().optional(),
        })
        .nullable(),
    )
    .nullable(),
});

/** What GitHub answered, in the form that it documents; anything else is no answer. */
function parse<T>(schema: z.ZodType<T>, answer: unknown): T {
  const result = schema.safeParse(answer);
  if (result.success) return result.data;
  const cause = new Error(result.error.issues[0]?.path.join("."));
  throw new GithubError("unreachable", "The server's answer is not one that GitHub's API documents.", {
    cause,
  });
}

const isGone = (error: unknown) =>
  error instanceof GithubError &&
  // 422: no commit of this id; 409: the repository is empty.
  (error.code === "not_found" || error.status === 422 || error.status === 409);

/** Null for what is not there. */
function orGone<T>(asked: Promise<T>): Promise<T | null> {
  return asked.catch((error: unknown) => {
    if (isGone(error)) return null;
    throw error;
  });
}

/** The id git gives these bytes as a file, by the kind of hash that `like` is. */
function blobId(bytes: Buffer, like: string): string {
  return createHash(like.length === 64 ? "sha256" : "sha1")
    .update(`blob ${bytes.length}\0`)
    .update(bytes)
    .digest("hex");
}

/** A repository by `owner/name`. Nothing is asked yet. */
export function githubRepository(github: Github, full_name: string): GithubRepository {
  const [owner = "", name = ""] = full_name.split("/");
  const base = `/repos/${encodeURIComponent(owner)}/${encodeURIComponent(name)}`;
  const keyOf = (id: string) => `${github.id}${base}\0${id}`;
  const request = async (path: string) => (await github.reader.request(`GET ${base}${path}`)).data as unknown;

  async function commitOfRef(ref: string): Promise<string | null> {
    const path = `${base}/git/ref/${ref.split("/").map(encodeURIComponent).join("/")}`;
    const answer = await orGone(github.get(path));
    if (answer === null) return null;
    const { object } = parse(refSchema, answer);
    // An annotated tag is an object of its own; the commit behind it is asked for by the tag's name.
    if (object.type === "commit") return object.sha;
    return findCommit(ref);
  }

  async function findCommit(id: string): Promise<string | null> {
    const known = known_commits.get(keyOf(id));
    if (known !== undefined) return known;
    const answer = await orGone(
      github.reader.request(`GET ${base}/commits/${id.split("/").map(encodeURIComponent).join("/")}`, {
        headers: { accept: "application/vnd.github.sha" },
      }),
    );
    if (answer === null) return null;
    const found = parse(oid, typeof answer.data === "string" ? answer.data.trim() : answer.data);
    if (found === id) known_commits.set(keyOf(id), found);
    return found;
  }

  function tree(commit: string): Promise<GithubTree | null> {
    const key = keyOf(commit);
    const known = trees.get(key);
    if (known) return known;
    const asked = readTree(commit);
    trees.set(key, asked);
    // Neither a failure nor an absence is forever.
    asked.then(
      (found) => found ?? trees.delete(key),
      () => trees.delete(key),
    );
    return asked;
  }

  async function readTree(commit: string): Promise<GithubTree | null> {
    const leaves = new Map<string, GithubTreeEntry>();
    const folders = new Map<string, string>();
    const add = (answer: TreeAnswer, prefix: string) => {
      for (const entry of answer.tree) {
        const path = `${prefix}${entry.path}`;
        const { size = null } = entry;
        if (entry.type === "tree") folders.set(path, entry.sha);
        else leaves.set(path, { mode: entry.mode.padStart(6, "0"), oid: entry.sha, size });
        if (size !== null && size > LARGE_BLOB_BYTES) large.set(keyOf(entry.sha), size);
      }
      if (leaves.size > MAX_TREE_ENTRIES) throw tooLarge();
    };
    const first = await orGone(request(`/git/trees/${commit}?recursive=1`));
    if (first === null) return null;
    const whole = parse(treeSchema, first);
    if (!whole.truncated) {
      add(whole, "");
      return { leaves, folders };
    }
    const waiting = [{ sha: commit, prefix: "" }];
    let requests = 0;
    for (let next = waiting.pop(); next; next = waiting.pop()) {
      const { sha, prefix } = next;
      // What is cut as a whole is read flat, its folders one by one.
      if (prefix !== "") {
        requests += 1;
        const below = parse(treeSchema, await request(`/git/trees/${sha}?recursive=1`));
        if (!below.truncated) {
          add(below, prefix);
          continue;
        }
      }
      requests += 1;
      const flat = parse(treeSchema, await request(`/git/trees/${sha}`));
      if (flat.truncated || requests + waiting.length > MAX_TREE_REQUESTS) throw tooLarge();
      add(flat, prefix);
      for (const entry of flat.tree)
        if (entry.type === "tree") waiting.push({ sha: entry.sha, prefix: `${prefix}${entry.path}/` });
    }
    return { leaves, folders };
  }

  async function readBlobs(oids: readonly string[]): Promise<Map<string, Buffer | null>> {
    const found = new Map<string, Buffer | null>();
    const missing: string[] = [];
    const alone: string[] = [];
    for (const id of new Set(oids)) {
      const known = blobs.get(keyOf(id));
      const size = large.get(keyOf(id)) ?? 0;
      if (known) found.set(id, known);
      else if (size > MAX_BLOB_BYTES) found.set(id, null);
      else (size > LARGE_BLOB_BYTES ? alone : missing).push(id);
    }
    const batches: string[][] = [];
    for (let start = 0; start < missing.length; start += BLOBS_A_QUERY)
      batches.push(missing.slice(start, start + BLOBS_A_QUERY));
    await eachOf(batches, async (batch) => {
      for (const [id, bytes] of await queryBlobs(batch))
        if (bytes === "alone") alone.push(id);
        else found.set(id, bytes);
    });
    await eachOf(alone, async (id) => {
      found.set(id, await readBlob(id));
    });
    for (const [id, bytes] of found) if (bytes) blobs.set(keyOf(id), bytes);
    return found;
  }

  async function queryBlobs(oids: readonly string[]): Promise<Map<string, Buffer | null | "alone">> {
    const fields = oids.map(
      (id, index) => `b${index}: object(oid: "${id}") { ... on Blob { byteSize isBinary isTruncated text } }`,
    );
    const query = `query ($owner: String!, $name: String!) {
      repository(owner: $owner, name: $name) { ${fields.join("\n")} }
    }`;
    const answer = await github.reader.graphql(query, { owner, name }).catch((error: unknown) => {
      if (error instanceof GithubError) throw error;
      throw new GithubError(
        "not_found",
        "GitHub cannot answer for this repository; may the credentials see it?",
        {
          cause: error instanceof Error ? new Error(error.name) : undefined,
        },
      );
    });
    const { repository } = parse(objectsSchema, answer);
    if (!repository)
      throw new GithubError("not_found", "The connection's credentials may not see this repository.");
    return new Map(
      oids.map((id, index) => {
        const blob = repository[`b${index}`];
        if (!blob || blob.byteSize === undefined) return [id, null];
        if (blob.byteSize > MAX_BLOB_BYTES) return [id, null];
        if (blob.isBinary || blob.isTruncated || typeof blob.text !== "string") return [id, "alone"];
        const bytes = Buffer.from(blob.text, "utf8");
        // A text that is not UTF-8 arrives converted: then its bytes are another file's.
        return [id, blobId(bytes, id) === id ? bytes : "alone"];
      }),
    );
  }

  async function readBlob(id: string): Promise<Buffer | null> {
    const answer = await orGone(request(`/git/blobs/${id}`));
    if (answer === null) return null;
    const { content, encoding, size } = parse(blobSchema, answer);
    if (size > MAX_BLOB_BYTES) return null;
    const bytes = Buffer.from(content, encoding === "base64" ? "base64" : "utf8");
    if (blobId(bytes, id) !== id)
      throw new GithubError("unreachable", "The server answered another content than the one asked for.");
    return bytes;
  }

  return {
    defaultBranch: async () => parse(repositorySchema, await github.get(base)).default_branch,
    commitOfRef,
    findCommit,
    tree,
    blobs: readBlobs,

    async renames(from, to) {
      const key = keyOf(`${from}...${to}`);
      const known = comparisons.get(key);
      if (known) return known;
      // Files are on the first page only, however few commits it holds.
      const answer = await orGone(request(`/compare/${from}...${to}?per_page=1`));
      if (answer === null) return null;
      const found = parse(compareSchema, answer).files.flatMap(({ filename, status, previous_filename }) => {
        if (status === "renamed" && previous_filename !== undefined)
          return [{ from: previous_filename, to: filename }];
        return [];
      });
      comparisons.set(key, found);
      return found;
    },

    async pullRequestsOf(id) {
      const answer = await request(`/commits/${encodeURIComponent(id)}/pulls?per_page=10`);
      return parse(z.array(pullRequestSchema), answer).map(({ html_url, merged_at, ...pull }) => ({
        ...pull,
        url: html_url,
        merged: merged_at !== null,
      }));
    },

    async commits(id, page, path) {
      const changing = path === undefined ? "" : `&path=${encodeURIComponent(path)}`;
      const answer = await request(
        `/commits?sha=${encodeURIComponent(id)}&per_page=100&page=${page}${changing}`,
      );
      return parse(z.array(commitSchema), answer).map(({ sha, parents, commit }) => ({
        commit: sha,
        parents: parents.map((parent) => parent.sha),
        author_name: commit.author?.name ?? "",
        authored_at: commit.author?.date ?? "",
        subject: commit.message.split("\n", 1)[0] ?? "",
      }));
    },
  };
}

function tooLarge(): GithubError {
  return new GithubError(
    "rejected",
    "The tree of this commit is too large to be listed through GitHub's API.",
  );
}

async function eachOf<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  const left = [...items];
  const worker = async () => {
    for (let item = left.shift(); item !== undefined; item = left.shift()) await work(item);
  };
  await Promise.all(Array.from({ length: Math.min(QUERIES_AT_ONCE, left.length) }, worker));
}
