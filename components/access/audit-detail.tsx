import { CodeBlock } from "@/components/ui/code-block";
import { differenceOf } from "./audit-difference";

const isRecord = (value: unknown): value is Record<string, unknown> =>
  value !== null && typeof value === "object" && !Array.isArray(value);

function asRecord(value: unknown): Record<string, unknown> {
  if (isRecord(value)) return value;
  return {};
}

function inWords(value: unknown): string {
  if (value === null || value === undefined || value === "") return "nothing";
  if (value === true) return "yes";
  if (value === false) return "no";
  if (Array.isArray(value)) return value.map(inWords).join(", ") || "none";
  if (isRecord(value)) return JSON.stringify(value);
  return String(value);
}

const named = (name: string) => name.replaceAll("_", " ");

/** What an entry of the audit says: what was before and after, field by field, then the rest of it. */
export function AuditDetail({ detail }: { detail: Record<string, unknown> }) {
  const { before, after, ...rest } = detail;
  const hasFields = isRecord(before) || isRecord(after);
  const fields = changesOf(before, after);
  const others = Object.entries(detail).filter(([name]) => !hasFields || name in rest);
  return (
    <>
      <dl className="grid grid-cols-[max-content_1fr] gap-x-5 gap-y-2">
        {fields.map(({ name, from, to }) => (
          <Row key={name} name={named(name)}>
            <Change from={from} to={to} />
          </Row>
        ))}
        {others.map(([name, value]) => (
          <Row key={name} name={named(name)}>
            {inWords(value)}
          </Row>
        ))}
      </dl>
      <details>
        <summary className="w-fit cursor-pointer text-muted-foreground">As JSON</summary>
        <CodeBlock code={JSON.stringify(detail, null, 2)} label="Detail as JSON" wrap />
      </details>
    </>
  );
}

function changesOf(before: unknown, after: unknown): { name: string; from: string; to: string }[] {
  const from = asRecord(before);
  const to = asRecord(after);
  return [...new Set([...Object.keys(from), ...Object.keys(to)])]
    .filter((name) => JSON.stringify(from[name]) !== JSON.stringify(to[name]))
    .map((name) => ({ name, from: inWords(from[name]), to: inWords(to[name]) }));
}

function Change({ from, to }: { from: string; to: string }) {
  const { start, end, removed, added } = differenceOf(from, to);
  return (
    <>
      {start}
      <del className="text-muted-foreground">{removed || "nothing"}</del> →{" "}
      <ins className="no-underline">{added || "nothing"}</ins>
      {end}
    </>
  );
}

function Row({ name, children }: { name: string; children: React.ReactNode }) {
  return (
    <>
      <dt className="text-muted-foreground">{name}</dt>
      <dd className="min-w-0 wrap-anywhere">{children}</dd>
    </>
  );
}
