import { createHash } from "node:crypto";
import { findRepositoryById, generalise, prepareCitations } from "@/lib/citations";
import type { Database, Db } from "@/lib/db/client";
import { enqueue } from "@/lib/jobs";
import { type Actor, actorRef, tenantOf } from "@/lib/kernel/actor";
import type { InputOf } from "@/lib/kernel/contract";
import { AppError, invalidField } from "@/lib/kernel/errors";
import { namedRepository, redactTexts } from "@/lib/memories";
import { defineCommand, defineQuery } from "@/lib/runtime/operation";
import { assertMayChange, maySee, repositoryToWrite, visibleTo } from "../access";
import * as contract from "../contract";
import { noteSearch } from "../failures/operations";
import { solutionEmbedJob } from "../jobs";
import { findSolutions, wordsEnough } from "../search/search";
import * as taskQueries from "../tasks/queries";
import { citedNow } from "./cited-now";
import * as patternQueries from "./queries";
import { type Refused, whyRefused } from "./refusals";

const seenBy = (actor: Actor) => ({ ...tenantOf({ actor }), ...visibleTo(actor) });

type StoreInput = InputOf<typeof contract.patternStore>;

async function passedTask(
  db: Db,
  { actor, repository_id, task_id }: { actor: Actor; repository_id: string | null; task_id: string },
) {
  const task = await taskQueries.findTaskByClientId(db, { ...tenantOf({ actor }), repository_id, task_id });
  if (!task) throw invalidField("/task_id", "is not recorded in this repository; record the task first");
  return task;
}

/** The lines that a pattern came from, at the commit where they were seen to exist. */
async function citedLines(
  db: Database,
  {
    actor,
    repository_id,
    citation,
  }: { actor: Actor; repository_id: string | null; citation: StoreInput["citation"] },
) {
  if (!citation) return { path: null, line_start: null, line_end: null, commit_sha: null };
  const { organization_id } = actor;
  const repository =
    repository_id === null ? null : await findRepositoryById(db, { organization_id, repository_id });
  if (!repository)
    throw invalidField("/repository", "is needed to cite lines; name the repository they are in");
  const [cited] = await prepareCitations(db, {
    organization_id,
    repository,
    citations: [citation],
    pointer: "/citation",
  });
  if (!cited) throw new Error("one citation was read");
  const { path, line_start, line_end, commit_sha } = cited;
  return { path, line_start, line_end, commit_sha };
}

const languageOfPath = (path: string | null): string | null => {
  if (path === null) return null;
  return /\.(\w{1,10})$/.exec(path)?.[1]?.toLowerCase() ?? null;
};

async function preparePattern(
  db: Database,
  {
    actor,
    input,
    repository_id,
    task_record_id,
  }: { actor: Actor; input: StoreInput; repository_id: string | null; task_record_id: string },
): Promise<patternQueries.NewPattern> {
  const cited = await citedLines(db, { actor, repository_id, citation: input.citation });
  const language = input.language ?? languageOfPath(cited.path);
  const texts = [input.code, input.tests ?? "", input.description, input.problem_type];
  const [code = "", tests = "", description = "", problem_type = ""] = (
    await redactTexts(texts.map((text) => ({ text })))
  ).map(({ text }) => text);
  const { template, note } = await generalise(code, language);
  const dependencies = [...new Set(input.dependencies.map((name) => name.trim().toLowerCase()))].filter(
    Boolean,
  );
  return {
    ...cited,
    repository_id,
    task_record_id,
    problem_type,
    description,
    language,
    code,
    template,
    template_note: note,
    template_sha256: createHash("sha256").update(template.replace(/\s+/g, " ").trim()).digest("hex"),
    tests: tests === "" ? null : tests,
    dependencies,
    search_text: [`${problem_type}: ${description}`, dependencies.join(" ")].filter(Boolean).join("\n"),
  };
}

type Prepared = { refused: Refused } | { pattern: patternQueries.NewPattern };

export const patternStore = defineCommand(contract.patternStore, {
  authorize: "filtered",
  prepare: async ({ db, actor, input }): Promise<Prepared> => {
    const repository_id = await repositoryToWrite(db, { actor, repository: input.repository });
    const task = await passedTask(db, { actor, repository_id, task_id: input.task_id });
    const refused = await whyRefused(input, task);
    if (refused) return { refused };
    return { pattern: await preparePattern(db, { actor, input, repository_id, task_record_id: task.id }) };
  },
  write: async ({ db, actor, prepared, now, audit }) => {
    if ("refused" in prepared) return { stored: false, ...prepared.refused, pattern: null };
    const { pattern } = prepared;
    const tenant = tenantOf({ actor });
    const id = await patternQueries.insertPattern(db, {
      ...tenant,
      pattern,
      actor: actorRef(actor),
      now: now(),
    });
    if (id === null) {
      const known = await patternQueries.findPatternByTemplate(db, { ...tenant, ...pattern });
      const detail =
        "A pattern with the same template is already stored; name it in patterns_used when you follow it.";
      return { stored: false, reason: "known" as const, detail, pattern: known };
    }
    await enqueue(db, solutionEmbedJob, tenant, { key: tenant.organization_id });
    audit({ subject_id: id });
    return {
      stored: true,
      reason: null,
      detail: null,
      pattern: await patternQueries.findPattern(db, { ...tenant, id }),
    };
  },
});

/** What sharing a dependency adds to a similarity, for the order alone. */
const SHARED_DEPENDENCY = 0.1;

export const patternSearch = defineQuery(contract.patternSearch, {
  authorize: "filtered",
  records: true,
  read: async ({ db, actor, input, ai, now, effects }) => {
    const { query, repository, problem_type, limit, min_similarity, task_id, phase } = input;
    const repository_id = await namedRepository(db, { actor, repository });
    const wanted = new Set(input.dependencies.map((name) => name.trim().toLowerCase()));
    const found = await findSolutions(db, {
      searched: "solution_pattern",
      where: { ...seenBy(actor), repository_id, statuses: ["active"] },
      query,
      embedder: ai.embedder,
      min_similarity,
    });
    const similarities = new Map(found.map(({ id, similarity }) => [id, similarity]));
    const patterns = await patternQueries.patternsByIds(db, {
      ...seenBy(actor),
      ids: found.map(({ id }) => id),
    });
    const ranked = patterns
      .filter((pattern) => problem_type === undefined || pattern.problem_type === problem_type)
      .map((pattern) => {
        const similarity = similarities.get(pattern.id) ?? null;
        const shared_dependencies = pattern.dependencies.filter((name) => wanted.has(name));
        const rank = (similarity ?? 0) + (shared_dependencies.length > 0 ? SHARED_DEPENDENCY : 0);
        return { pattern, similarity, shared_dependencies, rank };
      })
      .filter(({ pattern, similarity }) => similarity !== null || wordsEnough(query, pattern.search_text))
      .sort((a, b) => b.rank - a.rank)
      .slice(0, limit);
    const cited = await citedNow(db, {
      ...tenantOf({ actor }),
      patterns: ranked.map(({ pattern }) => pattern),
    });
    effects.onSent(({ items }) =>
      noteSearch(db, { actor, repository_id, task_id, phase, found: items.length, now: now() }),
    );
    return {
      items: ranked.map(({ pattern, similarity, shared_dependencies }) => ({
        pattern,
        similarity,
        shared_dependencies,
        cited: cited.get(pattern.id) ?? null,
      })),
    };
  },
});

export const patternList = defineQuery(contract.patternList, {
  authorize: "filtered",
  read: async ({ db, actor, input: { repository, ...rest } }) =>
    patternQueries.listPatterns(db, {
      ...seenBy(actor),
      ...rest,
      repository_id: await namedRepository(db, { actor, repository }),
    }),
});

async function loadPattern({ db, actor, input }: { db: Db; actor: Actor; input: { pattern_id: string } }) {
  const found = await patternQueries.findPattern(db, { ...tenantOf({ actor }), id: input.pattern_id });
  if (!found) throw new AppError("not_found", "This pattern does not exist.");
  return found;
}

export const patternGet = defineQuery(contract.patternGet, {
  load: loadPattern,
  authorize: maySee,
  records: true,
  read: async ({ db, actor, subject }) => {
    const [cited, used_by] = await Promise.all([
      citedNow(db, { ...tenantOf({ actor }), patterns: [subject] }),
      patternQueries.findTasksOfPattern(db, { ...seenBy(actor), pattern_id: subject.id }),
    ]);
    return { ...subject, cited: cited.get(subject.id) ?? null, used_by };
  },
});

export const patternUpdate = defineCommand(contract.patternUpdate, {
  load: loadPattern,
  authorize: maySee,
  prepare: ({ actor, input, subject }) => {
    assertMayChange(actor, subject);
    return redactTexts(input.reason === undefined ? [] : [{ text: input.reason }]);
  },
  write: async ({ db, actor, input, subject, prepared: [reason], now, audit }) => {
    const tenant = tenantOf({ actor });
    if (subject.status === "drifted" && input.status === "active")
      throw new AppError(
        "conflict",
        "Its lines changed since; store it again with the lines as they are now.",
      );
    await patternQueries.setPatternStatus(db, {
      ...tenant,
      id: subject.id,
      status: input.status,
      reason: reason?.text ?? null,
      now: now(),
    });
    audit({ subject_id: subject.id, before: { status: subject.status }, after: { status: input.status } });
    return loadPattern({ db, actor, input });
  },
});
