"use client";

import { useState } from "react";
import { Badge } from "@/components/ui/badge";
import { useMessages } from "@/components/ui/messages";
import { apiDocs } from "@/messages/compiled/api-docs";
import type { ApiDocument, Schema } from "./document";
import { type Field, fieldsOf, flatten, limitsOf, typeOf, variantsOf, withoutNull } from "./schema";

/** What a value is, and the fields in it; fields of fields open on demand, so that what contains itself has an end. */
export function SchemaView({ document, schema }: { document: ApiDocument; schema: Schema }) {
  const t = useMessages(apiDocs);
  const inner = withoutNull(document, schema);
  const variants = variantsOf(document, inner);
  const fields = fieldsOf(document, inner);
  const labelled = variants.map((variant, index) => ({
    label: t("variant", { number: index + 1, type: typeOf({ t, document, schema: variant }) }),
    variant,
  }));
  return (
    <div className="flex min-w-0 flex-col gap-1">
      <p className="text-muted-foreground text-xs wrap-anywhere">{typeOf({ t, document, schema })}</p>
      {fields.length > 0 && (
        <ul>
          {fields.map((field) => (
            <FieldRow key={field.name} document={document} field={field} />
          ))}
        </ul>
      )}
      {labelled.map(({ label, variant }) => (
        <Inner key={label} document={document} schema={variant} label={label} />
      ))}
    </div>
  );
}

/** One field: its name, what it is, whether it must be there, what it means. */
export function FieldRow({ document, field }: { document: ApiDocument; field: Field }) {
  const t = useMessages(apiDocs);
  const { name, schema, required } = field;
  const description = schema.description ?? flatten(document, schema).description;
  const limits = limitsOf({ t, document, schema });
  const inner = withoutNull(document, schema);
  const deep = fieldsOf(document, inner).length > 0 || variantsOf(document, inner).length > 0;
  return (
    <li className="flex min-w-0 flex-col gap-0.5 border-t py-2 text-sm first:border-t-0">
      <p className="flex flex-wrap items-baseline gap-x-2 gap-y-0.5">
        <code className="font-medium wrap-anywhere">{name}</code>
        <span className="min-w-0 text-muted-foreground text-xs wrap-anywhere">
          {typeOf({ t, document, schema })}
        </span>
        {required && <Badge tone="quiet">{t("required")}</Badge>}
      </p>
      {description && <p className="max-w-[72ch] text-pretty">{description}</p>}
      {limits.length > 0 && (
        <p className="text-muted-foreground text-xs wrap-anywhere">{limits.join(" · ")}</p>
      )}
      {deep && <Inner document={document} schema={inner} label={t("fields_of", { name })} />}
    </li>
  );
}

function Inner({ document, schema, label }: { document: ApiDocument; schema: Schema; label: string }) {
  const [open, setOpen] = useState(false);
  return (
    <details open={open} onToggle={(event) => setOpen(event.currentTarget.open)} className="min-w-0">
      <summary className="cursor-pointer text-primary text-xs wrap-anywhere">{label}</summary>
      {open && (
        <div className="mt-1 border-l pl-3">
          <SchemaView document={document} schema={schema} />
        </div>
      )}
    </details>
  );
}
