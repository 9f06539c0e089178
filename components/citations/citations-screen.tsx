"use client";

import { useQuery } from "@tanstack/react-query";
import { useQueryStates } from "nuqs";
import type { ReactNode } from "react";
import { Figure } from "@/components/pieces/figure";
import { PageHeader } from "@/components/pieces/page-header";
import { usePages } from "@/components/pieces/use-pages";
import { useMessages } from "@/components/ui/messages";
import { Tabs, TabsContent, TabsList, TabsTrigger } from "@/components/ui/tabs";
import { citationList, repositoryList } from "@/lib/citations/contract";
import { operationQuery } from "@/lib/doors/client";
import type { MeasureFilter, MeasureName } from "@/lib/kernel/measures";
import { memoryFacets, memorySupportList } from "@/lib/memories/contract";
import { citations as citationsArea } from "@/messages/compiled/citations";
import { ChangedContextQueue } from "./changed-context-queue";
import { AllCitations } from "./citation-table";
import { DriftQueue } from "./drift-queue";
import { citationParameters, contextInput, driftFacetsInput, REPOSITORIES, VIEWS } from "./parameters";
import { Repositories } from "./repositories";
import type { CitationRights } from "./rights";
import { SuspiciousHeads } from "./suspicious-heads";

/** Which knowledge is going stale? What drifted first, then how fresh each repository is, then every citation. */
export function CitationsScreen({ can }: { can: CitationRights }) {
  const t = useMessages(citationsArea);
  const [{ view, repository }, setParameters] = useQueryStates(citationParameters);
  const pages = usePages();
  const repositories = useQuery(operationQuery(repositoryList, REPOSITORIES));
  const found = repositories.data?.items.find(({ name }) => name === repository);
  // Undefined until the name is looked up. A name that is not registered has no id, and nothing to show.
  const repository_id = repository === null ? null : found?.id;
  const drifted = useQuery(
    operationQuery(memoryFacets, driftFacetsInput({ repository, verdict: null, kind: null })),
  );
  const changed = useQuery(operationQuery(memorySupportList, contextInput({ repository, state: "changed" })));
  const citations = useQuery({
    ...operationQuery(citationList, { repository_id: repository_id ?? undefined, in_use: true, limit: 1 }),
    enabled: repository_id !== undefined,
  });
  const repositoryCount =
    repository === null ? repositories.data?.total : repositories.data && (found ? 1 : 0);

  return (
    <>
      <PageHeader title={t("title")} question={t("question")} />
      <Tabs
        value={view}
        onValueChange={(next) => {
          const known = VIEWS.find((candidate) => candidate === next);
          pages.reset();
          // A status, a path and the like belong to one view.
          void setParameters(
            {
              view: known ?? null,
              status: null,
              path: null,
              of: null,
              verdict: null,
              kind: null,
              sort: null,
              state: null,
            },
            { history: "push" },
          );
        }}
      >
        <TabsList aria-label={t("views")} className="mb-4">
          <View
            value="drift"
            measure="memories_drifted"
            filter={{ repository }}
            count={drifted.data?.total}
          />
          <View
            value="context"
            measure="supports_changed"
            filter={{ repository }}
            count={changed.data?.total}
          />
          <View
            value="repositories"
            measure="repositories_cited"
            filter={{ repository }}
            count={repositoryCount}
          />
          <View
            value="citations"
            measure="citations_with_status"
            filter={{ repository }}
            count={citations.data?.total}
          />
        </TabsList>
        <TabsContent value="drift">
          <SuspiciousHeads repository_id={repository_id ?? undefined} />
          <DriftQueue repository={repository} can={can} />
        </TabsContent>
        <TabsContent value="context">
          <ChangedContextQueue repository={repository} canDecide={can.decide} />
        </TabsContent>
        <TabsContent value="repositories">
          <Repositories repository={repository} can={can} />
        </TabsContent>
        <TabsContent value="citations">
          <AllCitations repository={repository} />
        </TabsContent>
      </Tabs>
    </>
  );
}

/** A view of the citations, with how much is in it. */
function View({
  value,
  count,
  ...of
}: {
  value: (typeof VIEWS)[number];
  measure: MeasureName;
  filter: MeasureFilter;
  count: number | undefined;
}) {
  const t = useMessages(citationsArea);
  return (
    <TabsTrigger value={value}>
      {t.rich(`tab_${value}` as const, { count: () => <Count {...of} value={count} /> })}
    </TabsTrigger>
  );
}

/** A true number, or nothing while it is not known. */
function Count({
  value,
  ...of
}: {
  measure: MeasureName;
  filter: MeasureFilter;
  value: number | undefined;
}): ReactNode {
  if (value === undefined) return null;
  return (
    <Figure
      {...of}
      value={value}
      linked={false}
      className="rounded-sm bg-muted px-1.5 text-muted-foreground text-xs"
    />
  );
}
