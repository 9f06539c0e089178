import { citationsOfMemories, findRepositoryById, findRepositoryByLocation, holds } from "@/lib/citations";
import { actorRef, maySeeRepository, tenantOf } from "@/lib/kernel/actor";
import { AppError } from "@/lib/kernel/errors";
import { defineCommand } from "@/lib/runtime/operation";
import { compactVerified } from "../answers/compact-answers";
import * as contract from "../contract";
import { requestCheck } from "../jobs";
import { checkNow } from "../lifecycle/moves";
import { believed } from "../lifecycle/transitions";
import { maySeeMemory } from "../policy";
import { resolveRepository } from "../search/filters";
import { loadMemory } from "../shared/loading";
import { applyChecks } from "./apply-checks";

export const memoryVerifyCitations = defineCommand(contract.memoryVerifyCitations, {
  compact: compactVerified,
  load: loadMemory,
  authorize: maySeeMemory,
  prepare: ({ db, actor, input, subject }) => checkNow(db, actor, subject, input.ref),
  write: async ({ db, actor, input, subject, prepared: checks, now, audit }) => {
    const { organization_id } = actor;
    // Another branch says nothing about the one the memory is believed on: it is answered and not recorded.
    const [verified] =
      input.ref === undefined
        ? await applyChecks(db, { organization_id, actor: actorRef(actor), checks, now: now() })
        : [];
    const held = verified?.held ?? false;
    const results = new Map(
      checks
        .flatMap((check) => check.results)
        .filter(({ outdated }) => input.ref !== undefined || !outdated)
        .map((result) => [result.citation_id, result]),
    );
    const stored = await citationsOfMemories(db, { organization_id, memory_ids: [subject.id] });
    const citations = (stored.get(subject.id) ?? []).map((citation) => {
      const result = results.get(citation.id);
      const status = result?.status ?? citation.status;
      const facts = result?.facts ?? citation.facts;
      const confidence = result ? result.confidence : citation.confidence;
      const stands = holds(believed({ status, confidence: null, facts }));
      const path = result?.path ?? citation.path;
      return {
        id: citation.id,
        path,
        line_start: result?.line_start ?? citation.line_start,
        line_end: result?.line_end ?? citation.line_end,
        exists: holds(status) || status === "edited",
        status,
        facts: [...facts],
        confidence,
        content: result?.found_text ?? (holds(status) ? citation.snippet : null),
        error: stands ? null : (result?.reason ?? citation.reason),
      };
    });
    const believedOf = citations.map(believed);
    const valid_count = believedOf.filter(holds).length;
    const invalid_count = believedOf.filter((status) => status === "edited" || status === "missing").length;
    const unknown_count = citations.length - valid_count - invalid_count;
    audit({ subject_id: subject.id, detail: { valid_count, invalid_count, unknown_count } });
    return {
      stored: input.ref === undefined,
      reason: null,
      held,
      valid: held ? null : validityOf({ valid_count, invalid_count, unknown_count }),
      status: verified?.status ?? subject.status,
      citations,
      valid_count,
      invalid_count,
      unknown_count,
    };
  },
});

export const repositoryCheck = defineCommand(contract.repositoryCheck, {
  load: async ({ db, actor, input: { repository_id } }) => {
    const repository = await findRepositoryById(db, { ...tenantOf({ actor }), repository_id });
    if (!repository) throw noRepository();
    return repository;
  },
  authorize: (actor, repository) => maySeeRepository(actor, repository.id),
  write: async ({ db, actor, input, subject, now, audit }) => {
    const answer = await requestCheck(db, {
      ...tenantOf({ actor }),
      repository_id: subject.id,
      cause: "request",
      everything: true,
      ...(input.memory_ids && { memory_ids: [...new Set(input.memory_ids)] }),
      requested_by: actorRef(actor),
      now: now(),
    });
    if (!answer) throw noRepository();
    audit({ subject_id: subject.id, detail: { check_id: answer.run.id } });
    return { enqueued: answer.opened, repository_id: subject.id, check_id: answer.run.id };
  },
});

const noRepository = () => new AppError("not_found", "This repository does not exist.");

const BRANCHES = "refs/heads/";

const NO_COMMIT = /^0+$/;

export const repositoryPush = defineCommand(contract.repositoryPush, {
  load: async ({ db, actor, input: { repository: reference } }) =>
    (await findRepositoryByLocation(db, { ...tenantOf({ actor }), location: reference })) ??
    resolveRepository(db, { actor, reference, pointer: "/repository" }),
  authorize: (actor, repository) => maySeeRepository(actor, repository.id),
  write: async ({ db, actor, input, subject, now, audit }) => {
    const { ref, after, forced } = input;
    const repository_id = subject.id;
    audit({ subject_id: repository_id, detail: { ref, after, forced } });
    const nothing = (reason: "other_branch" | "branch_deleted" | "already_checked") => ({
      accepted: false,
      reason,
      repository_id,
      check_id: null,
    });
    const branch = ref.startsWith(BRANCHES) ? ref.slice(BRANCHES.length) : ref;
    // Before its first fetch nobody knows which branch is the default one; a check reads that one whatever was pushed.
    const other = subject.default_branch !== null && branch !== subject.default_branch;
    if (other || (ref.startsWith("refs/") && !ref.startsWith(BRANCHES))) return nothing("other_branch");
    if (NO_COMMIT.test(after)) return nothing("branch_deleted");
    const answer = await requestCheck(db, {
      ...tenantOf({ actor }),
      repository_id,
      cause: "push",
      commit: after,
      requested_by: actorRef(actor),
      now: now(),
    });
    if (!answer) return nothing("already_checked");
    return { accepted: true, reason: null, repository_id, check_id: answer.run.id };
  },
});

/** False as soon as one citation is wrong, true when all hold, null while some cannot be checked. */
function validityOf(counts: {
  valid_count: number;
  invalid_count: number;
  unknown_count: number;
}): boolean | null {
  if (counts.invalid_count > 0) return false;
  return counts.valid_count > 0 && counts.unknown_count === 0 ? true : null;
}
