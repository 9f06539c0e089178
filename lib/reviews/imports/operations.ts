import { githubFor } from "@/lib/access";
import { findRepositoryByName } from "@/lib/citations";
import type { Db } from "@/lib/db/client";
import { GithubError } from "@/lib/github";
import { enqueue } from "@/lib/jobs";
import { type Actor, actorRef, maySeeRepository } from "@/lib/kernel/actor";
import { AppError, invalidField } from "@/lib/kernel/errors";
import { newId } from "@/lib/kernel/ids";
import { redactTexts } from "@/lib/memories";
import { defineOperation } from "@/lib/runtime/operation";
import * as contract from "../contract";
import { reviewImportJob } from "../jobs";
import type { ImportDetails } from "./importers/details";
import { draftsOfRecorded, type PullRequest, readPullRequest, recordedSchema } from "./importers/github";
import { draftsOfSarif, sarifSchema } from "./importers/sarif";
import { correctItems, takeDrafts, takeEvaluation, toItem } from "./imports";
import * as importsQueries from "./queries";

const ofActor = ({ actor }: { actor: Actor }) => ({ organization_id: actor.organization_id });

async function loadImport(context: { db: Db; actor: Actor; input: { import_id: string } }) {
  const found = await importsQueries.findImport(context.db, { ...ofActor(context), ...context.input });
  if (!found) throw new AppError("not_found", "This import does not exist.");
  return found;
}

const maySeeImport = (actor: Actor, found: importsQueries.FoundImport) =>
  maySeeRepository(actor, found.repository?.id ?? null);

async function loadRepository(
  { db, actor }: { db: Db; actor: Actor },
  name: string | undefined,
  pointer: string,
) {
  if (name === undefined) return null;
  const found = await findRepositoryByName(db, { ...ofActor({ actor }), name });
  if (!found) throw invalidField(pointer, `${name} is not registered; add the repository first`);
  return found;
}

async function present(db: Db, actor: Actor, import_id: string) {
  const found = await importsQueries.findImport(db, { ...ofActor({ actor }), import_id });
  if (!found) throw new Error("an import that was just written is there");
  return found;
}

const start = (tx: Db, actor: Actor, import_id: string) =>
  enqueue(tx, reviewImportJob, { ...ofActor({ actor }), import_id }, { key: import_id });

const reviewImport = defineOperation(contract.reviewImport, {
  load: async ({ db, actor, input: { import_id } }) =>
    import_id === undefined ? null : loadImport({ db, actor, input: { import_id } }),
  authorize: (actor, subject) => subject === null || subject.created_by.id === actor.id,
  prepare: async ({ db, actor, input, subject }) => {
    if (subject !== null && subject.kind !== "evaluations")
      throw invalidField("/import_id", "must be an import of evaluations");
    const repositories = new Map<string, { id: string } | string>();
    for (const raw of input.evaluations) {
      const name = repositoryNameOf(raw);
      if (name === null || repositories.has(name)) continue;
      const found = await findRepositoryByName(db, { ...ofActor({ actor }), name });
      repositories.set(
        name,
        !found
          ? `/repository: ${name} is not registered; add the repository first`
          : maySeeRepository(actor, found.id)
            ? { id: found.id }
            : `/repository: you may not write to ${name}`,
      );
    }
    const unknown = "/repository: is not known";
    const items: Omit<importsQueries.NewImportItem, "position">[] = [];
    for (const raw of input.evaluations)
      items.push(await takeEvaluation(raw, (name) => repositories.get(name) ?? unknown));
    return items;
  },
  handle: async ({ db, actor, input, subject, prepared, now, audit }) => {
    const import_id = subject?.id ?? newId();
    const tenant = ofActor({ actor });
    if (!subject)
      await importsQueries.insertImport(db, {
        ...tenant,
        id: import_id,
        kind: "evaluations",
        status: "waiting",
        name: input.name ?? "Evaluations",
        repository_id: null,
        details: {},
        actor: actorRef(actor),
        now: now(),
      });
    else
      await importsQueries.updateImport(db, { ...tenant, import_id, status: "waiting", finished_at: null });
    const first = await importsQueries.nextPosition(db, { ...tenant, import_id });
    await importsQueries.insertImportItems(db, {
      ...tenant,
      import_id,
      items: prepared.map((item, index) => ({ ...item, position: first + index })),
    });
    await start(db, actor, import_id);
    audit({ subject_id: import_id, detail: { evaluations: prepared.length } });
    return present(db, actor, import_id);
  },
});

function repositoryNameOf(raw: unknown): string | null {
  if (raw === null || typeof raw !== "object") return null;
  const name = "repository" in raw ? raw.repository : "repo" in raw ? raw.repo : null;
  return typeof name === "string" ? name : null;
}

/** Stores drafts as an import, and sets it off when nobody wants to look at it first. */
async function insertDrafts(
  context: { db: Db; actor: Actor; now: () => Date },
  {
    items,
    confirm,
    ...row
  }: {
    kind: "sarif" | "github";
    name: string;
    repository_id: string | null;
    details: ImportDetails;
    items: readonly importsQueries.NewImportItem[];
    confirm: boolean;
  },
) {
  const { db, actor, now } = context;
  const id = newId();
  await importsQueries.insertImport(db, {
    ...ofActor(context),
    ...row,
    id,
    status: confirm ? "waiting" : "draft",
    actor: actorRef(actor),
    now: now(),
  });
  await importsQueries.insertImportItems(db, { ...ofActor(context), import_id: id, items });
  if (confirm) await start(db, actor, id);
  return present(db, actor, id);
}

async function detailsOf(
  params: { skill?: string | undefined; developer?: string | undefined; summary?: string | undefined },
  rest: { workflow_id: string; reviewed_at?: string | undefined },
): Promise<ImportDetails> {
  const [summary] = params.summary === undefined ? [] : await redactTexts([{ text: params.summary }]);
  return {
    ...rest,
    ...(params.skill === undefined ? {} : { skill: params.skill }),
    ...(params.developer === undefined ? {} : { developer: params.developer }),
    ...(summary === undefined ? {} : { summary: summary.text }),
  };
}

const reviewImportSarif = defineOperation(contract.reviewImportSarif, {
  load: ({ db, actor, input }) => loadRepository({ db, actor }, input.repository, "/repository"),
  authorize: (actor, repository) => maySeeRepository(actor, repository?.id ?? null),
  prepare: async ({ db, actor, input }) => {
    const parsed = sarifSchema.safeParse(input.sarif);
    const [issue] = parsed.error?.issues ?? [];
    if (!parsed.success)
      throw invalidField(
        `/sarif/${issue?.path.map(String).join("/") ?? ""}`,
        issue?.message ?? "is not SARIF",
      );
    const drafts = draftsOfSarif(parsed.data).map((draft) => ({
      ...draft,
      // The same result of another run is another finding.
      key: `${draft.key} ${input.workflow_id}`,
      agent: input.agent ?? draft.agent,
    }));
    if (drafts.length === 0)
      throw invalidField("/sarif/runs", "holds no results; there is nothing to import");
    return takeDrafts(db, { ...ofActor({ actor }), drafts, confirm: input.confirm });
  },
  handle: async ({ db, actor, input, subject, prepared, now, audit }) => {
    const { workflow_id, reviewed_at, confirm } = input;
    const details = await detailsOf(input, {
      workflow_id,
      ...(reviewed_at === undefined ? {} : { reviewed_at }),
    });
    const stored = await insertDrafts(
      { db, actor, now },
      {
        kind: "sarif",
        name: workflow_id,
        repository_id: subject?.id ?? null,
        details,
        items: prepared,
        confirm,
      },
    );
    audit({ subject_id: stored.id, detail: { workflow_id, items: prepared.length } });
    return stored;
  },
});

const reviewImportGithub = defineOperation(contract.reviewImportGithub, {
  load: async ({ db, actor, input }) => {
    const repository = await loadRepository({ db, actor }, input.repository, "/repository");
    if (!repository) throw invalidField("/repository", "is missing");
    const connection_id =
      input.connection_id ??
      (await importsQueries.connectionOf(db, { ...ofActor({ actor }), repository_id: repository.id }));
    if (connection_id === null)
      throw invalidField(
        "/connection_id",
        "is missing: this repository has no connection of its own; make one under Settings → Connections",
      );
    return { repository, connection_id };
  },
  authorize: (actor, { repository }) => maySeeRepository(actor, repository.id),
  prepare: async ({ db, actor, input, subject }) => {
    const { pull_request: number, reviewer, confirm } = input;
    const full = input.github_name ?? subject.repository.name;
    const [owner = "", name = ""] = full.split("/");
    const github = await githubFor(db, { ...ofActor({ actor }), connection_id: subject.connection_id });
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
    const items = await takeDrafts(db, { ...ofActor({ actor }), drafts: found.drafts, confirm });
    return { full, found, items };
  },
  handle: async ({ db, actor, input, subject, prepared, now, audit }) => {
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
      skill?: string | undefined;
      developer?: string | undefined;
      summary?: string | undefined;
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
    { workflow_id, ...(found.reviewed_at === null ? {} : { reviewed_at: found.reviewed_at }) },
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

const reviewImportThreads = defineOperation(contract.reviewImportThreads, {
  load: ({ db, actor, input }) => loadRepository({ db, actor }, input.repository, "/repository"),
  authorize: (actor, repository) => maySeeRepository(actor, repository?.id ?? null),
  prepare: async ({ db, actor, input }) => {
    const parsed = recordedSchema.safeParse(input.answer);
    const [issue] = parsed.error?.issues ?? [];
    if (!parsed.success)
      throw invalidField(
        `/answer/${issue?.path.map(String).join("/") ?? ""}`,
        issue?.message ?? "is not the answer about review threads",
      );
    const found = draftsOfRecorded(parsed.data);
    if (found.drafts.length === 0)
      throw invalidField("/answer", "holds no review threads; there is nothing to import");
    const { drafts } = found;
    return { found, items: await takeDrafts(db, { ...ofActor({ actor }), drafts, confirm: input.confirm }) };
  },
  handle: async (context) => {
    const { db, actor, input, subject, prepared, now, audit } = context;
    return insertThreads(
      { db, actor, now, audit },
      { ...prepared, input, full: input.github_name, repository_id: subject?.id ?? null },
    );
  },
});

const reviewImportList = defineOperation(contract.reviewImportList, {
  authorize: () => true,
  handle: ({ db, actor, input }) =>
    importsQueries.listImports(db, {
      ...ofActor({ actor }),
      ...input,
      visible_repository_ids: actor.repository_ids,
    }),
});

const reviewImportGet = defineOperation(contract.reviewImportGet, {
  load: loadImport,
  authorize: maySeeImport,
  handle: async ({ subject }) => subject,
});

const reviewImportItems = defineOperation(contract.reviewImportItems, {
  load: loadImport,
  authorize: maySeeImport,
  handle: async ({ db, actor, input }) => {
    const asked = { ...ofActor({ actor }), import_id: input.import_id, state: input.state };
    const rows = await importsQueries.findImportItems(db, {
      ...asked,
      after: input.after,
      limit: input.limit + 1,
    });
    const page = rows.slice(0, input.limit);
    return {
      items: page.map(toItem),
      total: await importsQueries.countImportItems(db, asked),
      next: rows.length > input.limit ? (page.at(-1)?.position ?? null) : null,
    };
  },
});

const reviewImportCorrect = defineOperation(contract.reviewImportCorrect, {
  load: loadImport,
  authorize: maySeeImport,
  prepare: async ({ input }) => {
    const texts = input.items.map(({ reason }) => ({ text: reason ?? "" }));
    const redacted = await redactTexts(texts);
    return input.items.map((item, index) =>
      item.reason === undefined ? item : { ...item, reason: redacted[index]?.text ?? "" },
    );
  },
  handle: async ({ db, actor, input, subject, prepared, audit }) => {
    if (subject.status !== "draft")
      throw new AppError("conflict", "This import is on its way; correct its findings instead.");
    audit({ subject_id: subject.id, detail: { items: prepared.length } });
    const { import_id } = input;
    return {
      items: await correctItems(db, {
        ...ofActor({ actor }),
        import_id,
        corrections: prepared,
        by: actor.name,
      }),
    };
  },
});

const reviewImportConfirm = defineOperation(contract.reviewImportConfirm, {
  load: loadImport,
  authorize: maySeeImport,
  handle: async ({ db, actor, input: { import_id }, subject, audit }) => {
    audit({ subject_id: import_id });
    if (subject.status !== "draft") return subject;
    const tenant = ofActor({ actor });
    const drafts = await importsQueries.findImportItems(db, { ...tenant, import_id, state: ["draft"] });
    if (drafts.length === 0)
      throw new AppError(
        "unprocessable",
        "Every item of this import is left out; there is nothing to store.",
      );
    await importsQueries.updateImportItems(db, {
      ...tenant,
      import_id,
      positions: drafts.map(({ position }) => position),
      change: { state: "waiting" },
    });
    await importsQueries.updateImport(db, { ...tenant, import_id, status: "waiting" });
    await start(db, actor, import_id);
    return present(db, actor, import_id);
  },
});

export const importOperations = [
  reviewImport,
  reviewImportSarif,
  reviewImportGithub,
  reviewImportThreads,
  reviewImportList,
  reviewImportGet,
  reviewImportItems,
  reviewImportCorrect,
  reviewImportConfirm,
];
