import { createHash } from "node:crypto";
import { z } from "zod";
import { MAX_PROSE, MAX_TITLE } from "../../contract";
import { clip, type DraftItem, titleOf } from "./draft";

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
      region: z.object({ startLine: z.int().optional() }).optional(),
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
          .array(z.object({ location: z.object({ uri: z.string().optional() }).optional() }))
          .optional(),
        results: z.array(resultSchema).nullish(),
      }),
    )
    .max(100),
});
export type Sarif = z.output<typeof sarifSchema>;
type Run = Sarif["runs"][number];
type Result = z.output<typeof resultSchema>;

/**
 * Every result of every run as a draft:
 * - with an accepted suppression (accepted unless it says otherwise, §3.35.3) → reject, its justification as the reason;
 * - baselineState absent (it was there and is gone) → implement;
 * - what passed, does not apply or only informs is no finding and left out;
 * - everything else → defer: nobody decided yet.
 */
export function draftsOfSarif({ runs }: Sarif): DraftItem[] {
  return runs.flatMap((run) => (run.results ?? []).map((result) => draftOf(run, result)));
}

function draftOf(run: Run, result: Result): DraftItem {
  const rule = ruleOf(run, result);
  const rule_id = result.ruleId ?? result.rule?.id ?? rule?.id;
  const message = messageOf(result, rule);
  const { file_path, line } = placeOf(run, result);
  const decided = decide(result);
  const fix = result.fixes?.[0]?.description?.text;
  const rule_category = rule_id === undefined ? undefined : categoryOf(rule_id);
  return {
    item: {
      title: titleOf(message, MAX_TITLE),
      original_issue: clip(rule_id === undefined ? message : `${rule_id}: ${message}`, MAX_PROSE),
      ...(file_path === null ? {} : { file_path }),
      ...(line === null ? {} : { line }),
      ...(decided.reason === null ? {} : { reason: clip(decided.reason, MAX_PROSE) }),
      ...(fix === undefined ? {} : { suggested_fix: clip(fix, MAX_PROSE) }),
      ...(rule_category === undefined ? {} : { rule_category }),
    },
    disposition: decided.disposition,
    because: decided.because,
    key: keyOf(run, result, { rule_id, message, file_path }),
    url: rule?.helpUri !== undefined && /^https?:/.test(rule.helpUri) ? rule.helpUri : null,
    agent: clip(run.tool.driver.name, 100) || null,
  };
}

type Decided = Pick<DraftItem, "disposition" | "because"> & { reason: string | null };

const NO_FINDING = new Set(["pass", "notApplicable", "informational"]);

function decide({ suppressions, baselineState, kind = "fail" }: Result): Decided {
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
    disposition: "defer",
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

/** Path from the root of the repository and line; null where the location is elsewhere or missing. */
function placeOf(
  { artifacts }: Run,
  { locations }: Result,
): { file_path: string | null; line: number | null } {
  const place = locations?.[0]?.physicalLocation;
  const artifact = place?.artifactLocation;
  const uri =
    artifact?.uri ?? (artifact?.index === undefined ? undefined : artifacts?.[artifact.index]?.location?.uri);
  const file_path = uri === undefined ? null : pathOf(uri);
  const line = place?.region?.startLine ?? null;
  return { file_path, line: file_path !== null && line !== null && line >= 1 ? line : null };
}

function pathOf(uri: string): string | null {
  // An absolute address is a place on the machine that scanned, not in the repository.
  if (/^[A-Za-z][A-Za-z0-9+.-]*:/.test(uri) || uri.startsWith("/")) return null;
  const decoded = decode(uri).replace(/^(\.\/)+/, "");
  const outside = decoded.split("/").includes("..") || decoded.includes("\\") || decoded.includes("\u0000");
  if (decoded === "" || decoded.length > 1000 || outside) return null;
  return decoded;
}

function decode(uri: string): string {
  try {
    return decodeURIComponent(uri);
  } catch {
    return uri;
  }
}

/** A tool's rule as a category: `no-unused-vars` → `no_unused_vars`; undefined when nothing is left of it. */
export function categoryOf(rule_id: string): string | undefined {
  const name = rule_id
    .replace(/([a-z0-9])([A-Z])/g, "$1_$2")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "_")
    .replace(/^[^a-z]+|_+$/g, "")
    .slice(0, 60);
  if (name === "") return undefined;
  return name;
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
