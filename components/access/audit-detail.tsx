import { CodeBlock } from "@/components/ui/code-block";
import { useMessages } from "@/components/ui/messages";
import { audit } from "@/messages/compiled/audit";
import { differenceOf } from "./audit-difference";
import { changesOf, fieldWords, valueWords } from "./audit-words";

const isRecord = (value: unknown): boolean =>
  value !== null && typeof value === "object" && !Array.isArray(value);

/** What an entry of the audit says: what was before and after, field by field, then the rest of it. */
export function AuditDetail({ detail }: { detail: Record<string, unknown> }) {
  const t = useMessages(audit);
  const { before, after, ...rest } = detail;
  const hasFields = isRecord(before) || isRecord(after);
  const fields = changesOf(t, before, after);
  const others = Object.entries(detail).filter(([name]) => !hasFields || name in rest);
  return (
    <>
      <dl className="grid grid-cols-[max-content_1fr] gap-x-5 gap-y-2">
        {fields.map(({ name, from, to }) => (
          <Row key={name} name={name}>
            <Change from={from} to={to} />
          </Row>
        ))}
        {others.map(([name, value]) => (
          <Row key={name} name={fieldWords(t, name)}>
            {valueWords(t, value)}
          </Row>
        ))}
      </dl>
      <details>
        <summary className="w-fit cursor-pointer text-muted-foreground">{t("as_json")}</summary>
        <CodeBlock code={JSON.stringify(detail, null, 2)} label={t("detail_as_json")} wrap />
      </details>
    </>
  );
}

function Change({ from, to }: { from: string; to: string }) {
  const t = useMessages(audit);
  const { start, end, removed, added } = differenceOf(from, to);
  return (
    <>
      {start}
      <del className="text-muted-foreground">{removed || t("nothing")}</del> →{" "}
      <ins className="no-underline">{added || t("nothing")}</ins>
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
