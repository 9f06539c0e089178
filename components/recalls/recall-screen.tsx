"use client";

import { useQuery } from "@tanstack/react-query";
import { TriangleAlert } from "lucide-react";
import { parseAsString, useQueryState } from "nuqs";
import type { ReactNode } from "react";
import { LongText } from "@/components/pieces/long-text";
import { missingInWords } from "@/components/pieces/missing-parts";
import { RecordPage } from "@/components/pieces/record-page";
import { RelativeTime } from "@/components/pieces/relative-time";
import Link from "@/components/ui/link";
import { useMessages } from "@/components/ui/messages";
import { operationQuery } from "@/lib/doors/client";
import { type RecallDetail, recallGet } from "@/lib/recall/contract";
import { missingParts } from "@/messages/compiled/missing-parts";
import { recallPage } from "@/messages/compiled/recall-page";
import { recallsWords } from "@/messages/compiled/recalls-words";
import { vocabulary } from "@/messages/compiled/vocabulary";
import { Candidates } from "./candidates";
import { playgroundHref } from "./filters";
import { ServedPack } from "./pack";
import { Waterfall } from "./waterfall";
import { inferredInWords, OUTCOME_WORDS, usesInWords } from "./words";

const Fact = ({ label, children }: { label: string; children: ReactNode }) => (
  <div className="min-w-0">
    <dt className="text-muted-foreground text-xs">{label}</dt>
    <dd className="wrap-anywhere">{children}</dd>
  </div>
);

/** Who asked, as what. */
function Asker({ recall: { agent, actor, agent_type } }: { recall: RecallDetail }) {
  const t = useMessages(recallPage);
  const name = agent ?? actor.name;
  if (!agent_type) return name;
  const muted = (content: ReactNode) => <span className="text-muted-foreground">{content}</span>;
  return t.rich("agent_as", { agent: name, agent_type, muted });
}

/** What became of the memories that it served. */
function Outcome({ recall }: { recall: RecallDetail }) {
  const t = useMessages(recallPage);
  const words = useMessages(recallsWords);
  const shared = useMessages(vocabulary);
  const inferred = inferredInWords({ t: words, shared, inferred: recall.inferred });
  return (
    <>
      {recall.served_count + recall.unchecked_count === 0
        ? t("no_memory_served")
        : usesInWords({ t: words, shared, uses: recall.uses })}
      {inferred !== "" && (
        <span className="block text-muted-foreground text-xs">{words("inferred", { inferred })}</span>
      )}
    </>
  );
}

const SHOWN_FILES = 8;

/** The files that were being changed when it was asked, a few of them. */
function ChangedFiles({ recall }: { recall: RecallDetail }) {
  const t = useMessages(recallPage);
  const files = changedFilesOf(recall);
  if (files.length === 0) return null;
  const further = files.length - SHOWN_FILES;
  return (
    <section className="mb-4 text-sm">
      <h2 className="text-muted-foreground text-xs">{t("changed_files")}</h2>
      <ul className="flex flex-wrap gap-x-3 gap-y-1">
        {files.slice(0, SHOWN_FILES).map((path) => (
          <li key={path} className="min-w-0 break-all font-mono text-xs">
            {path}
          </li>
        ))}
        {further > 0 && (
          <li className="text-muted-foreground text-xs">{t("more_files", { count: further })}</li>
        )}
      </ul>
    </section>
  );
}

/** One recall: the pack as given beside everything that was looked at for it. */
export function RecallScreen({ recall_id }: { recall_id: string }) {
  const t = useMessages(recallPage);
  const words = useMessages(recallsWords);
  const missing = useMessages(missingParts);
  const query = useQuery(operationQuery(recallGet, { recall_id }));
  const [memory] = useQueryState("memory", parseAsString);
  return (
    <RecordPage back={{ href: "/recalls", words: t("recalls") }} query={query} unreadable={t("unreadable")}>
      {(recall) => (
        <>
          <header className="mb-5">
            <LongText
              as="h1"
              text={recall.task}
              what="task"
              above={160}
              folded="line-clamp-3"
              className="font-semibold text-lg"
            />
            <p className="max-w-prose text-muted-foreground">
              {recall.door === "edit" && <span className="block">{t("after_edit")}</span>}
              {words(OUTCOME_WORDS[recall.outcome])}
            </p>
          </header>
          <dl className="mb-4 grid grid-cols-2 gap-3 sm:grid-cols-4 lg:grid-cols-7">
            <Fact label={t("agent")}>
              <Asker recall={recall} />
            </Fact>
            <Fact label={t("repository")}>{recall.repository?.name ?? t("no_repository")}</Fact>
            <Fact label={t("category")}>{recall.category}</Fact>
            <Fact label={t("session")}>
              {recall.session_id ? (
                <Link
                  href={`/sessions/${encodeURIComponent(recall.session_id)}`}
                  className="text-primary underline underline-offset-4"
                >
                  {recall.session_id}
                </Link>
              ) : (
                t("no_session")
              )}
            </Fact>
            <Fact label={t("when")}>
              <RelativeTime at={recall.at} />
            </Fact>
            <Fact label={t("time")}>{t("milliseconds", { ms: Math.round(recall.latency_ms) })}</Fact>
            <Fact label={t("outcome")}>
              <Outcome recall={recall} />
            </Fact>
          </dl>
          <ChangedFiles recall={recall} />
          {recall.degraded.length > 0 && (
            <p className="mb-4 flex items-center gap-2 text-sm">
              <TriangleAlert aria-hidden className="size-4 shrink-0 text-warn" />
              {t("partial", { missing: missingInWords({ t: missing, degraded: recall.degraded }) })}
            </p>
          )}
          <div className="mb-6 flex flex-col gap-3">
            <Waterfall stages={recall.stages} latency_ms={recall.latency_ms} />
            <Link
              href={againHref(recall)}
              className="w-fit text-primary text-sm underline-offset-4 hover:underline"
            >
              {t("ask_again")}
            </Link>
          </div>
          <div className="grid gap-6 lg:grid-cols-2">
            <ServedPack
              markdown={recall.pack}
              {...(recall.outcome === "held_out"
                ? { title: t("pack_held_back") }
                : { tokens: recall.tokens, characters: recall.characters })}
              nothing={t("nothing_served")}
            />
            <Candidates candidates={recall.candidates} memory_id={memory} />
          </div>
        </>
      )}
    </RecordPage>
  );
}

const changedFilesOf = ({ question }: RecallDetail): string[] =>
  Array.isArray(question.changed_files) ? question.changed_files.map(String) : [];

/** Changed files that an address has room for. */
const MAX_FILES = 50;

/** The playground with the question of a recall, as far as an address can hold it. */
function againHref(recall: RecallDetail): string {
  const { task, agent_type, agent, repository } = recall;
  return playgroundHref("/recalls/playground", {
    task,
    agent_type: agent_type ?? undefined,
    agent: agent ?? undefined,
    repository: repository?.name ?? null,
    files: changedFilesOf(recall).slice(0, MAX_FILES).join(" "),
  });
}
