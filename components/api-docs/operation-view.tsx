"use client";

import { ArrowLeft } from "lucide-react";
import { type ReactNode, useEffect, useRef } from "react";
import { Button } from "@/components/ui/button";
import { CodeBlock } from "@/components/ui/code-block";
import { CopyButton } from "@/components/ui/copy-button";
import { useMessages } from "@/components/ui/messages";
import { apiDocs } from "@/messages/compiled/api-docs";
import { bodyOf, curlOf, parametersOf } from "./curl";
import { type ApiDocument, type Entry, type Response, resolve } from "./document";
import { Method } from "./method";
import { FieldRow, SchemaView } from "./schema-view";

const PLACES = ["path", "query", "header"] as const;

/** One operation: what it does, what it takes, what it answers, and a call of it to copy. */
export function OperationView({
  document,
  entry,
  onList,
}: {
  document: ApiDocument;
  entry: Entry;
  /** Back to the list, where it does not stand beside this. */
  onList: () => void;
}) {
  const t = useMessages(apiDocs);
  const heading = useRef<HTMLHeadingElement>(null);
  // A change of operation is a change of page: it is read out from its heading on.
  useEffect(() => heading.current?.focus({ preventScroll: true }), []);
  const parameters = parametersOf(document, entry);
  const body = bodyOf(document, entry);
  return (
    <article className="flex max-w-3xl flex-col gap-6">
      <header className="flex flex-col gap-2">
        <Button variant="ghost" size="sm" className="-ml-2 self-start lg:hidden" onClick={onList}>
          <ArrowLeft aria-hidden />
          {t("all_operations")}
        </Button>
        <div className="flex flex-wrap items-center gap-2">
          <h2 ref={heading} tabIndex={-1} className="font-semibold text-xl wrap-anywhere outline-none">
            {entry.id}
          </h2>
          <CopyLink id={entry.id} />
        </div>
        <p className="flex flex-wrap items-center gap-2">
          <Method method={entry.method} />
          <code className="text-sm wrap-anywhere">{entry.path}</code>
        </p>
        {paragraphs(entry).map((text) => (
          <p key={text} className="max-w-[72ch] text-pretty text-sm">
            <Words text={text} />
          </p>
        ))}
      </header>
      <CodeBlock code={curlOf(document, entry)} label={t("call", { name: entry.id })} />
      {PLACES.map((place) => {
        const here = parameters.filter((parameter) => parameter.in === place);
        if (here.length === 0) return null;
        return (
          <Part key={place} title={t(`place_${place}`)}>
            <ul>
              {here.map(({ name, required = false, description, schema = {} }) => (
                <FieldRow
                  key={name}
                  document={document}
                  field={{
                    name,
                    required,
                    schema: description === undefined ? schema : { ...schema, description },
                  }}
                />
              ))}
            </ul>
          </Part>
        );
      })}
      {body !== null && (
        <Part title={t("body")}>
          <SchemaView document={document} schema={body} />
        </Part>
      )}
      <Answers document={document} entry={entry} />
    </article>
  );
}

function paragraphs({ summary, description }: Entry): string[] {
  const texts = [summary ?? "", ...(description ?? "").split("\n\n")].map((text) => text.trim());
  return [...new Set(texts)].filter((text) => text !== "");
}

/** Text with what stands between backticks as code. */
function Words({ text }: { text: string }) {
  return text.split("`").map((part, index) => {
    if (index % 2 === 0) return part;
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text have no other name and never move
    return <code key={index}>{part}</code>;
  });
}

function CopyLink({ id }: { id: string }) {
  const t = useMessages(apiDocs);
  const { origin, pathname } = globalThis.location;
  const address = `${origin}${pathname}?operation=${encodeURIComponent(id)}`;
  return <CopyButton text={address} label={t("copy_link")} />;
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="flex min-w-0 flex-col gap-2">
      <h3 className="font-medium text-base">{title}</h3>
      {children}
    </section>
  );
}

function Answers({ document, entry }: { document: ApiDocument; entry: Entry }) {
  const t = useMessages(apiDocs);
  return (
    <Part title={t("responses")}>
      {Object.entries(entry.responses ?? {}).map(([status, reference]) => {
        const response = resolve<Response>(document, reference);
        const [content] = Object.entries(response?.content ?? {});
        return (
          <section key={status} className="flex min-w-0 flex-col gap-1 border-t pt-2">
            <h4 className="flex flex-wrap gap-x-2 text-sm">
              <span className="font-medium tabular-nums">
                {status === "default" ? t("default_response") : status}
              </span>
              <span className="text-muted-foreground">{response?.description}</span>
              {content !== undefined && (
                <code className="text-muted-foreground text-xs leading-5">{content[0]}</code>
              )}
            </h4>
            {content?.[1].schema !== undefined && (
              <SchemaView document={document} schema={content[1].schema} />
            )}
          </section>
        );
      })}
    </Part>
  );
}
