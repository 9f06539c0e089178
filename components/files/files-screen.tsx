"use client";

import { type UseQueryResult, useQuery } from "@tanstack/react-query";
import { ChevronRight, FolderTree, Search } from "lucide-react";
import { useState } from "react";
import { BackLink } from "@/components/pieces/back-link";
import { namedFilesHref } from "@/components/pieces/files-href";
import { readProblem } from "@/components/pieces/problem";
import { Button } from "@/components/ui/button";
import { CopyButton } from "@/components/ui/copy-button";
import { ErrorState } from "@/components/ui/error-state";
import { Kbd } from "@/components/ui/kbd";
import { useMessages } from "@/components/ui/messages";
import { DialogOnDemand } from "@/components/ui/on-demand";
import { Sheet, SheetContent, SheetTrigger } from "@/components/ui/sheet";
import { useShortcuts } from "@/components/ui/shortcuts";
import { useMediaQuery } from "@/components/ui/use-media-query";
import { repositoryFileGet, repositoryGet, repositoryTreeList } from "@/lib/citations/contract";
import { operationQuery } from "@/lib/doors/client";
import type { OutputOf } from "@/lib/kernel/contract";
import { files } from "@/messages/compiled/files";
import { CommitChoice } from "./commit-choice";
import { FileView } from "./file-view";
import { FilesSkeleton } from "./files-skeleton";
import { FolderSkeleton, FolderView } from "./folder-view";
import { fileInput, treeInput } from "./parameters";
import { PlaceLink } from "./place-link";
import { Tree } from "./tree";
import { Unread } from "./unread";
import { type PlaceOf, usePlace } from "./use-place";

type Repository = { id: string; name: string };

/** The files of a repository at a commit, with what agents know of each line and below each folder. */
export function FilesScreen({ repository_id }: { repository_id: string }) {
  const t = useMessages(files);
  const query = useQuery(operationQuery(repositoryGet, { repository_id }));
  const problem = readProblem(t("repository_unreadable"), query);
  if (problem && !query.data) return <ErrorState {...problem} />;
  if (!query.data) return <FilesSkeleton />;
  return <Loaded repository={query.data} />;
}

function Loaded({ repository }: { repository: Repository }) {
  const t = useMessages(files);
  const place = usePlace(repository.id);
  const { path, at } = place;
  const wide = useMediaQuery("(min-width: 1024px)");
  const [finding, setFinding] = useState(false);
  const of = { repository_id: repository.id, path, at };
  const root = useQuery(operationQuery(repositoryTreeList, treeInput({ ...of, path: "" })));
  const file = useQuery({ ...operationQuery(repositoryFileGet, fileInput(of)), enabled: path !== "" });
  const commit = (path === "" ? root.data : file.data) ?? root.data;
  useShortcuts(
    [
      { keys: "t", label: t("keys_find"), run: () => setFinding(true) },
      {
        keys: "y",
        label: t("keys_keep"),
        when: commit !== undefined && at !== commit.commit_sha,
        run: () => place.go({ at: commit?.commit_sha }),
      },
    ],
    t("keys_files"),
  );
  return (
    <>
      <BackLink href={`/citations/repositories/${repository.id}`}>{repository.name}</BackLink>
      <header className="mb-3 flex min-w-0 flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <Crumbs repository={repository.name} place={place} />
        <div className="flex flex-wrap items-center gap-2">
          {!wide && <TreeSheet repository_id={repository.id} place={place} />}
          <Button size="sm" aria-keyshortcuts="t" onClick={() => setFinding(true)}>
            <Search aria-hidden />
            {t("find")} <Kbd className="max-sm:hidden">T</Kbd>
          </Button>
          <CopyLink repository={repository.name} place={place} commit={commit?.commit_sha ?? null} />
          <CommitChoice place={place} at={commit} />
        </div>
      </header>
      <div className="grid min-w-0 items-start gap-4 lg:grid-cols-[16rem_minmax(0,1fr)]">
        {wide && (
          <aside
            aria-label={t("tree")}
            className="sticky top-4 max-h-[calc(100dvh-6rem)] min-w-0 overflow-y-auto rounded-md border bg-card p-1.5"
          >
            <Tree key={at ?? "head"} repository_id={repository.id} place={place} />
          </aside>
        )}
        <div className="min-w-0">
          <Shown repository={repository} place={place} reading={file} />
        </div>
      </div>
      <DialogOnDemand
        load={loadFinder}
        props={{ repository_id: repository.id, place, open: finding, onOpenChange: setFinding }}
      />
    </>
  );
}

const loadFinder = () => import("./file-finder").then((part) => part.FileFinder);

type FileReading = UseQueryResult<OutputOf<typeof repositoryFileGet>>;

/** The folder or the file that the address names, or why there is neither. */
function Shown({
  repository,
  place,
  reading,
}: {
  repository: Repository;
  place: PlaceOf;
  reading: FileReading;
}) {
  const t = useMessages(files);
  const { data } = reading;
  if (place.path === "") return <FolderView repository={repository} place={place} />;
  const problem = readProblem(t("file_unreadable"), reading);
  if (problem !== null && data === undefined)
    return <Unread problem={problem} error={reading.error} place={place} />;
  if (data === undefined) return <FolderSkeleton />;
  if (data.kind === "folder") return <FolderView repository={repository} place={place} />;
  return <FileView file={data} place={place} repository_id={repository.id} repository={repository.name} />;
}

function Crumbs({ repository, place }: { repository: string; place: PlaceOf }) {
  const t = useMessages(files);
  const parts = place.path === "" ? [] : place.path.split("/");
  const name = parts.at(-1) ?? repository;
  return (
    <div className="flex min-w-0 flex-wrap items-center gap-0.5 font-mono text-sm">
      {parts.length > 0 && (
        <nav aria-label={t("folders")} className="flex min-w-0 flex-wrap items-center gap-0.5">
          {[repository, ...parts.slice(0, -1)].map((part, index) => (
            <span key={parts.slice(0, index).join("/")} className="inline-flex min-w-0 items-center gap-0.5">
              <PlaceLink
                place={place}
                to={{ path: parts.slice(0, index).join("/") }}
                className="inline-flex min-h-6 min-w-6 items-center break-all rounded-sm px-1 text-primary underline-offset-4 hover:underline"
              >
                {part}
              </PlaceLink>
              <ChevronRight aria-hidden className="size-3 shrink-0 text-muted-foreground" />
            </span>
          ))}
        </nav>
      )}
      <h1 className="min-w-0 break-all px-1 font-semibold text-base">{name}</h1>
    </div>
  );
}

/** The tree where there is no room for it beside the code. */
function TreeSheet({ repository_id, place }: { repository_id: string; place: PlaceOf }) {
  const t = useMessages(files);
  const [open, setOpen] = useState(false);
  return (
    <Sheet open={open} onOpenChange={setOpen}>
      <SheetTrigger asChild>
        <Button size="sm">
          <FolderTree aria-hidden />
          {t("files")}
        </Button>
      </SheetTrigger>
      <SheetContent side="left" title={t("files")}>
        <div className="p-2">
          <Tree repository_id={repository_id} place={place} onGone={() => setOpen(false)} />
        </div>
      </SheetContent>
    </Sheet>
  );
}

/** Copies an address that shows the same lines of the same commit for as long as the repository has it. */
function CopyLink({
  repository,
  place,
  commit,
}: {
  repository: string;
  place: PlaceOf;
  commit: string | null;
}) {
  const t = useMessages(files);
  const { path, lines } = place;
  const origin = typeof window === "undefined" ? "" : window.location.origin;
  return (
    <CopyButton
      text={`${origin}${namedFilesHref(repository, { path, lines, at: commit })}`}
      label={t("copy_link")}
      showLabel
      variant="secondary"
      disabled={commit === null}
    />
  );
}
