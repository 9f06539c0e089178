import { type ChangedContext, changedContexts, changeText } from "@/lib/memories";
import { solvedBefore } from "@/lib/tasks";
import { cutAtWord } from "@/lib/text/cut";
import type { Context } from "../contract";
import { DELIVERED_BEFORE } from "../ledger/delivered";
import { budgetOf, counterFor } from "./budget";
import type { Judged } from "./choose";
import { toCheck, toItem, toViolation } from "./items";
import { flat, type Pack, writePack } from "./pack";
import { memoriesFor, type PackRequest } from "./request";
import { findRuleRates } from "./rule-rates";
import { REVIEWER } from "./sources";
import type { Stages } from "./stages";

const MAX_RULE_LINES = 3;
/** Most tasks show no error, and are not read for one. */
const MAY_SHOW_ERROR =
  /Error\b|Exception\b|\berror(?:\[|:| TS| CS)|\bpanic|Traceback|\bFAIL|Interrupt|\.go:\d/;
/** Characters of a failure's signature, and of what solved it. */
const MAX_SIGNATURE = 160;
const MAX_SOLUTION = 400;
/** Changed definitions that are shown of one memory. */
const MAX_CHANGES = 2;

/** What does not make this pack shorter than others: no model was ever configured, or only counting is affected. */
const HARMLESS = /^(?:tokenizer|ledger): |^embedding: no_model$/;

/** Lines of a pack that name no memory. */
type Lines = { rule_lines: string[]; failure_lines: string[] };

/** What a pack says beside its memories: of rules that are often rejected here, and of failures that were solved. */
export async function linesFor(request: PackRequest): Promise<Lines> {
  if (request.options.follows_up) return { rule_lines: [], failure_lines: [] };
  const [rule_lines, failure_lines] = await Promise.all([ruleLinesFor(request), failureLinesFor(request)]);
  return { rule_lines, failure_lines };
}

/** The pack of what was chosen for a request; what was missing by now is named in it. */
export async function writePackFor(
  request: PackRequest,
  { judged, lines }: { judged: readonly Judged[]; lines: Lines },
): Promise<Pack> {
  const { question, settings, agent_type, stages } = request;
  const { tokens, characters } = budgetOf({ agent_type, question, settings });
  const placed = (place: Judged["place"]) => judged.filter((one) => one.place === place);
  const served = placed("served");
  const changes = await changesFor(request, served);
  const parts = {
    items: served
      .filter(({ only_violated }) => !only_violated)
      .map((one) => ({ ...toItem(one), changed: changes.get(one.memory.id) })),
    violations: served.filter(({ only_violated }) => only_violated).map(toViolation),
    checks: placed("check_before_use").map(toCheck),
    ...lines,
    agent_type,
    developer: question.developer ?? null,
    missing: missingParts(stages),
    limits: { characters, tokens, count: counterFor(stages) },
  };
  return stages.time("writing", () => writePack(parts));
}

/** Changes of what memories rest on that this answer shows; it is written without them where they are not read in time. */
async function changesFor(
  { surroundings, stages }: PackRequest,
  served: readonly Judged[],
): Promise<Map<string, string[]>> {
  const { db, actor } = surroundings;
  const { organization_id } = actor;
  const memory_ids = served.map(({ memory }) => memory.id);
  const changes = await stages.run(
    "supports",
    () => changedContexts(db, { organization_id, memory_ids }),
    new Map<string, ChangedContext[]>(),
  );
  return new Map([...changes].map(([id, found]) => [id, found.slice(0, MAX_CHANGES).map(changeText)]));
}

/** For a reviewer, one line for each rule whose findings are often rejected in the changed files. */
async function ruleLinesFor(request: PackRequest): Promise<string[]> {
  const { surroundings, question, repository, settings, agent_type, stages, at } = request;
  if (agent_type !== REVIEWER || !repository || question.changed_files.length === 0) return [];
  const rates = await stages.run(
    "rules",
    () =>
      findRuleRates(surroundings.db, {
        where: memoriesFor(request),
        repositoryId: repository.id,
        changedFiles: question.changed_files,
        settings,
        now: at,
        limit: MAX_RULE_LINES,
      }),
    [],
  );
  return rates.map(({ text }) => text);
}

/** A line for each failure that was solved before and whose signature the task shows. */
async function failureLinesFor({ surroundings, question, stages }: PackRequest): Promise<string[]> {
  if (!MAY_SHOW_ERROR.test(question.task)) return [];
  const { db, actor } = surroundings;
  const solved = await stages.run("failures", () => solvedBefore(db, { actor, text: question.task }), []);
  return solved.map(({ signature, solution, fix_commit }) => {
    const commit = fix_commit === null ? "" : ` (commit ${fix_commit.slice(0, 12)})`;
    return `${cutAtWord(flat(signature), MAX_SIGNATURE)}: ${cutAtWord(flat(solution), MAX_SOLUTION)}${commit}`;
  });
}

/** What was missing for this answer and may have left memories out. */
const missingParts = ({ degraded }: Stages) => degraded.filter((part) => !HARMLESS.test(part));

export function outcomeOf({
  pack,
  judged,
  stages,
}: {
  pack: Pack;
  judged: readonly Judged[];
  stages: Stages;
}): Pick<Context, "outcome" | "reason"> {
  if (pack.tokens_of.size > 0 || pack.has_rules) return { outcome: "served", reason: null };
  const missing = missingParts(stages);
  if (missing.length > 0)
    return {
      outcome: "degraded",
      reason: `Nothing was found, but not everything could be read (${missing.join(", ")}).`,
    };
  const before = judged.some(({ reason }) => reason === DELIVERED_BEFORE);
  return {
    outcome: "empty",
    reason: before
      ? "All that is relevant was delivered in this session already."
      : "Nothing that is remembered is relevant to this task.",
  };
}
