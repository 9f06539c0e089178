import { createHash } from "node:crypto";
import { z } from "zod";
import { MAX_PROSE, MAX_TITLE } from "../../contract";
import { ruleOfId } from "../../rules/rule-ids";
import { clip, type DraftItem, titleOf } from "./draft";
import { type Artifact, createPathFinder, type RepositoryFiles } from "./sarif-places";

/**
 * SARIF 2.1.0 (OASIS, 27 March 2020), as far as it says what was found and what people decided about it. What the schema
 * does not need here may be anything: tools write more than the standard asks for.
 */

const textSchema = z.object({ text: z.string().optional() }).nullish();
const messageSchema = z.object({
  text: z.string().optional(),
  markdown: z.string().optional(),
  id: z.string().optional(),
  arguments: z.array(z.string()).optional(),
});
const ruleSchema = z.object({
  id: z.string().optional(),
  name: z.string().optional(),
  shortDescription: textSchema,
  fullDescription: textSchema,
  helpUri: z.string().optional(),
  messageStrings: z.record(z.string(), z.object({ text: z.string().optional() })).optional(),
});
const locationSchema = z.object({
  physicalLocation: z
    .object({
      artifactLocation: z
        .object({ uri: z.string().optional(), uriBaseId: z.string().optional(), index: z.int().optional() })
        .optional(),
      region: z.object({ startLine: z.int().optional(), startColumn: z.int().optional() }).optional(),
    })
    .optional(),
});
const resultSchema = z.object({
  ruleId: z.string().optional(),
  ruleIndex: z.int().optional(),
  rule: z.object({ id: z.string().optional(), index: z.int().optional() }).optional(),
  kind: z.string().optional(),
  level: z.string().optional(),
  message: messageSchema,
  locations: z.array(locationSchema).optional(),
  guid: z.string().optional(),
  fingerprints: z.record(z.string(), z.string()).optional(),
  partialFingerprints: z.record(z.string(), z.string()).optional(),
  baselineState: z.string().optional(),
  suppressions: z
    .array(
      z.object({
        kind: z.string().optional(),
        status: z.string().optional(),
        justification: z.string().optional(),
      }),
    )
    .nullish(),
  fixes: z.array(z.object({ description: messageSchema.optional() })).optional(),
});
export const sarifSchema = z.object({
  version: z.literal("2.1.0", { error: "must be SARIF 2.1.0; convert older files first" }),
  runs: z
    .array(
      z.object({
        tool: z.object({
          driver: z.object({ name: z.string(), rules: z.array(ruleSchema).optional() }),
        }),
        artifacts: z
          .array(
            z.object({
              location: z.object({ uri: z.string().optional(), uriBaseId: z.string().optional() }).optional(),
            }),
          )
          .optional(),
        originalUriBaseIds: z
          .record(z.string(), z.object({ uri: z.string().optional(), uriBaseId: z.string().optional() }))
          .optional(),
        results: z.array(resultSchema).nullish(),
      }),
    )
    .max(100),
});
export type Sarif = z.output<typeof sarifSchema>;
type Run = Sarif["runs"][number];
type Result = z.output<typeof resultSchema>;

export type SarifReading = {
  /** Whether results that nobody decided on are findings too; they count as flagged and not as rejected. */
  include_open: boolean;
  /** The repository's folder on the machine that scanned, if the caller knows it. */
  root: string | null;
  /** The files of the repository; null where it cannot be read. */
  files: RepositoryFiles | null;
};

/**
 * Every result of every run as a draft:
 * - with an accepted suppression (accepted unless it says otherwise, §3.35.3) → reject, its justification as the reason;
 * - baselineState absent (it was there and is gone) → implement;
 * - what passed, does not apply or only informs is no finding and left out;
 * - everything else is open, as nobody decided yet → defer if asked for, else left out.
 */
export function draftsOfSarif({ runs }: Sarif, { include_open, root, files }: SarifReading): DraftItem[] {
  return runs.flatMap((run) => {
    const results = run.results ?? [];
    const artifacts = results.map((result) => artifactOf(run, result) ?? {});
    const bases = run.originalUriBaseIds ?? {};
    const findPath = createPathFinder(artifacts, { bases, root, files });
    const drafts = results.map((result) => draftOf({ run, result, findPath, include_open }));
    return apartByColumn(drafts, results);
  });
}

/** Results that differ in their columns alone are several findings; the first has the key that it had without a column. */
function apartByColumn(drafts: readonly DraftItem[], results: readonly Result[]): DraftItem[] {
  const first = new Map<string, number | undefined>();
  return drafts.map((draft, index) => {
    const { guid, locations } = results[index] ?? {};
    const column = locations?.[0]?.physicalLocation?.region?.startColumn;
    if (!first.has(draft.key)) first.set(draft.key, column);
    if (guid !== undefined || column === undefined || column === first.get(draft.key)) return draft;
    return { ...draft, key: `${draft.key} column ${column}` };
  });
}

function draftOf({
  run,
  result,
  findPath,
  include_open,
}: {
  run: Run;
  result: Result;
  findPath: (artifact: Artifact) => string | null;
  include_open: boolean;
}): DraftItem {
  const rule = ruleOf(run, result);
  const rule_id = result.ruleId ?? result.rule?.id ?? rule?.id;
  const message = messageOf(result, rule);
  const artifact = artifactOf(run, result);
  const file_path = artifact && findPath(artifact);
  const line = file_path === null ? null : lineOf(result);
  const decided = decide(result, include_open);
  const fix = result.fixes?.[0]?.description?.text;
  const rule_category = rule_id === undefined ? undefined : ruleOfId(rule_id, run.tool.driver.name);
  return {
    item: {
      title: titleOf(message, MAX_TITLE),
      original_issue: clip(rule_id === undefined ? message : `${rule_id}: ${message}`, MAX_PROSE),
      file_path: file_path ?? undefined,
      line: line ?? undefined,
      ...(decided.reason !== null && { reason: clip(decided.reason, MAX_PROSE) }),
      ...(fix !== undefined && { suggested_fix: clip(fix, MAX_PROSE) }),
      rule_category,
    },
    disposition: decided.disposition,
    because: file_path === null && artifact?.uri ? `${decided.because} ${NO_PLACE}` : decided.because,
    key: keyOf(run, result, { rule_id, message, file_path }),
    url: rule?.helpUri !== undefined && /^https?:/.test(rule.helpUri) ? rule.helpUri : null,
    agent: clip(run.tool.driver.name, 100) || null,
  };
}

type Decided = Pick<DraftItem, "disposition" | "because"> & { reason: string | null };

const NO_PLACE = "Its path is no file of the repository: name the folder that was scanned as root.";

const NO_FINDING = new Set(["pass", "notApplicable", "informational"]);

function decide({ suppressions, baselineState, kind = "fail" }: Result, include_open: boolean): Decided {
  if (NO_FINDING.has(kind))
    return { disposition: null, because: `Its kind is ${kind}: it is no finding.`, reason: null };
  const accepted = suppressions?.find(({ status = "accepted" }) => status === "accepted");
  if (accepted) {
    const justification = accepted.justification?.trim();
    return {
      disposition: "reject",
      because: justification
        ? "It is suppressed, with a justification."
        : "It is suppressed, without a justification.",
      reason: justification || "Suppressed without a justification.",
    };
  }
  if (baselineState === "absent")
    return {
      disposition: "implement",
      because: "It was in the baseline and is gone: it was fixed.",
      reason: null,
    };
  const asked = suppressions?.find(({ status }) => status === "underReview");
  return {
    disposition: include_open ? "defer" : null,
    because: asked ? "Its suppression is still under review." : "It is open: neither suppressed nor fixed.",
    reason: null,
  };
}

function ruleOf({ tool }: Run, { ruleIndex, rule, ruleId }: Result) {
  const rules = tool.driver.rules ?? [];
  const index = ruleIndex ?? rule?.index;
  return (
    (index === undefined ? undefined : rules[index]) ??
    rules.find(({ id }) => id !== undefined && id === ruleId)
  );
}

function messageOf({ message }: Result, rule: ReturnType<typeof ruleOf>): string {
  const template = message.id === undefined ? undefined : rule?.messageStrings?.[message.id]?.text;
  const text = message.text ?? template ?? message.markdown ?? rule?.shortDescription?.text ?? "";
  return text.replace(
    /\{(\d+)\}/g,
    (placeholder, index) => message.arguments?.[Number(index)] ?? placeholder,
  );
}

/** Where the first location of a result says it is; null where it says nothing. */
function artifactOf({ artifacts }: Run, { locations }: Result): Artifact | null {
  const artifact = locations?.[0]?.physicalLocation?.artifactLocation;
  if (artifact?.uri !== undefined || artifact?.index === undefined) return artifact ?? null;
  return artifacts?.[artifact.index]?.location ?? null;
}

function lineOf({ locations }: Result): number | null {
  const line = locations?.[0]?.physicalLocation?.region?.startLine ?? 0;
  return line >= 1 ? line : null;
}

function keyOf(
  { tool }: Run,
  { guid, fingerprints, partialFingerprints, locations }: Result,
  found: { rule_id: string | undefined; message: string; file_path: string | null },
): string {
  const prints = Object.entries({ ...partialFingerprints, ...fingerprints }).sort();
  const line = locations?.[0]?.physicalLocation?.region?.startLine ?? 0;
  const identity =
    guid ?? (prints.length > 0 ? JSON.stringify([prints, found]) : JSON.stringify([found, line]));
  return `sarif:${createHash("sha256").update(`${tool.driver.name}\n${identity}`).digest("hex")}`;
}
