import {
  BookOpenText,
  Braces,
  FolderGit2,
  Keyboard,
  LogOut,
  type LucideIcon,
  Moon,
  Settings,
  Sun,
  Zap,
} from "lucide-react";
import { useTheme } from "next-themes";
import type { ReactNode } from "react";
import { useMe } from "@/components/pieces/use-me";
import { Keys } from "@/components/ui/kbd";
import { useShortcutList } from "@/components/ui/shortcuts";
import { leave } from "./leave";
import { MODULES, moduleHref } from "./modules";
import { PALETTE_ACTIONS } from "./palette-actions";
import { namesWords } from "./palette-match";
import { SETTING_ENTRIES, settingHref } from "./palette-settings";
import type { FrameRepository } from "./repository-switcher";
import { GENERAL_GROUP } from "./shortcut-groups";

/** One line of the palette that the browser knows by itself. */
export type Place = {
  id: string;
  icon: LucideIcon;
  name: string;
  /** What else it is found by. */
  words?: string;
  end?: ReactNode;
  run: () => void;
};

export type PlaceGroup = { heading: string; places: Place[] };

// Moving and opening make no sense once the palette has the focus.
const NOT_ACTIONS = new Set(["j", "k", "x", "Enter", "Escape"]);

/** Of each group, so many that fit are shown to somebody who types. */
const SHOWN = 6;

/** What fits the words, a name that begins with them first; without words every line. */
export function fittingPlaces(groups: readonly PlaceGroup[], words: readonly string[]): PlaceGroup[] {
  if (words.length === 0) return groups.filter(({ places }) => places.length > 0);
  const [first = ""] = words;
  const begins = ({ name }: Place) => Number(name.toLowerCase().startsWith(first));
  return groups
    .map(({ heading, places }) => ({
      heading,
      places: places
        .filter(({ name, words: more = "" }) => namesWords(`${name} ${more}`, words))
        .sort((one, other) => begins(other) - begins(one))
        .slice(0, SHOWN),
    }))
    .filter(({ places }) => places.length > 0);
}

type Frame = {
  go: (href: string) => void;
  repositories: readonly FrameRepository[];
  repository: string | null;
  onRepository: (name: string | null) => void;
  onShowShortcuts: () => void;
  /** Settings are many, and shown only to those who look for one. */
  isTyping: boolean;
};

/** Where somebody can go and what they can do from everywhere, as far as they may. */
export function usePlaces(frame: Frame): PlaceGroup[] {
  const { may } = useMe();
  const { resolvedTheme, setTheme } = useTheme();
  const shortcuts = useShortcutList().filter(
    ({ group, keys }) => group !== GENERAL_GROUP && !NOT_ACTIONS.has(keys),
  );
  const { go, onShowShortcuts, isTyping } = frame;
  return [
    {
      heading: "On this screen",
      places: shortcuts.map(({ group, keys, label, run }) => ({
        id: `${group} ${keys}`,
        icon: Zap,
        name: label,
        end: <Keys keys={keys} />,
        run,
      })),
    },
    {
      heading: "Do",
      places: PALETTE_ACTIONS.filter(({ permission }) => may(permission)).map(({ name, words, href }) => ({
        id: href,
        icon: Zap,
        name,
        words,
        run: () => go(href),
      })),
    },
    { heading: "Go to", places: sectionPlaces(frame) },
    { heading: "Settings", places: isTyping ? settingPlaces(go) : [] },
    { heading: "Repository", places: repositoryPlaces(frame) },
    {
      heading: "Casebook",
      places: [
        themePlace(resolvedTheme === "dark", setTheme),
        {
          id: "shortcuts",
          icon: Keyboard,
          name: "Keyboard shortcuts",
          end: <Keys keys="?" />,
          run: onShowShortcuts,
        },
        { id: "leave", icon: LogOut, name: "Sign out", words: "log out leave", run: leave },
      ],
    },
  ];
}

const sectionPlaces = ({ go, repository }: Frame): Place[] => [
  ...MODULES.map(({ key, label, icon, jump, href }) => ({
    id: key,
    icon,
    name: label,
    end: <Keys keys={jump} />,
    run: () => go(moduleHref(href, repository)),
  })),
  { id: "api", icon: Braces, name: "API documentation", run: () => go("/api/docs") },
];

const settingPlaces = (go: Frame["go"]): Place[] =>
  SETTING_ENTRIES.map((entry) => ({
    id: entry.name,
    icon: Settings,
    name: entry.name,
    words: entry.words,
    run: () => go(settingHref(entry)),
  }));

function repositoryPlaces({ repositories, onRepository }: Frame): Place[] {
  if (repositories.length === 0) return [];
  return [{ id: "", name: null }, ...repositories].map(({ id, name }) => ({
    id,
    icon: FolderGit2,
    name: name ?? "All repositories",
    words: "switch repository",
    run: () => onRepository(name),
  }));
}

function themePlace(isDark: boolean, setTheme: (theme: string) => void): Place {
  const theme = { id: "theme", words: "switch colours" };
  if (isDark) return { ...theme, icon: Sun, name: "Use the light theme", run: () => setTheme("light") };
  return { ...theme, icon: Moon, name: "Use the dark theme", run: () => setTheme("dark") };
}

/** The search of memories by meaning, which is the last that is offered. */
export const meaningPlace = (q: string, go: (href: string) => void, repository: string | null): Place => {
  const parameters = new URLSearchParams({ q });
  if (repository !== null) parameters.set("repository", repository);
  return {
    id: "by meaning",
    icon: BookOpenText,
    name: `Search memories by meaning for “${q}”`,
    run: () => go(`/memories?${parameters}`),
  };
};
