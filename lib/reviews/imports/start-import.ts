import {
  findRepositoryByName,
  openRepositorySource,
  type RegisteredRepository,
  SourceError,
} from "@/lib/citations";
import type { Db } from "@/lib/db/client";
import { enqueue } from "@/lib/jobs";
import { type Actor, actorRef, maySeeRepository, tenantOf } from "@/lib/kernel/actor";
import { AppError, invalidField } from "@/lib/kernel/errors";
import { newId } from "@/lib/kernel/ids";
import { mayStoreGlobally, redactTexts } from "@/lib/memories";
import { defineCommand } from "@/lib/runtime/operation";
import * as contract from "../contract";
import { findWritableRepository } from "../findings/filters";
import { reviewImportJob } from "../jobs";
import type { ImportDetails } from "./importers/details";
import { draftsOfSarif, sarifSchema } from "./importers/sarif";
import { takeDrafts, takeEvaluation } from "./imports";
import { loadImport, loadRepository, present } from "./loaders";
import * as importsQueries from "./queries";

export const start = (tx: Db, actor: Actor, import_id: string) =>
  enqueue(tx, reviewImportJob, { ...tenantOf({ actor }), import_id }, { key: import_id });

/** The repository that evaluations of this name go to, or what is wrong with the name. */
function writableOrProblem({
  actor,
  name,
  found,
}: {
  actor: Actor;
  name: string;
  found: { id: string } | null;
}): { id: string } | string {
  if (!found) return `/repository: ${name} is not registered; add the repository first`;
  if (!maySeeRepository(actor, found.id)) return `/repository: you may not write to ${name}`;
  return { id: found.id };
}

/** The same for evaluations that name none; null: the whole organization. */
async function unnamedOrProblem(context: { db: Db; actor: Actor }): Promise<{ id: string } | string | null> {
  try {
    return await findWritableRepository(context, undefined, "/repository");
  } catch (error) {
    if (error instanceof AppError && error.code === "invalid_input") return error.message;
    throw error;
  }
}

export const reviewImport = defineCommand(contract.reviewImport, {
  load: async ({ db, actor, input: { import_id } }) => {
    if (import_id === undefined) return null;
    return loadImport({ db, actor, input: { import_id } });
  },
  authorize: (actor, subject) => subject === null || subject.created_by.id === actor.id,
  prepare: async ({ db, actor, input, subject }) => {
    if (subject !== null && subject.kind !== "evaluations")
      throw invalidField("/import_id", "must be an import of evaluations");
    const repositories = new Map<string, { id: string } | string>();
    for (const raw of input.evaluations) {
      const name = repositoryNameOf(raw);
      if (name === null || repositories.has(name)) continue;
      const found = await findRepositoryByName(db, { ...tenantOf({ actor }), name });
      repositories.set(name, writableOrProblem({ actor, name, found }));
    }
    const unknown = "/repository: is not known";
    const items: Omit<importsQueries.NewImportItem, "position">[] = [];
    const unnamed = await unnamedOrProblem({ db, actor });
    for (const raw of input.evaluations)
      items.push(
        await takeEvaluation(raw, (name) => {
          if (name === undefined) return unnamed;
          return repositories.get(name) ?? unknown;
        }),
      );
    return items;
  },
  write: async ({ db, actor, input, subject, prepared, now, audit }) => {
    const import_id = subject?.id ?? newId();
    const tenant = tenantOf({ actor });
    if (!subject)
      await importsQueries.insertImport(db, {
        ...tenant,
        id: import_id,
        kind: "evaluations",
        status: "waiting",
        name: input.name ?? "Evaluations",
        repository_id: null,
        details: { may_store_globally: mayStoreGlobally(actor) },
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

const stringOrNull = (value: unknown) => {
  if (typeof value === "string") return value;
  return null;
};

function repositoryNameOf(raw: unknown): string | null {
  if (raw === null || typeof raw !== "object") return null;
  if ("repository" in raw) return stringOrNull(raw.repository);
  if ("repo" in raw) return stringOrNull(raw.repo);
  return null;
}

/** Stores drafts as an import, and sets it off when nobody wants to look at it first. */
export async function insertDrafts(
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
    ...tenantOf(context),
    ...row,
    details: { ...row.details, may_store_globally: mayStoreGlobally(actor) },
    id,
    status: confirm ? "waiting" : "draft",
    actor: actorRef(actor),
    now: now(),
  });
  await importsQueries.insertImportItems(db, { ...tenantOf(context), import_id: id, items });
  if (confirm) await start(db, actor, id);
  return present(db, actor, id);
}

export async function detailsOf(
  params: { skill?: string; developer?: string; summary?: string },
  rest: { workflow_id: string; reviewed_at?: string },
): Promise<ImportDetails> {
  const [summary] = params.summary === undefined ? [] : await redactTexts([{ text: params.summary }]);
  return {
    ...rest,
    ...(params.skill !== undefined && { skill: params.skill }),
    ...(params.developer !== undefined && { developer: params.developer }),
    ...(summary !== undefined && { summary: summary.text }),
  };
}

/** The files at the head of the default branch, which places of results are compared with; null where it cannot be read. */
async function filesAtHead(db: Db, registered: RegisteredRepository) {
  try {
    const source = await openRepositorySource(db, registered);
    return await source.listFiles(await source.headCommit());
  } catch (error) {
    if (error instanceof AppError || error instanceof SourceError) return null;
    throw error;
  }
}

export const reviewImportSarif = defineCommand(contract.reviewImportSarif, {
  load: ({ db, actor, input }) => loadRepository({ db, actor }, input.repository, "/repository"),
  authorize: (actor, repository) => maySeeRepository(actor, repository?.id ?? null),
  prepare: async ({ db, actor, input, subject }) => {
    const parsed = sarifSchema.safeParse(input.sarif);
    const [issue] = parsed.error?.issues ?? [];
    if (!parsed.success)
      throw invalidField(
        `/sarif/${issue?.path.map(String).join("/") ?? ""}`,
        issue?.message ?? "is not SARIF",
      );
    const { include_open, root = null } = input;
    const files = subject && (await filesAtHead(db, { ...tenantOf({ actor }), repository: subject }));
    const drafts = draftsOfSarif(parsed.data, { include_open, root, files }).map((draft) => ({
      ...draft,
      // The same result of another run is another finding.
      key: `${draft.key} ${input.workflow_id}`,
      agent: input.agent ?? draft.agent,
    }));
    if (drafts.length === 0) throw invalidField("/sarif/runs", "has no results; there is nothing to import");
    const repository_id = subject?.id ?? null;
    return takeDrafts(db, { ...tenantOf({ actor }), repository_id, drafts, confirm: input.confirm });
  },
  write: async ({ db, actor, input, subject, prepared, now, audit }) => {
    const { workflow_id, reviewed_at, confirm } = input;
    const details = await detailsOf(input, {
      workflow_id,
      reviewed_at,
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
