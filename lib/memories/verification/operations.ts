import {
  beginningOf,
  type CheckResult,
  citationsOfMemories,
  findRepositoryById,
  findRepositoryByLocation,
  holds,
  type Repository,
  type VerifiedPlace,
  verifyPlaces,
} from "@/lib/citations";
import type { Citation } from "@/lib/citations/contract";
import { actorRef, maySeeRepository, tenantOf } from "@/lib/kernel/actor";
import type { OutputOf } from "@/lib/kernel/contract";
import { AppError, invalidField } from "@/lib/kernel/errors";
import { defineCommand, defineQuery } from "@/lib/runtime/operation";
import { compactVerified } from "../answers/compact-answers";
import type { Memory } from "../contract";
import * as contract from "../contract";
import { requestCheck } from "../jobs";
import { checkNow } from "../lifecycle/moves";
import { effectiveStatus } from "../lifecycle/transitions";
import { maySeeMemory } from "../policy";
import { resolveRepository } from "../search/filters";
import { loadMemory } from "../shared/loading";
import { applyChecks } from "./apply-checks";
import type { CleanChecks } from "./found-secrets";

type Verification = OutputOf<typeof contract.memoryVerifyCitations>;
type VerifiedCitation = Verification["citations"][number];

/** What is to be checked: the citations of a memory, or places of a repository. */
type Subject = { memory: Memory; repository: null } | { memory: null; repository: Repository };

export const memoryVerifyCitations = defineCommand(contract.memoryVerifyCitations, {
  compact: compactVerified,
  load: async ({ db, actor, input }): Promise<Subject> => {
    const { memory_id, repository: reference } = input;
    if (memory_id !== undefined)
      return { memory: await loadMemory({ db, actor, input: { memory_id } }), repository: null };
    if (reference === undefined) throw invalidField("/repository", "is missing; give it as owner/name");
    const repository = await resolveRepository(db, { actor, reference, pointer: "/repository" });
    return { memory: null, repository };
  },
  authorize: (actor, { memory, repository }) =>
    memory ? maySeeMemory(actor, memory) : maySeeRepository(actor, repository.id),
  prepare: async ({ db, actor, input, subject }): Promise<Prepared> => {
    const { ref, citations = [] } = input;
    if (subject.memory) return { checks: await checkNow(db, actor, subject.memory, ref), places: [] };
    const { repository } = subject;
    const { places } = await verifyPlaces(db, { ...tenantOf({ actor }), repository, citations, ref });
    return { checks: [], places };
  },
  write: async ({ db, actor, input, subject, prepared: { checks, places }, now, audit }) => {
    const { memory, repository } = subject;
    if (!memory) {
      const answer = { ...answerOf(places.map(toVerified)), stored: false, held: false, status: null };
      audit({ subject_id: repository.id, detail: countsOf(answer) });
      return answer;
    }
    const isRecorded = input.ref === undefined;
    const { organization_id } = actor;
    // Another branch says nothing about the one the memory is believed on: it is answered and not recorded.
    const [verified] = isRecorded
      ? await applyChecks(db, { organization_id, actor: actorRef(actor), checks, now: now() })
      : [];
    const held = verified?.held ?? false;
    const results = new Map(
      checks
        .flatMap((check) => check.results)
        .filter(({ outdated }) => !isRecorded || !outdated)
        .map((result) => [result.citation_id, result]),
    );
    const stored = await citationsOfMemories(db, { organization_id, memory_ids: [memory.id] });
    const citations = (stored.get(memory.id) ?? []).map((citation) =>
      citationAfter(citation, results.get(citation.id)),
    );
    const answer = answerOf(citations);
    audit({ subject_id: memory.id, detail: countsOf(answer) });
    return {
      ...answer,
      stored: isRecorded,
      held,
      valid: held ? null : answer.valid,
      status: verified?.status ?? memory.status,
    };
  },
});

type Prepared = { checks: CleanChecks[]; places: VerifiedPlace[] };

/** A citation as a check found it, or as it is on record where that says more. */
function citationAfter(citation: Citation, result: CheckResult | undefined): VerifiedCitation {
  const { status, confidence, stands_at, facts } = result ?? citation;
  const isSame = holds(effectiveStatus({ status, confidence: null, facts }));
  return {
    id: citation.id,
    path: result?.path ?? citation.path,
    line_start: result?.line_start ?? citation.line_start,
    line_end: result?.line_end ?? citation.line_end,
    exists: holds(status) || status === "edited",
    status,
    confidence,
    whitespace_changed: result?.whitespace_changed ?? false,
    stands_at,
    facts: [...facts],
    content: beginningOf(result?.found_text ?? null) ?? (holds(status) ? citation.snippet : null),
    error: isSame ? null : (result?.reason ?? citation.reason),
  };
}

function toVerified({ similarity: _, facts, ...place }: VerifiedPlace): VerifiedCitation {
  const { status } = place;
  return { ...place, facts: [...facts], id: null, exists: holds(status) || status === "edited" };
}

export const citationVerify = defineQuery(contract.citationVerify, {
  load: ({ db, actor, input: { repository: reference } }) =>
    resolveRepository(db, { actor, reference, pointer: "/repository" }),
  authorize: (actor, repository) => maySeeRepository(actor, repository.id),
  read: async ({ db, actor, input: { citations, ref }, subject: repository }) => {
    const { commit, places } = await verifyPlaces(db, { ...tenantOf({ actor }), repository, citations, ref });
    const answer = answerOf(places.map(toVerified));
    return {
      ...countsOf(answer),
      commit_sha: commit,
      valid: answer.valid,
      citations: answer.citations.map(({ id: _, ...citation }) => citation),
    };
  },
});

function answerOf(citations: VerifiedCitation[]) {
  const believedOf = citations.map(effectiveStatus);
  const valid_count = believedOf.filter(holds).length;
  const invalid_count = believedOf.filter((status) => status === "edited" || status === "missing").length;
  const counts = {
    valid_count,
    invalid_count,
    unknown_count: citations.length - valid_count - invalid_count,
  };
  return { ...counts, citations, reason: null, valid: validityOf(counts) };
}

function countsOf({ valid_count, invalid_count, unknown_count }: Counts): Counts {
  return { valid_count, invalid_count, unknown_count };
}

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

type Counts = { valid_count: number; invalid_count: number; unknown_count: number };

/** False as soon as one citation is wrong, true when all hold, null while some cannot be checked. */
function validityOf(counts: Counts): boolean | null {
  if (counts.invalid_count > 0) return false;
  if (counts.valid_count > 0 && counts.unknown_count === 0) return true;
  return null;
}
