"use client";

import { useQuery } from "@tanstack/react-query";
import { useQueryStates } from "nuqs";
import type { ReactNode } from "react";
import { Figure } from "@/components/pieces/figure";
import { PageHeader } from "@/components/pieces/page-header";
import { Tabs, TabsContent, TabsList, TabsTrigger } from "@/components/ui/tabs";
import { citationList, repositoryList } from "@/lib/citations/contract";
import { operationQuery } from "@/lib/doors/client";
import type { MeasureFilter, MeasureName } from "@/lib/kernel/measures";
import { memoryFacets, memorySupportList } from "@/lib/memories/contract";
import { ChangedContextQueue } from "./changed-context-queue";
import { CitationTable } from "./citation-table";
import { DriftQueue } from "./drift-queue";
import { citationParameters, contextInput, driftFacetsInput, REPOSITORIES, VIEWS } from "./parameters";
import { Repositories } from "./repositories";
import type { CitationRights } from "./rights";
import { SuspiciousHeads } from "./suspicious-heads";

/** Which knowledge is going stale? What drifted first, then how fresh each repository is, then every citation. */
export function CitationsScreen({ can }: { can: CitationRights }) {
  const [{ view, repository }, setParameters] = useQueryStates(citationParameters);
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
      <PageHeader title="Citations" question="Which knowledge is going stale?" />
      <Tabs
        value={view}
        onValueChange={(next) => {
          const known = VIEWS.find((candidate) => candidate === next);
          // A status, path or page belongs to the list of citations.
          void setParameters(
            {
              view: known ?? null,
              status: null,
              path: null,
              of: null,
              cursor: null,
              verdict: null,
              kind: null,
              sort: null,
              state: null,
            },
            { history: "push" },
          );
        }}
      >
        <TabsList aria-label="Views of the citations" className="mb-4">
          <TabsTrigger value="drift">
            Drift queue{" "}
            <Count measure="memories_drifted" filter={{ repository }} value={drifted.data?.total} />
          </TabsTrigger>
          <TabsTrigger value="context">
            Changed context{" "}
            <Count measure="supports_changed" filter={{ repository }} value={changed.data?.total} />
          </TabsTrigger>
          <TabsTrigger value="repositories">
            Repositories{" "}
            <Count measure="repositories_cited" filter={{ repository }} value={repositoryCount} />
          </TabsTrigger>
          <TabsTrigger value="citations">
            All citations{" "}
            <Count measure="citations_with_status" filter={{ repository }} value={citations.data?.total} />
          </TabsTrigger>
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
          <CitationTable repository_id={repository_id} />
        </TabsContent>
      </Tabs>
    </>
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
