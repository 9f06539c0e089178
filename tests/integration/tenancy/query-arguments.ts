import { createHash } from "node:crypto";
import type { TableShape } from "@/lib/db/sql/exchange";
import { lookUpLatest } from "@/lib/db/sql/pack-sources";
import { newId } from "@/lib/kernel/ids";
import { MOMENT, TEXT } from "./filled-organization";
import type { QueryFunction, Shape } from "./query-functions";

export type Caller = { organization_id: string; id: string; columns: ReadonlyMap<string, string> };

const LONG_AGO = new Date("2000-01-01T00:00:00.000Z");
const LAST_DAY = "2100-01-01";
const FAR_AHEAD = new Date("2100-01-01T00:00:00.000Z");
const BEGINS = /(?:^|_)(?:since|from|after|start|middle)$/;
const ENDS = /(?:^|_)(?:before|to|until|end)$/;
const IDS = /^(?:ids?|one|other|into)$/;
const NAMED_IDS = /_ids?$/;

/** The type of every column, by its name; a name that several tables have with several types is left out. */
export function columnTypes(shapes: ReadonlyMap<string, TableShape>): Map<string, string> {
  const types = new Map<string, string>();
  for (const { columns } of shapes.values()) for (const { name, type } of columns) types.set(name, type);
  return types;
}

/** Whether a call says which organization it is for. */
export function namesOrganization(shape: Shape): boolean {
  if (shape.is !== "object") return false;
  return "organization_id" in shape.fields || Object.values(shape.fields).some(namesOrganization);
}

/** Arguments that name what the filled organization has, in the name of another. */
export function argumentsOf(query: QueryFunction, caller: Caller): unknown[] {
  const written = WRITTEN[query.name.slice("lib/".length)];
  const values = query.parameters.map((shape) => argument(shape, "", caller));
  if (!written) return values;
  const [first, ...rest] = values;
  return [{ ...(first as object), ...written(caller) }, ...rest];
}

function argument(shape: Shape, name: string, caller: Caller): unknown {
  switch (shape.is) {
    case "object":
      return Object.fromEntries(
        Object.entries(shape.fields).map(([field, of]) => [field, argument(of, field, caller)]),
      );
    case "list":
      return [argument(shape.of, name, caller)];
    case "word":
      return shape.word;
    case "string":
      return textOf(name, caller);
    case "number":
      return /limit|most|max|^top$/.test(name) ? 50 : 1;
    case "boolean":
      return false;
    case "date":
      return momentOf(name);
    case "vector":
      return new Float32Array(8).fill(0.5);
    case "bytes":
      return new Uint8Array(8);
    case "null":
      return null;
    case "unknown":
      return {};
  }
}

function textOf(name: string, { organization_id, id, columns }: Caller): string {
  if (name === "organization_id") return organization_id;
  if (/_at$/.test(name) || BEGINS.test(name) || ENDS.test(name) || name === "at")
    return momentOf(name).toISOString();
  if (IDS.test(name)) return id;
  if (name === "outcome") return "served";
  const type = columns.get(name) ?? columns.get(name.replace(/s$/, ""));
  if (NAMED_IDS.test(name) && type !== "text") return id;
  return TEXT;
}

function momentOf(name: string): Date {
  if (BEGINS.test(name)) return LONG_AGO;
  if (ENDS.test(name)) return FAR_AHEAD;
  return new Date(MOMENT);
}

const MEMORY_TABLE = { table: "memory", column: "id", type: "uuid", key: ["id"], columns: ["id"] };
const NAMED_IN = { table: "review", names: ["developer"] };
const ID_COLUMN = { name: "id", type: "uuid", nullable: false };

/** What is asked of the inbox: the kind whose condition the texts of the filled organization meet. */
const inboxWhere = ({ organization_id, id }: Caller) => ({
  organization_id,
  person_id: id,
  kinds: ["unclassified"],
  repository_id: null,
  assignee: null,
  snoozed: false,
});

/** What the types do not say of single arguments. */
const WRITTEN: Readonly<Record<string, (caller: Caller) => Record<string, unknown>>> = {
  "db/sql/finding-counts.ts#openRejectedFindingIds": ({ id }) => ({
    shares: [{ rule_category: TEXT, skill: TEXT, repository_id: id }],
  }),
  "db/sql/finding-folders.ts#countFindingsBelow": () => ({ prefix: "" }),
  "citations/causes/queries.ts#storeCause": () => ({
    verdict: { status_since: new Date(MOMENT), anchor_blob_oid: TEXT, anchor_line_start: 1 },
  }),
  "citations/drift/queries.ts#listCoverage": () => ({ folder: "", agent: null }),
  "citations/drift/queries.ts#listVerdictChanges": () => ({ agent: null }),
  "db/sql/drift.ts#findVerdictChanges": () => ({ agent: null }),
  "access/agents/queries.ts#insertAgentKey": () => ({ key_hash: newId(), permissions: [] }),
  "access/agents/queries.ts#findKeysMadeBy": ({ id }) => ({ person_id: id }),
  "access/leftovers/queries.ts#deleteLinksAndInvitations": ({ id }) => ({ links: [TEXT], invitations: [id] }),
  "access/audit/queries.ts#isInAuditAt": () => ({
    actor_id: TEXT,
    operation: TEXT,
    subject_id: TEXT,
    at: new Date(MOMENT),
  }),
  "access/logins/queries.ts#reopenLogin": ({ id }) => ({ login_id: id, ruled_by_provider: false }),
  "access/members/queries.ts#claimGitAuthors": () => ({ git_authors: ["okapi"] }),
  "citations/repositories/queries.ts#markRepositoryChecked": () => ({ commit: "okapi" }),
  "db/sql/persons.ts#retitleNotifications": () => ({ name: "okapi", person_id: TEXT }),
  "access/agents/queries.ts#inheritKeys": ({ id }) => ({ from: id, to: newId() }),
  "access/agents/queries.ts#replaceAgentKey": () => ({ replaced_by: newId() }),
  "access/invitations/queries.ts#insertInvitation": ({ id }) => ({ invited_by: id }),
  "access/invitations/queries.ts#invitationsOf": ({ id }) => ({ invited_by: id }),
  "access/connections/queries.ts#insertConnection": () => ({ connection_id: newId() }),
  "access/connections/queries.ts#replaceSealed": () => ({ before: TEXT, after: "giraffe" }),
  "access/views/queries.ts#findNames": ({ id }) => ({ owner_id: id }),
  "access/views/queries.ts#dropDefaultsOfOthers": () => ({ person_id: newId() }),
  "access/audit/queries.ts#isInAudit": () => ({ person_id: TEXT }),
  "db/sql/audit.ts#insertSealedCheckpoint": ({ id }) => ({ id: newId(), from: id }),
  "reviews/findings/queries.ts#clearFindingsAddressed": ({ id }) => ({ version_id: id }),
  "db/sql/persons.ts#countOfPerson": () => NAMED_IN,
  "db/sql/persons.ts#selectOfPerson": () => NAMED_IN,
  "db/sql/persons.ts#deleteOfPerson": () => NAMED_IN,
  "db/sql/persons.ts#replaceNames": () => NAMED_IN,
  "db/sql/persons.ts#findMemoriesOfPerson": () => ({ person_id: TEXT, written: true }),
  "db/sql/persons.ts#eraseRemains": ({ id }) => ({ person_id: id }),
  "access/audit/live-queries.ts#findEntriesAfter": () => ({ after: "00000000-0000-7000-8000-000000000000" }),
  "db/sql/inbox.ts#findInboxItems": (caller) => ({ where: inboxWhere(caller), after: null }),
  "db/sql/inbox.ts#countInboxItems": (caller) => ({ where: inboxWhere(caller) }),
  "db/sql/inbox.ts#countInbox": () => ({ kinds: ["unclassified"] }),
  "db/sql/inbox.ts#findInboxTitles": () => ({ kind: "unclassified" }),
  "db/sql/inbox.ts#findArrivals": () => ({ kinds: ["unclassified"] }),
  "db/sql/memory-as-of.ts#findArrivals": () => ({ types: ["created"] }),
  "inbox/comments/queries.ts#listInboxComments": () => ({ kind: "drift" }),
  "inbox/comments/queries.ts#findCommenters": () => ({ kind: "drift" }),
  "inbox/items/queries.ts#findAssignee": () => ({ kind: "drift" }),
  "inbox/items/queries.ts#findSnoozes": ({ id }) => ({
    items: [{ kind: "drift", subject_id: id }],
    now: LONG_AGO,
  }),
  "inbox/items/queries.ts#putSnoozes": ({ id }) => ({ items: [{ kind: "drift", subject_id: id }] }),
  "inbox/items/queries.ts#putAssignments": ({ id }) => ({ items: [{ kind: "drift", subject_id: id }] }),
  "notifications/feed/queries.ts#releaseDue": () => ({ now: FAR_AHEAD }),
  "notifications/webhooks/queries.ts#replaceSealedWebhook": () => ({ sealed_url: "another" }),
  "db/sql/suspicious-heads.ts#countServed": ({ id }) => ({ besides: [id] }),
  "skills/proposals/queries.ts#hasOpenProposal": () => ({ intents: {}, except_id: newId() }),
  "access/organizations/example-queries.ts#putExampleProgress": () => ({ while_state: "playing" }),
  "db/sql/organizations.ts#deleteRowsOf": () => ({ tables: ["agent_refusal"] }),
  "db/sql/exchange.ts#countRows": () => MEMORY_TABLE,
  "db/sql/exchange.ts#selectRows": ({ id }) => ({
    ...MEMORY_TABLE,
    shape: { columns: [ID_COLUMN], key: ["id"], references: [] },
    before: id.replace(/^./, "f"),
  }),
  "db/sql/exchange.ts#findPresent": ({ id }) => ({ ...MEMORY_TABLE, values: [id] }),
  "db/sql/exchange.ts#insertRows": ({ id }) => ({
    table: "agent",
    key: ["id"],
    columns: ["id", "name", "agent_type", "created_at"],
    rows: [{ id, name: TEXT, agent_type: TEXT, created_at: LONG_AGO }],
  }),
  "db/sql/exchange.ts#findKeys": ({ id }) => ({ ...MEMORY_TABLE, rows: [{ id }] }),
  "db/sql/exchange.ts#findByNature": ({ id }) => ({
    table: "agent",
    natural: ["name"],
    rows: [{ id, name: TEXT }],
  }),
  "db/sql/exchange.ts#fillColumn": ({ id }) => ({
    table: "memory",
    column: "superseded_by",
    values: [{ id, value: id }],
  }),
  "db/sql/exchange.ts#renameSources": ({ id }) => ({
    source_kind: "finding",
    names: new Map([[TEXT, id]]),
  }),
  "db/sql/relevance-learning.ts#replaceLearning": () => ({
    rows: [
      {
        model: TEXT,
        shift: -0.5,
        reported: 1,
        inferred: 1,
        expected: 1,
        right_count: 1,
        learned_at: LONG_AGO,
      },
    ],
  }),
  "db/sql/supports.ts#writeSupportChecks": ({ id }) => ({
    checks: [
      {
        id,
        status: "edited",
        facts: [],
        confidence: 0.5,
        reason: TEXT,
        is_edited: true,
        seen_blob_oid: TEXT,
        found_path: TEXT,
        found_blob_oid: TEXT,
        found_line_start: 1,
        found_line_end: 1,
        found_text: TEXT,
        found_sha256: TEXT,
        symbol_path: null,
        anchor_commit: null,
        anchor_blob_oid: null,
        anchor_path: null,
        anchor_line_start: null,
        anchor_line_end: null,
        was_path: TEXT,
        was_blob_oid: TEXT,
        was_line_start: 1,
        was_line_end: 1,
        was_checked_commit: TEXT,
      },
    ],
  }),
  "db/sql/unchanged-citations.ts#unchangedCitations": () => ({
    commit: "another",
    files: [{ path: TEXT, blob_oid: TEXT }],
  }),
  "db/sql/unchanged-citations.ts#writeUnchanged": ({ id }) => ({
    commit: "another",
    files: [{ path: TEXT, blob_oid: TEXT }],
    checks: [{ id: newId(), citation_id: id, was_commit: TEXT }],
  }),
  "db/sql/search.ts#putEmbedding": () => ({ embedder: { id: TEXT, dimensions: 8 } }),
  "db/sql/search.ts#searchVectors": () => ({ embedder: { id: TEXT, dimensions: 8 } }),
  "db/sql/search.ts#searchSimilar": () => ({ embedder: { id: TEXT, dimensions: 8 } }),
  "db/sql/pack-candidates.ts#similarityOf": () => ({ embedder: { id: TEXT, dimensions: 8 } }),
  "db/sql/insert-rows.ts#insertTableRows": ({ id }) => ({
    table: "agent",
    rows: [{ id, name: `${TEXT} too`, agent_type: TEXT, created_at: LONG_AGO }],
  }),
  "db/sql/recall.ts#insertRecall": ({ id }) => ({
    recall: {
      id,
      at: LONG_AGO,
      door: TEXT,
      actor_kind: "agent",
      actor_id: TEXT,
      actor_name: TEXT,
      task: TEXT,
      question: {},
      category: TEXT,
      settings: {},
      outcome: "served",
      pack: TEXT,
      tokens: 1,
      characters: 1,
      candidate_count: 1,
      served_count: 1,
      unchecked_count: 0,
      latency_ms: 1,
      stages: [],
      degraded: [],
    },
    candidates: [],
    events: [],
  }),
  "db/sql/reviews.ts#insertFindingRows": ({ id }) => ({
    rows: [
      {
        id,
        review_id: id,
        number: 7,
        title: TEXT,
        file_path: TEXT,
        file_pattern: TEXT,
        rule_category: TEXT,
        disposition: "reject",
        found_at: LONG_AGO,
        created_at: LONG_AGO,
      },
    ],
  }),
  "db/sql/reviews.ts#insertImportItemRows": () => ({
    rows: [
      {
        position: 7,
        label: TEXT,
        key: TEXT,
        state: "draft",
        because: TEXT,
        body_sha256: TEXT,
        findings: 1,
        body: {},
      },
    ],
  }),
  "db/sql/pack-sources.ts#lookUp": ({ organization_id }) => ({
    lookups: [
      {
        name: "latest",
        rows: lookUpLatest({
          where: { organization_id, visible_repository_ids: null, asking_agent: null, deleted: false },
          limit: 50,
        }),
      },
    ],
  }),
  "db/sql/solutions.ts#searchSolutionVectors": ({ organization_id }) => ({
    searched: "solution_pattern",
    where: { organization_id, visible_repository_ids: null, statuses: ["active"] },
    embedder: { id: TEXT, dimensions: 8 },
  }),
  "db/sql/solutions.ts#searchSolutionWords": ({ organization_id }) => ({
    searched: "solution_pattern",
    where: { organization_id, visible_repository_ids: null, statuses: ["active"] },
  }),
  "db/sql/solutions.ts#findUnembeddedSolutions": () => ({ embedder_id: "giraffe" }),
  "db/sql/solutions.ts#putSolutionVector": () => ({ embedder: { id: "giraffe", dimensions: 8 } }),
  "db/sql/solution-figures.ts#countPlanningSearches": () => ({ visible_repository_ids: null }),
  "db/sql/solution-figures.ts#countRepositoriesOf": () => ({
    visible_repository_ids: null,
    signature_sha256s: [createHash("sha256").update(TEXT).digest("hex")],
  }),
  "tasks/ci-results/queries.ts#findAnswer": () => ({ run_id: TEXT }),
  "tasks/failures/passed-queries.ts#markPassed": () => ({ at: FAR_AHEAD, commit: "giraffe" }),
  "tasks/patterns/queries.ts#findCitedPatterns": () => ({ after: null }),
  "tasks/patterns/queries.ts#movePattern": () => ({ from: "active", to: "drifted" }),
  "tasks/patterns/queries.ts#findPatternByTemplate": ({ id }) => ({ repository_id: id }),
  "tasks/tasks/queries.ts#findTaskByClientId": ({ id }) => ({ repository_id: id }),
  "tasks/tasks/queries.ts#updateTask": () => ({ status: "failed" }),
  "tasks/tasks/queries.ts#putIterations": () => ({
    iterations: [{ number: 1, phase: "planning", patterns_found: 9, patterns_used: [], output: TEXT }],
  }),
  "tasks/tasks/queries.ts#insertSearch": ({ id }) => ({
    repository_id: id,
    task_record_id: id,
    phase: "planning",
  }),
  "memories/memory/change-queries.ts#takeObservations": () => ({ count: 0 }),
  "memories/suggestions/queries.ts#setUndoEvent": () => ({ event_id: newId() }),
  "memories/supports/opinion-queries.ts#storeOpinion": () => ({
    found_sha256: TEXT,
    opinion: { holds: true, quote: TEXT, reason: TEXT, model: TEXT },
  }),
  "conversations/extraction/queries.ts#claimDay": () => ({ now: FAR_AHEAD }),
  "conversations/extraction/queries.ts#failDay": ({ id }) => ({ claim: id }),
  "conversations/extraction/queries.ts#findDue": () => ({ day: LAST_DAY, now: FAR_AHEAD }),
  "conversations/extraction/queries.ts#finishDay": ({ id }) => ({ claim: id }),
  "conversations/extraction/queries.ts#extendClaim": ({ id }) => ({ claim: id }),
  "conversations/extraction/queries.ts#markRead": ({ id }) => ({ lines: [{ id, corrected_at: null }] }),
  "conversations/logs/queries.ts#deleteDaysBefore": () => ({ day: LAST_DAY }),
  "conversations/logs/queries.ts#countDaysBefore": () => ({ day: LAST_DAY }),
  "conversations/logs/queries.ts#placeOfPart": () => ({ after: 0 }),
  "conversations/logs/queries.ts#listLines": () => ({ after: 0 }),
  "conversations/synthesis/queries.ts#finishWeek": ({ id }) => ({ claim: id }),
  "conversations/synthesis/queries.ts#releaseWeek": ({ id }) => ({ claim: id }),
  "memories/supports/queries.ts#setUndoEvent": () => ({ event_id: newId() }),
  "memories/memory/rows.ts#insertMemoryRows": ({ id }) => ({
    rows: [
      {
        id,
        kind: "fact",
        scope: "global",
        statement: TEXT,
        created_by_kind: "person",
        created_by_id: TEXT,
        created_by_name: TEXT,
        quality: 0.5,
        source_kind: "api",
        duplicate_sha256: TEXT,
        search_text: TEXT,
        search_length: 1,
      },
    ],
  }),
  "sessions/learning/queries.ts#insertReading": () => ({
    actor: {
      kind: "agent",
      id: TEXT,
      name: TEXT,
      permissions: new Set(),
      repository_ids: null,
      agent_types: null,
    },
  }),
};
