"use client";

import { useQuery } from "@tanstack/react-query";
import { parseAsString, useQueryState } from "nuqs";
import { useState } from "react";
import { Example } from "@/components/pieces/example";
import { PageHeader } from "@/components/pieces/page-header";
import { Button } from "@/components/ui/button";
import { useMessages } from "@/components/ui/messages";
import { operationQuery } from "@/lib/doors/client";
import { setupGet } from "@/lib/inbox/contract";
import { overview } from "@/messages/compiled/overview";
import { Cost } from "./cost";
import { Coverage, RememberedFigures } from "./remembered-figures";
import { Setup } from "./setup";
import { SETUP_COOKIE } from "./setup-cookie";
import { SinceVisit } from "./since";
import { Trends } from "./trends";
import { Waiting } from "./waiting";
import { WorstRules } from "./worst-rules";

const YEAR_SECONDS = 31_536_000;

function rememberSetup(isClosed: boolean): void {
  const age = isClosed ? YEAR_SECONDS : 0;
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is absent outside secure contexts
  document.cookie = `${SETUP_COOKIE}=closed; path=/; max-age=${age}; samesite=lax`;
}

/** How far the setup is, what changed since the last visit, what needs me, how it develops, and what it costs. */
export function Overview({
  today,
  address,
  setup,
}: {
  /** 00:00 UTC of the day on which the server rendered, in milliseconds. */
  today: number;
  /** The address agents use. */
  address: string;
  /** What the cookie of the setup steps says. */
  setup: string | null;
}) {
  const t = useMessages(overview);
  const [parameter] = useQueryState("repository", parseAsString);
  const repository = parameter ?? undefined;
  const [isClosed, setClosed] = useState(setup === "closed");
  const { data: state } = useQuery(operationQuery(setupGet, {}));
  const isEmpty = state !== undefined && !state.has_memories && !state.has_reviews;
  const close = (next: boolean) => {
    setClosed(next);
    rememberSetup(next);
  };
  return (
    <>
      <PageHeader
        title={t("title")}
        question={t("question")}
        actions={
          isEmpty && isClosed ? <Button onClick={() => close(false)}>{t("show_setup")}</Button> : undefined
        }
      />
      {state !== undefined && !isClosed && (
        <Setup address={address} isEmpty={isEmpty} onClose={() => close(true)} />
      )}
      <Example isOffered={isEmpty} className="mb-6 max-w-4xl" />
      <div className="flex flex-col gap-10">
        <Coverage today={today} repository={repository} />
        <SinceVisit repository={repository} />
        <Waiting repository={repository} />
        <Trends today={today} repository={repository} />
        <Cost repository={repository} />
        <div className="grid gap-x-10 gap-y-10 lg:grid-cols-2">
          <section aria-labelledby="remembered" className="min-w-0">
            <h2 id="remembered" className="mb-2 font-medium text-base">
              {t("memories")}
            </h2>
            <RememberedFigures today={today} repository={repository} />
          </section>
          <WorstRules today={today} repository={repository} />
        </div>
      </div>
    </>
  );
}
