import type { ReactNode } from "react";
import { CodeBlock } from "@/components/ui/code-block";
import type { Memory, MemoryKind } from "@/lib/memories/contract";

type Shape = "text" | "code" | "list";

/** What each kind carries, in the order in which it is read. What is not named here is shown below as free metadata. */
const FIELDS: Record<MemoryKind, readonly (readonly [key: string, label: string, shape?: Shape])[]> = {
  convention: [
    ["subject", "Subject"],
    ["fact", "Fact"],
    ["reason", "Reason"],
  ],
  decision: [
    ["reasoning", "Reasoning"],
    ["trade_offs", "Trade-offs"],
  ],
  procedure: [],
  anti_pattern: [["instead", "Do instead"]],
  error_solution: [
    ["error", "Error", "code"],
    ["solution", "Solution"],
  ],
  rejection_pattern: [
    ["pattern_description", "Pattern"],
    ["rejection_reason", "Why it was rejected"],
    ["evidence", "Evidence"],
    ["original_issue", "Original issue"],
    ["rule_category", "Rule", "code"],
    ["file_pattern", "Files", "code"],
    ["file_path", "Seen in", "code"],
    ["line", "Line"],
  ],
  framework_knowledge: [
    ["framework", "Framework"],
    ["pattern_name", "Pattern"],
    ["description", "Description"],
    ["correct_usage", "Correct usage", "code"],
    ["common_mistakes", "Common mistakes", "list"],
    ["source", "Source"],
  ],
  developer_preference: [
    ["developer_id", "Developer"],
    ["preference_type", "About"],
    ["preference_value", "Prefers"],
    ["confidence", "Confidence"],
    ["observation_count", "Times observed"],
  ],
  review_outcome: [
    ["verdict", "Verdict"],
    ["code_summary", "Code"],
    ["issue_summary", "Issues"],
    ["key_findings", "Key findings", "list"],
    ["workflow_id", "Workflow", "code"],
  ],
  fact: [
    ["agent", "Agent"],
    ["date", "On"],
    ["source", "Source"],
  ],
};

const isEmpty = (value: unknown) =>
  value === undefined || value === null || value === "" || (Array.isArray(value) && value.length === 0);

function Value({ value, shape }: { value: unknown; shape: Shape }): ReactNode {
  if (Array.isArray(value) && value.every((item) => typeof item === "string"))
    return (
      <ul className="list-disc pl-4 marker:text-muted-foreground">
        {value.map((item) => (
          <li key={item} dir="auto" className="wrap-anywhere">
            {item}
          </li>
        ))}
      </ul>
    );
  if (typeof value === "string") {
    if (shape === "code")
      return value.includes("\n") ? (
        <CodeBlock code={value} label="As it was stored" />
      ) : (
        <code className="break-all text-xs">{value}</code>
      );
    return (
      <span dir="auto" className="whitespace-pre-line wrap-anywhere">
        {value}
      </span>
    );
  }
  if (typeof value === "number" || typeof value === "boolean") return String(value);
  return <CodeBlock code={JSON.stringify(value, null, 2)} label="Structured value" />;
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
        <Fact key={key} label={label}>
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
