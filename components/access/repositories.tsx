"use client";

import { useQuery } from "@tanstack/react-query";
import { FolderGit2, Plus } from "lucide-react";
import dynamic from "next/dynamic";
import { parseAsBoolean, useQueryState } from "nuqs";
import { type ReactNode, useMemo } from "react";
import type { DataTableColumn } from "@/components/pieces/data-table";
import { Drawer, useDrawer } from "@/components/pieces/drawer";
import { FilterToggle } from "@/components/pieces/filter-toggle";
import { PagedTable } from "@/components/pieces/list-table";
import { StatusBadge } from "@/components/pieces/status-with-reason";
import { useFormat } from "@/components/pieces/use-format";
import { useMe } from "@/components/pieces/use-me";
import { usePages } from "@/components/pieces/use-pages";
import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { useMessages } from "@/components/ui/messages";
import { FETCH_STATUSES, type RepositoryWithCounts, repositoryList } from "@/lib/citations/contract";
import { listQuery } from "@/lib/doors/client";
import { settingsRepositories } from "@/messages/compiled/settings-repositories";
import type { Translate } from "@/messages/message";
import { repositoriesInput, repositoriesParameters } from "./parameters";
import { RepositoryDetail } from "./repository-detail";
import { FETCH, sourceOf } from "./repository-words";
import { NotYours, Section } from "./section";

const AddRepository = dynamic(() => import("./add-repository").then((part) => part.AddRepository), {
  ssr: false,
});

const sum = (counts: RepositoryWithCounts["citations"]) =>
  Object.values(counts).reduce((total, count) => total + count, 0);

/** How many cited places there are, and how many of them do not hold. */
function Citations({ repository }: { repository: RepositoryWithCounts }) {
  const t = useMessages(settingsRepositories);
  const { formatCount } = useFormat();
  const { citations } = repository;
  const count = sum(citations);
  const broken = citations.edited + citations.missing;
  if (broken === 0) return <span>{formatCount(count)}</span>;
  const drifted = (words: ReactNode) => <span className="text-warn">{words}</span>;
  return <span>{t.rich("citations_drifted", { count, broken, drifted })}</span>;
}

const columnsOf = (t: Translate<typeof settingsRepositories>): DataTableColumn<RepositoryWithCounts>[] => [
  {
    id: "name",
    header: t("name"),
    card: "title",
    width: "15rem",
    cell: (repository) => <span className="font-mono text-xs">{repository.name}</span>,
  },
  {
    id: "source",
    header: t("source"),
    card: "plain",
    importance: "high",
    cell: (repository) => (
      <span className="font-mono text-muted-foreground text-xs" title={sourceOf(t, repository)}>
        {sourceOf(t, repository)}
      </span>
    ),
  },
  {
    id: "state",
    header: t("fetch"),
    width: "7rem",
    card: "plain",
    cell: (repository) => <StatusBadge term={FETCH[repository.fetch_status]} t={t} />,
  },
  {
    id: "head",
    header: t("head"),
    width: "11rem",
    importance: "medium",
    cell: (repository) => {
      if (repository.head_commit === null)
        return <span className="text-muted-foreground">{t("not_read")}</span>;
      return (
        <span>
          {repository.default_branch}{" "}
          <code className="text-muted-foreground text-xs">{repository.head_commit.slice(0, 9)}</code>
        </span>
      );
    },
  },
  {
    id: "citations",
    header: t("citations"),
    width: "9rem",
    align: "right",
    cell: (repository) => <Citations repository={repository} />,
  },
];

/** The codebases that memories may cite, and whether they can be read. */
export function Repositories() {
  const t = useMessages(settingsRepositories);
  const columns = useMemo(() => columnsOf(t), [t]);
  const { may } = useMe();
  const pages = usePages();
  const drawer = useDrawer("open");
  const [adding, setAdding] = useQueryState("new", parseAsBoolean.withDefault(false));
  const [state, setState] = useQueryState("state", repositoriesParameters.state);
  const manages = may("repositories:manage");
  const reading = useQuery({
    ...listQuery(repositoryList, repositoriesInput({ state, cursor: pages.cursor })),
    refetchInterval: (query) => {
      if (query.state.data?.items.some((item) => item.fetch_status === "pending")) return 1_500;
      return false;
    },
  });
  const page = reading.data;
  const open = page?.items.find((repository) => repository.id === drawer.id) ?? null;
  const add = (
    <Button variant="primary" disabled={!manages} onClick={() => void setAdding(true)}>
      <Plus aria-hidden />
      {t("add")}
    </Button>
  );
  return (
    <Section title={t("title")} description={t("description")} action={add}>
      {!manages && <NotYours>{t("leads_only")}</NotYours>}
      <FilterToggle
        className="self-start"
        label={t("which")}
        value={state}
        options={FETCH_STATUSES.map((value) => ({ value, label: t(FETCH[value].word) }))}
        onChange={(next) => {
          pages.reset();
          void setState(next);
        }}
      />
      <PagedTable
        list={{
          name: "repositories",
          contract: repositoryList,
          input: repositoriesInput({ state }),
          parameters: repositoriesParameters,
        }}
        query={reading}
        pages={pages}
        unreadable={t("unreadable")}
        label={t("title")}
        columns={columns}
        rowId={(repository) => repository.id}
        onOpen={(repository) => drawer.open(repository.id)}
        open_id={drawer.id}
        skeleton_rows={3}
        empty={
          state === null ? (
            <EmptyState icon={FolderGit2} title={t("empty")} action={add}>
              {t("empty_meaning")}
            </EmptyState>
          ) : (
            <EmptyState icon={FolderGit2} title={t("none_in_state", { state: t(FETCH[state].word) })}>
              {t("none_in_state_next")}
            </EmptyState>
          )
        }
      />
      <Drawer
        open={open !== null}
        onClose={drawer.close}
        title={<span className="font-mono text-sm">{open?.name}</span>}
      >
        {open !== null && <RepositoryDetail repository={open} onRemoved={drawer.close} />}
      </Drawer>
      {adding && manages && <AddRepository onClose={() => void setAdding(null)} />}
    </Section>
  );
}
