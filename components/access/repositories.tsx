"use client";

import { keepPreviousData, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { CircleCheck, CircleX, FolderGit2, Hourglass, Plus } from "lucide-react";
import Link from "next/link";
import { parseAsBoolean, useQueryState } from "nuqs";
import { useState } from "react";
import { Confirm } from "@/components/pieces/confirm";
import { DataTable, type DataTableColumn } from "@/components/pieces/data-table";
import { Drawer, useDrawer } from "@/components/pieces/drawer";
import { formatCount } from "@/components/pieces/format";
import { PagerOf } from "@/components/pieces/pager";
import { FormProblem, fieldProblem, readProblem } from "@/components/pieces/problem";
import { RelativeTime } from "@/components/pieces/relative-time";
import { CitationStatusBadge, StatusBadge, StatusWithReason } from "@/components/pieces/status-with-reason";
import { useMe } from "@/components/pieces/use-me";
import { usePages } from "@/components/pieces/use-pages";
import type { Term } from "@/components/pieces/vocabulary";
import { Button } from "@/components/ui/button";
import { Dialog, DialogClose, DialogContent, DialogFooter } from "@/components/ui/dialog";
import { EmptyState } from "@/components/ui/empty-state";
import { Input } from "@/components/ui/input";
import { Field } from "@/components/ui/label";
import { Select, SelectContent, SelectItem, SelectTrigger, SelectValue } from "@/components/ui/select";
import { toast } from "@/components/ui/toast";
import { ToggleGroup } from "@/components/ui/toggle-group";
import { connectionList } from "@/lib/access/contract";
import {
  CITATION_STATUSES,
  FETCH_STATUSES,
  type RepositoryWithCounts,
  repositoryAdd,
  repositoryFetch,
  repositoryGet,
  repositoryList,
  repositoryRemove,
} from "@/lib/citations/contract";
import { call, operationQuery, queryKey } from "@/lib/doors/client";
import { focusFirstField } from "./focus";
import { repositoriesInput, repositoriesParameters } from "./parameters";
import { NotYours, Section } from "./section";

const FETCH: Record<RepositoryWithCounts["fetch_status"], Term> = {
  pending: { word: "fetching", icon: Hourglass, tone: "neutral", meaning: "Its commits are being fetched." },
  ready: { word: "ready", icon: CircleCheck, tone: "calm", meaning: "Its commits can be read." },
  failed: { word: "failed", icon: CircleX, tone: "danger", meaning: "Its commits could not be fetched." },
};

const SOURCE_TERMS = { path: "Folder", url: "URL", github: "GitHub" } as const;

function sourceOf({ source }: RepositoryWithCounts): string {
  if (source.kind === "github") return `${source.repository} at GitHub, through ${source.connection.label}`;
  if (source.kind === "path") return source.path;
  return source.url;
}
const sum = (counts: RepositoryWithCounts["citations"]) =>
  Object.values(counts).reduce((total, count) => total + count, 0);

/** How many cited places there are, and how many of them do not hold. */
function Citations({ repository }: { repository: RepositoryWithCounts }) {
  const { citations } = repository;
  const broken = citations.edited + citations.missing;
  return (
    <span>
      {formatCount(sum(citations))}
      {broken > 0 && <span className="text-warn"> · {formatCount(broken)} drifted</span>}
    </span>
  );
}

const COLUMNS: DataTableColumn<RepositoryWithCounts>[] = [
  {
    id: "name",
    header: "Name",
    card: "title",
    width: "15rem",
    cell: (repository) => <span className="font-mono text-xs">{repository.name}</span>,
  },
  {
    id: "source",
    header: "Source",
    card: "plain",
    hidden_below: "md",
    cell: (repository) => (
      <span className="font-mono text-muted-foreground text-xs" title={sourceOf(repository)}>
        {sourceOf(repository)}
      </span>
    ),
  },
  {
    id: "state",
    header: "Fetch",
    width: "7rem",
    card: "plain",
    cell: (repository) => <StatusBadge term={FETCH[repository.fetch_status]} />,
  },
  {
    id: "head",
    header: "Head",
    width: "11rem",
    hidden_below: "lg",
    cell: (repository) => {
      if (repository.head_commit === null) return <span className="text-muted-foreground">not read yet</span>;
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
    header: "Citations",
    width: "9rem",
    align: "right",
    cell: (repository) => <Citations repository={repository} />,
  },
];

/** The codebases that memories may cite, and whether they can be read. */
export function Repositories() {
  const { may } = useMe();
  const pages = usePages();
  const drawer = useDrawer("open");
  const [adding, setAdding] = useQueryState("new", parseAsBoolean.withDefault(false));
  const [state, setState] = useQueryState("state", repositoriesParameters.state);
  const manages = may("repositories:manage");
  const reading = useQuery({
    ...operationQuery(repositoryList, repositoriesInput({ state, cursor: pages.cursor })),
    placeholderData: keepPreviousData,
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
      Add repository
    </Button>
  );
  return (
    <Section
      title="Repositories"
      description="Memories cite lines of these codebases, and are checked against them. Casebook reads their history; it writes nothing except approved skills."
      action={add}
    >
      {!manages && <NotYours>Leads and owners add and remove repositories. You may fetch them.</NotYours>}
      <ToggleGroup
        className="self-start"
        label="Which repositories"
        value={state ?? "all"}
        options={[
          { value: "all", label: "All" },
          ...FETCH_STATUSES.map((value) => ({ value, label: FETCH[value].word })),
        ]}
        onValueChange={(next) => {
          pages.reset();
          void setState(next === "all" ? null : next);
        }}
      />
      <DataTable
        label="Repositories"
        columns={COLUMNS}
        rows={page?.items}
        rowId={(repository) => repository.id}
        onOpen={(repository) => drawer.open(repository.id)}
        open_id={drawer.id}
        error={readProblem("The repositories", reading)}
        refreshing={reading.isPlaceholderData}
        skeleton_rows={3}
        empty={
          state === null ? (
            <EmptyState icon={FolderGit2} title="No repository is connected" action={add}>
              Without one, memories can be stored but nothing they claim about code can be checked.
            </EmptyState>
          ) : (
            <EmptyState icon={FolderGit2} title={`No repository is “${FETCH[state].word}”`}>
              The others are under All.
            </EmptyState>
          )
        }
      />
      <PagerOf pages={pages} page={page} busy={reading.isPlaceholderData} />
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

function useInvalidateRepositories() {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: queryKey(repositoryList) });
}

function RepositoryDetail({
  repository,
  onRemoved,
}: {
  repository: RepositoryWithCounts;
  onRemoved: () => void;
}) {
  const { may } = useMe();
  const invalidate = useInvalidateRepositories();
  const [removing, setRemoving] = useState(false);
  const detail = useQuery({
    ...operationQuery(repositoryGet, { repository_id: repository.id }),
    enabled: repository.source.kind === "github",
  });
  const fetching = useMutation({
    mutationFn: () => call(repositoryFetch, { repository_id: repository.id }),
    onSuccess: () => Promise.all([invalidate(), detail.refetch()]),
  });
  const remove = useMutation({
    mutationFn: () => call(repositoryRemove, { repository_id: repository.id }),
    onSuccess: async () => {
      await invalidate();
      toast.success(`${repository.name} is removed`);
      onRemoved();
    },
  });
  const counted = CITATION_STATUSES.filter((status) => repository.citations[status] > 0);
  return (
    <div className="flex flex-col gap-5 text-sm">
      <StatusWithReason
        term={FETCH[repository.fetch_status]}
        reason={repository.fetch_error}
        at={repository.fetched_at}
      />
      <dl className="grid grid-cols-[max-content_1fr] gap-x-5 gap-y-2">
        <dt className="text-muted-foreground">{SOURCE_TERMS[repository.source.kind]}</dt>
        <dd className="break-all font-mono text-xs leading-5">{sourceOf(repository)}</dd>
        {repository.source.kind === "github" && (
          <>
            <dt className="text-muted-foreground">Limits</dt>
            <dd>
              {detail.data?.rate_limits.length
                ? detail.data.rate_limits.map(({ resource, remaining, limit, reset_at }) => (
                    <p key={resource} className={remaining === 0 ? "text-warn" : undefined}>
                      {formatCount(remaining)} of {formatCount(limit)}{" "}
                      {resource === "core" ? "requests" : resource}
                      <span className="text-muted-foreground">
                        , full again <RelativeTime at={reset_at} />
                      </span>
                    </p>
                  ))
                : "not known yet"}
            </dd>
          </>
        )}
        <dt className="text-muted-foreground">Default branch</dt>
        <dd>{repository.default_branch ?? "not read yet"}</dd>
        <dt className="text-muted-foreground">Head</dt>
        <dd className="break-all font-mono text-xs leading-5">{repository.head_commit ?? "not read yet"}</dd>
        <dt className="text-muted-foreground">Citations checked</dt>
        <dd>
          {repository.checked_at === null ? (
            "never all of them"
          ) : (
            <>
              <RelativeTime at={repository.checked_at} />
              {repository.checked_commit === repository.head_commit ? ", at the head" : ", before the head"}
            </>
          )}
        </dd>
        <dt className="text-muted-foreground">Citations</dt>
        <dd>
          {counted.length === 0 ? (
            "none yet"
          ) : (
            <ul className="flex flex-col gap-1">
              {counted.map((status) => (
                <li key={status} className="flex items-center gap-2">
                  <span className="min-w-8 text-right">{formatCount(repository.citations[status])}</span>
                  <CitationStatusBadge status={status} />
                </li>
              ))}
            </ul>
          )}
        </dd>
      </dl>
      <FormProblem error={fetching.error} />
      <div className="flex flex-wrap gap-2">
        <Button
          disabled={!may("citations:check")}
          busy={fetching.isPending || repository.fetch_status === "pending"}
          onClick={() => fetching.mutate()}
        >
          Fetch now
        </Button>
        {may("repositories:manage") && (
          <Button variant="danger" onClick={() => setRemoving(true)}>
            Remove
          </Button>
        )}
      </div>
      <Confirm
        open={removing}
        onOpenChange={setRemoving}
        title={`Remove ${repository.name}?`}
        verb="Remove"
        error={remove.error}
        busy={remove.isPending}
        onConfirm={() => remove.mutate()}
      >
        Casebook forgets the repository and deletes its own clone of it. The repository itself is not touched.
        This is refused while a memory belongs to it or cites it.
      </Confirm>
    </div>
  );
}

const OWNER_AND_NAME = /([A-Za-z0-9._-]+)[/:]([A-Za-z0-9._-]+?)(?:\.git)?\/?$/;

/** `owner/name` as the end of a URL or path suggests it; empty when it does not. */
function suggestName(source: string): string {
  const match = OWNER_AND_NAME.exec(source.trim());
  if (match) return `${match[1]}/${match[2]}`;
  return "";
}

const NO_CONNECTION = "none";

const ASKED = {
  url: {
    label: "URL",
    hint: "https:// or ssh://, without a password in it.",
    placeholder: "https://github.com/acme/api.git",
  },
  github: {
    label: "Repository",
    hint: "Its owner/name at GitHub. It is read through GitHub's API; nothing is cloned.",
    placeholder: "acme/api",
  },
  path: {
    label: "Folder",
    hint: "Below one of the folders in CASEBOOK_REPOSITORY_ROOTS, a setting of the server.",
    placeholder: "/srv/repositories/acme/api",
  },
} as const;

function AddRepository({ onClose }: { onClose: () => void }) {
  const invalidate = useInvalidateRepositories();
  const { may } = useMe();
  const [kind, setKind] = useState<"github" | "url" | "path">("url");
  const [chosen, setChosen] = useState<string | null>(null);
  const connections = useQuery({
    ...operationQuery(connectionList, { limit: 100 }),
    enabled: may("connections:manage"),
  });
  // What a kind of source can be read through: GitHub must have a connection, a URL may have one.
  const usable = (connections.data?.items ?? []).filter(
    (connection) => (connection.kind === "git_password") === (kind === "url"),
  );
  const connection_id =
    usable.find(({ id }) => id === chosen)?.id ?? (kind === "github" ? usable[0]?.id : undefined) ?? null;
  const [source, setSource] = useState("");
  const [name, setName] = useState<string | null>(null);
  const shownName = name ?? suggestName(source);
  const add = useMutation({
    mutationFn: () =>
      call(repositoryAdd, {
        name: shownName.trim(),
        source:
          kind === "url"
            ? { kind, url: source.trim(), connection_id }
            : kind === "path"
              ? { kind, path: source.trim() }
              : { kind, repository: source.trim(), connection_id: connection_id ?? "" },
      }),
    onSuccess: async (repository) => {
      await invalidate();
      toast.success(`${repository.name} is added`);
      onClose();
    },
  });
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent title="Add repository" onOpenAutoFocus={focusFirstField}>
        <form
          className="flex flex-col gap-4"
          onSubmit={(event) => {
            event.preventDefault();
            add.mutate();
          }}
        >
          <ToggleGroup
            label="Where it is"
            value={kind}
            onValueChange={(next) => {
              setKind(next);
              add.reset();
            }}
            className="self-start"
            options={[
              { value: "url", label: "URL" },
              { value: "github", label: "GitHub" },
              { value: "path", label: "Folder on the server" },
            ]}
          />
          {kind === "github" && connections.data !== undefined && usable.length === 0 && (
            <p className="text-pretty text-muted-foreground text-sm">
              GitHub is not connected yet.{" "}
              <Link href="/settings/connections?new=true" className="text-primary underline">
                Add a connection
              </Link>{" "}
              first, or clone a public repository by its URL.
            </p>
          )}
          {kind !== "path" && usable.length > 0 && (
            <Field
              label="Connection"
              hint={kind === "url" ? "Only for a private https repository." : undefined}
              error={fieldProblem(add.error, "/source/connection_id")}
            >
              {(control) => (
                <Select
                  value={connection_id ?? NO_CONNECTION}
                  onValueChange={(next) => setChosen(next === NO_CONNECTION ? null : next)}
                >
                  <SelectTrigger {...control} className="w-full">
                    <SelectValue />
                  </SelectTrigger>
                  <SelectContent>
                    {kind === "url" && <SelectItem value={NO_CONNECTION}>None</SelectItem>}
                    {usable.map((connection) => (
                      <SelectItem key={connection.id} value={connection.id}>
                        {connection.label}
                      </SelectItem>
                    ))}
                  </SelectContent>
                </Select>
              )}
            </Field>
          )}
          <Field
            label={ASKED[kind].label}
            hint={ASKED[kind].hint}
            error={
              fieldProblem(add.error, "/source/url") ??
              fieldProblem(add.error, "/source/path") ??
              fieldProblem(add.error, "/source/repository")
            }
          >
            {(control) => (
              <Input
                {...control}
                required
                autoComplete="off"
                spellCheck={false}
                className="font-mono text-xs"
                placeholder={ASKED[kind].placeholder}
                value={source}
                onChange={(event) => setSource(event.target.value)}
              />
            )}
          </Field>
          <Field
            label="Name"
            hint="owner/name, as agents and people call it."
            error={fieldProblem(add.error, "/name")}
          >
            {(control) => (
              <Input
                {...control}
                required
                autoComplete="off"
                spellCheck={false}
                className="font-mono text-xs"
                placeholder="acme/api"
                value={shownName}
                onChange={(event) => setName(event.target.value)}
              />
            )}
          </Field>
          <FormProblem error={add.error} fields={["/name", "/source"]} />
          <DialogFooter className="mt-1">
            <DialogClose asChild>
              <Button>Cancel</Button>
            </DialogClose>
            <Button
              type="submit"
              variant="primary"
              busy={add.isPending}
              disabled={kind === "github" && connection_id === null}
            >
              Add
            </Button>
          </DialogFooter>
        </form>
      </DialogContent>
    </Dialog>
  );
}
