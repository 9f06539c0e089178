"use client";

import type { ReactNode } from "react";
import { CodeBlock } from "@/components/ui/code-block";
import { useMessages } from "@/components/ui/messages";
import { visible } from "@/components/ui/visible";
import type { Memory, MemoryKind } from "@/lib/memories/contract";
import { memoryDetails } from "@/messages/compiled/memory-details";
import type { PlainKey } from "@/messages/message";

type Shape = "text" | "code" | "list";
type Field = readonly [key: string, label: PlainKey<typeof memoryDetails>, shape?: Shape];

/** What each kind carries, in the order in which it is read. What is not named here is shown below as free metadata. */
const FIELDS: Record<MemoryKind, readonly Field[]> = {
  convention: [
    ["subject", "field_subject"],
    ["fact", "field_fact"],
    ["reason", "field_reason"],
  ],
  decision: [
    ["reasoning", "field_reasoning"],
    ["trade_offs", "field_trade_offs"],
  ],
  procedure: [],
  anti_pattern: [["instead", "field_instead"]],
  error_solution: [
    ["error", "field_error", "code"],
    ["solution", "field_solution"],
  ],
  rejection_pattern: [
    ["pattern_description", "field_pattern"],
    ["rejection_reason", "field_rejection_reason"],
    ["evidence", "field_evidence"],
    ["original_issue", "field_original_issue"],
    ["rule_category", "field_rule", "code"],
    ["file_pattern", "field_files", "code"],
    ["file_path", "field_seen_in", "code"],
    ["line", "field_line"],
  ],
  framework_knowledge: [
    ["framework", "field_framework"],
    ["pattern_name", "field_pattern"],
    ["description", "field_description"],
    ["correct_usage", "field_correct_usage", "code"],
    ["common_mistakes", "field_common_mistakes", "list"],
    ["source", "field_source"],
  ],
  developer_preference: [
    ["developer_id", "field_developer"],
    ["preference_type", "field_about"],
    ["preference_value", "field_prefers"],
    ["confidence", "field_confidence"],
    ["observation_count", "field_times_observed"],
  ],
  review_outcome: [
    ["verdict", "field_verdict"],
    ["code_summary", "field_code"],
    ["issue_summary", "field_issues"],
    ["key_findings", "field_key_findings", "list"],
    ["workflow_id", "field_workflow", "code"],
  ],
  fact: [
    ["agent", "field_agent"],
    ["date", "field_on"],
    ["source", "field_source"],
  ],
};

const isEmpty = (value: unknown) =>
  value === undefined || value === null || value === "" || (Array.isArray(value) && value.length === 0);

function Value({ value, shape }: { value: unknown; shape: Shape }): ReactNode {
  const t = useMessages(memoryDetails);
  if (Array.isArray(value) && value.every((item) => typeof item === "string"))
    return (
      <ul className="list-disc pl-4 marker:text-muted-foreground">
        {value.map((item) => (
          <li key={item} dir="auto" className="wrap-anywhere">
            {visible(item)}
          </li>
        ))}
      </ul>
    );
  if (typeof value === "string") {
    if (shape === "code")
      return value.includes("\n") ? (
        <CodeBlock code={value} label={t("stored_code")} />
      ) : (
        <code className="break-all text-xs">{value}</code>
      );
    return (
      <span dir="auto" className="whitespace-pre-line wrap-anywhere">
        {visible(value)}
      </span>
    );
  }
  if (typeof value === "number" || typeof value === "boolean") return String(value);
  return <CodeBlock code={JSON.stringify(value, null, 2)} label={t("structured")} />;
}

/** A list of terms and what they say; the grid of every list of facts on the page of a memory. */
export function Facts({ children }: { children: ReactNode }) {
  return (
    <dl className="grid grid-cols-[minmax(6.5rem,auto)_minmax(0,1fr)] gap-x-4 gap-y-1.5 text-sm">
      {children}
    </dl>
  );
}

export function Fact({ label, children }: { label: ReactNode; children: ReactNode }) {
  return (
    <div className="contents">
      <dt className="text-muted-foreground">{label}</dt>
      <dd className="min-w-0 wrap-anywhere">{children}</dd>
    </div>
  );
}

/** What a memory carries as one of its kind, then whatever else it was given. */
export function KindDetails({ memory }: { memory: Pick<Memory, "kind" | "metadata" | "statement"> }) {
  const t = useMessages(memoryDetails);
  const said = new Set<unknown>([memory.statement]);
  const fields = FIELDS[memory.kind].filter(([key]) => {
    const value = memory.metadata[key];
    if (isEmpty(value) || said.has(value)) return false;
    // Reviews without more to tell give a reason as its own evidence; a text is shown once.
    if (typeof value === "string" && value.includes(" ")) said.add(value);
    return true;
  });
  const named = new Set(FIELDS[memory.kind].map(([key]) => key));
  const free = Object.entries(memory.metadata).filter(([key, value]) => !named.has(key) && !isEmpty(value));
  if (fields.length === 0 && free.length === 0) return null;
  return (
    <Facts>
      {fields.map(([key, label, shape]) => (
        <Fact key={key} label={t(label)}>
          <Value value={memory.metadata[key]} shape={shape ?? "text"} />
        </Fact>
      ))}
      {free.map(([key, value]) => (
        <Fact key={key} label={<code className="text-xs">{key}</code>}>
          <Value value={value} shape="text" />
        </Fact>
      ))}
    </Facts>
  );
}

export const hasKindDetails = ({
  kind,
  metadata,
  statement,
}: Pick<Memory, "kind" | "metadata" | "statement">) =>
  Object.entries(metadata).some(
    ([key, value]) =>
      !isEmpty(value) && !(value === statement && FIELDS[kind].some(([named]) => named === key)),
  );
