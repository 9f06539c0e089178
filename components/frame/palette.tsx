"use client";

import { useQuery } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import * as Dialog from "radix-ui/dialog";
import { useRef, useState } from "react";
import { Command, CommandGroup, CommandInput, CommandList } from "@/components/ui/command";
import { overlayClasses } from "@/components/ui/dialog-opened";
import { useMessages } from "@/components/ui/messages";
import { ReturningContent } from "@/components/ui/returning-content";
import { staysHere } from "@/components/ui/unsaved";
import { repositoryNames } from "@/lib/citations/contract";
import { operationQuery } from "@/lib/doors/client";
import { frame } from "@/messages/compiled/frame";
import { framePalette } from "@/messages/compiled/frame-palette";
import type { Translate } from "@/messages/message";
import { FoundGroups, foundWords, problemWords } from "./palette-found";
import { PaletteItem } from "./palette-item";
import { PALETTE_KINDS } from "./palette-kinds";
import { typedWords } from "./palette-match";
import type { PaletteProps } from "./palette-on-demand";
import { fittingPlaces, meaningPlace, type Place, type PlaceGroup, usePlaces } from "./palette-places";
import type { Recent } from "./recent";
import { askable, useFound } from "./use-found";
import { useRecent } from "./use-recent";
import { useRepository } from "./use-repository";

/** Into the box, behind what was typed while this was loaded, so that typing goes on. */
function focusAtEnd(event: Event): void {
  if (!(event.currentTarget instanceof Element)) return;
  const box = event.currentTarget.querySelector("input");
  if (box === null) return;
  event.preventDefault();
  box.focus();
  box.setSelectionRange(box.value.length, box.value.length);
}

/**
 * Everything within reach of the keyboard: what is stored, what was opened last, screens, settings, and what can be done.
 * What the browser knows by itself stands first and stays, while what the server finds comes below it.
 */
export function Palette({
  open,
  onOpenChange,
  onShowShortcuts,
  repository,
  typed_before,
}: PaletteProps & { typed_before: string }) {
  const t = useMessages(frame);
  const isLeaving = useRef(false);
  return (
    <Dialog.Root open={open} onOpenChange={onOpenChange}>
      <Dialog.Portal>
        <Dialog.Overlay className={overlayClasses} />
        <ReturningContent
          aria-describedby={undefined}
          onOpenAutoFocus={(event) => {
            isLeaving.current = false;
            focusAtEnd(event);
          }}
          onCloseAutoFocus={(event) => {
            // Where it leads, the focus is given by the screen.
            if (isLeaving.current) event.preventDefault();
          }}
          className="-translate-x-1/2 fade-in-0 fixed top-[12vh] left-1/2 z-50 flex max-h-[76vh] w-[calc(100vw-2rem)] max-w-2xl animate-in flex-col overflow-hidden rounded-lg border bg-popover shadow-float duration-100"
        >
          <Dialog.Title className="sr-only">{t("palette")}</Dialog.Title>
          <Finder
            onDone={({ leaves }) => {
              isLeaving.current = leaves;
              onOpenChange(false);
            }}
            onShowShortcuts={onShowShortcuts}
            repository={repository}
            typed_before={typed_before}
          />
        </ReturningContent>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

/** The box and what it finds; made again with every opening. */
function Finder({
  onDone,
  onShowShortcuts,
  repository,
  typed_before,
}: {
  onDone: (how: { leaves: boolean }) => void;
  onShowShortcuts: () => void;
  repository: string | null;
  typed_before: string;
}) {
  const t = useMessages(framePalette);
  const frameWords = useMessages(frame);
  const router = useRouter();
  const [, setRepository] = useRepository();
  const [typed, setTyped] = useState(typed_before);
  const { recent } = useRecent();
  const q = askable(typed);
  const words = typedWords(q);
  const { groups, isSearching, error } = useFound(typed);
  const { data: repositories } = useQuery(operationQuery(repositoryNames, {}));
  const isTyping = words.length > 0;
  const go = (href: string) => {
    if (staysHere()) return;
    onDone({ leaves: true });
    router.push(href);
  };
  const places = usePlaces({
    go,
    repositories: repositories?.items ?? [],
    repository,
    onRepository: (name) => void setRepository(name),
    onShowShortcuts,
    isTyping,
  });
  const choose = ({ run }: Place) => {
    onDone({ leaves: false });
    run();
  };
  const shown = fittingPlaces(isTyping ? places : [openedLast({ recent, go, t }), ...places], words);
  return (
    // Everything listed was chosen for what is typed: nothing is left to filter.
    <Command label={frameWords("palette")} loop shouldFilter={false}>
      <CommandInput value={typed} onValueChange={setTyped} placeholder={frameWords("palette_hint")} />
      <CommandList label={t("results")} className="max-h-[60vh]" aria-busy={isSearching}>
        <PlaceGroups groups={shown} words={words} onChoose={choose} />
        {isTyping && <FoundGroups groups={groups} words={words} q={q} onGo={go} />}
        {isTyping && !isSearching && (
          <PlaceGroups
            groups={[{ heading: t("by_meaning"), places: [meaningPlace({ q, go, repository, t })] }]}
            words={[]}
            onChoose={choose}
          />
        )}
      </CommandList>
      <SearchState
        isTyping={isTyping}
        found={foundWords(t, groups, isSearching)}
        problem={isSearching ? "" : problemWords(t, groups, error)}
      />
    </Command>
  );
}

const openedLast = ({
  recent,
  go,
  t,
}: {
  recent: readonly Recent[];
  go: (href: string) => void;
  t: Translate<typeof framePalette>;
}): PlaceGroup => ({
  heading: t("recently_opened"),
  places: recent.map(({ kind, href, title }) => ({
    id: href,
    icon: PALETTE_KINDS[kind].icon,
    name: title,
    end: t(PALETTE_KINDS[kind].label),
    run: () => go(href),
  })),
});

/** What came of the search, said to everybody. */
function SearchState({ isTyping, found, problem }: { isTyping: boolean; found: string; problem: string }) {
  const t = useMessages(framePalette);
  return (
    <div className="flex min-h-8 flex-wrap items-center gap-x-4 border-t px-3 py-1 text-muted-foreground text-xs">
      <span role="status" className="min-w-0">
        {isTyping ? found : t("hint")}
      </span>
      {isTyping && problem !== "" && (
        <span role="alert" className="min-w-0 text-warn">
          {problem}
        </span>
      )}
    </div>
  );
}

function PlaceGroups({
  groups,
  words,
  onChoose,
}: {
  groups: readonly PlaceGroup[];
  words: readonly string[];
  onChoose: (place: Place) => void;
}) {
  return groups.map(({ heading, places }) => (
    <CommandGroup key={heading} heading={heading}>
      {places.map((place) => (
        <PaletteItem
          key={place.id}
          value={`${heading} ${place.id}`}
          icon={place.icon}
          title={place.name}
          end={place.end}
          words={words}
          onSelect={() => onChoose(place)}
        />
      ))}
    </CommandGroup>
  ));
}
