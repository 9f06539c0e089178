import { githubFor } from "@/lib/access";
import type { Db } from "@/lib/db/client";
import { GithubError } from "@/lib/github";
import { type Actor, maySeeRepository, tenantOf } from "@/lib/kernel/actor";
import { AppError, invalidField } from "@/lib/kernel/errors";
import { defineCommand } from "@/lib/runtime/operation";
import * as contract from "../contract";
import { draftsOfRecorded, type PullRequest, readPullRequest, recordedSchema } from "./importers/github";
import { takeDrafts } from "./imports";
import { loadRepository } from "./loaders";
import * as importsQueries from "./queries";
import { detailsOf, insertDrafts } from "./start-import";

export const reviewImportGithub = defineCommand(contract.reviewImportGithub, {
  load: async ({ db, actor, input }) => {
    const repository = await loadRepository({ db, actor }, input.repository, "/repository");
    if (!repository) throw invalidField("/repository", "is missing");
    const connection_id =
      input.connection_id ??
      (await importsQueries.connectionOf(db, { ...tenantOf({ actor }), repository_id: repository.id }));
    if (connection_id === null)
      throw invalidField(
        "/connection_id",
        "is missing: this repository has no connection; add one under Settings → Connections",
      );
    return { repository, connection_id };
  },
  authorize: (actor, { repository }) => maySeeRepository(actor, repository.id),
  prepare: async ({ db, actor, input, subject }) => {
    const { pull_request: number, reviewer, confirm } = input;
    const full = input.github_name ?? subject.repository.name;
    const [owner = "", name = ""] = full.split("/");
    const github = await githubFor(db, { ...tenantOf({ actor }), connection_id: subject.connection_id });
    const found = await readPullRequest(github, { owner, name, number, reviewer }).catch((error: unknown) => {
      if (error instanceof GithubError)
        throw new AppError(error.code === "rate_limited" ? "unavailable" : "unprocessable", error.message, {
          cause: error,
        });
      throw error;
    });
    if (!found)
      throw invalidField("/pull_request", `${full} has no pull request ${number}, or it may not be seen`);
    if (found.drafts.length === 0)
      throw invalidField("/pull_request", `${full}#${number} has no review threads to import`);
    const { drafts } = found;
    const repository_id = subject.repository.id;
    const items = await takeDrafts(db, { ...tenantOf({ actor }), repository_id, drafts, confirm });
    return { full, found, items };
  },
  write: async ({ db, actor, input, subject, prepared, now, audit }) => {
    const repository_id = subject.repository.id;
    return insertThreads({ db, actor, now, audit }, { ...prepared, input, repository_id });
  },
});

/** Stores the review threads of a pull request as an import. */
async function insertThreads(
  context: {
    db: Db;
    actor: Actor;
    now: () => Date;
    audit: (entry: { subject_id: string; detail: Record<string, unknown> }) => void;
  },
  {
    full,
    found,
    items,
    input,
    repository_id,
  }: {
    full: string;
    found: PullRequest;
    items: readonly importsQueries.NewImportItem[];
    repository_id: string | null;
    input: {
      pull_request: number;
      confirm: boolean;
      skill?: string;
      developer?: string;
      summary?: string;
    };
  },
) {
  const name = `${full}#${input.pull_request}`;
  const workflow_id = `github:${name}`;
  const details = await detailsOf(
    {
      ...input,
      developer: input.developer ?? found.author ?? undefined,
      summary: input.summary ?? `${name}: ${found.title}`,
    },
    { workflow_id, reviewed_at: found.reviewed_at ?? undefined },
  );
  const stored = await insertDrafts(context, {
    kind: "github",
    name,
    repository_id,
    details,
    items,
    confirm: input.confirm,
  });
  context.audit({ subject_id: stored.id, detail: { workflow_id, items: items.length } });
  return stored;
}

export const reviewImportThreads = defineCommand(contract.reviewImportThreads, {
  load: ({ db, actor, input }) => loadRepository({ db, actor }, input.repository, "/repository"),
  authorize: (actor, repository) => maySeeRepository(actor, repository?.id ?? null),
  prepare: async ({ db, actor, input, subject }) => {
    const parsed = recordedSchema.safeParse(input.answer);
    const [issue] = parsed.error?.issues ?? [];
    if (!parsed.success)
      throw invalidField(
        `/answer/${issue?.path.map(String).join("/") ?? ""}`,
        issue?.message ?? "is not the answer about review threads",
      );
    const found = draftsOfRecorded(parsed.data);
    if (found.drafts.length === 0)
      throw invalidField("/answer", "has no review threads; there is nothing to import");
    const { drafts } = found;
    const repository_id = subject?.id ?? null;
    const { confirm } = input;
    return { found, items: await takeDrafts(db, { ...tenantOf({ actor }), repository_id, drafts, confirm }) };
  },
  write: async (context) => {
    const { db, actor, input, subject, prepared, now, audit } = context;
    return insertThreads(
      { db, actor, now, audit },
      { ...prepared, input, full: input.github_name, repository_id: subject?.id ?? null },
    );
  },
});
