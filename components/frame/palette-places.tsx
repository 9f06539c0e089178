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
import { useMessages } from "@/components/ui/messages";
import { useShortcutList } from "@/components/ui/shortcuts";
import { frame as frameArea } from "@/messages/compiled/frame";
import { framePalette } from "@/messages/compiled/frame-palette";
import { frameSettings } from "@/messages/compiled/frame-settings";
import type { Translate } from "@/messages/message";
import { MODULES, moduleHref } from "./modules";
import { PALETTE_ACTIONS } from "./palette-actions";
import { namesWords } from "./palette-match";
import { SETTING_ENTRIES, settingHref } from "./palette-settings";
import { signOutAndForget } from "./sign-out";

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
  repositories: readonly { id: string; name: string }[];
  repository: string | null;
  onRepository: (name: string | null) => void;
  onShowShortcuts: () => void;
  /** Settings are many, and shown only to those who look for one. */
  isTyping: boolean;
};

/** Where somebody can go and what they can do from everywhere, as far as they may. */
export function usePlaces(frame: Frame): PlaceGroup[] {
  const t = useMessages(framePalette);
  const frameWords = useMessages(frameArea);
  const settingWords = useMessages(frameSettings);
  const { may } = useMe();
  const { resolvedTheme, setTheme } = useTheme();
  const shortcuts = useShortcutList().filter(
    ({ group, keys }) => group !== frameWords("keys_everywhere") && !NOT_ACTIONS.has(keys),
  );
  const { go, onShowShortcuts, isTyping } = frame;
  return [
    {
      heading: t("on_this_screen"),
      places: shortcuts.map(({ group, keys, label, run }) => ({
        id: `${group} ${keys}`,
        icon: Zap,
        name: label,
        end: <Keys keys={keys} />,
        run,
      })),
    },
    {
      heading: t("do"),
      places: PALETTE_ACTIONS.filter(({ permission }) => may(permission)).map(({ name, words, href }) => ({
        id: href,
        icon: Zap,
        name: t(name),
        words: t(words),
        run: () => go(href),
      })),
    },
    { heading: t("go_to"), places: sectionPlaces(frame, { t, frameWords }) },
    { heading: t("settings"), places: isTyping ? settingPlaces(go, settingWords) : [] },
    { heading: t("repository"), places: repositoryPlaces(frame, { t, frameWords }) },
    {
      heading: t("casebook"),
      places: [
        themePlace({ isDark: resolvedTheme === "dark", setTheme, t }),
        {
          id: "shortcuts",
          icon: Keyboard,
          name: t("shortcuts"),
          end: <Keys keys="?" />,
          run: onShowShortcuts,
        },
        { id: "leave", icon: LogOut, name: t("sign_out"), words: t("sign_out_words"), run: signOutAndForget },
      ],
    },
  ];
}

type Words = { t: Translate<typeof framePalette>; frameWords: Translate<typeof frameArea> };

const sectionPlaces = ({ go, repository }: Frame, { t, frameWords }: Words): Place[] => [
  ...MODULES.map(({ key, label, icon, jump, href }) => ({
    id: key,
    icon,
    name: frameWords(label),
    end: <Keys keys={jump} />,
    run: () => go(moduleHref(href, repository)),
  })),
  { id: "api", icon: Braces, name: t("api_docs"), run: () => go("/api/docs") },
];

const settingPlaces = (go: Frame["go"], t: Translate<typeof frameSettings>): Place[] =>
  SETTING_ENTRIES.map((entry) => ({
    id: entry.name,
    icon: Settings,
    name: t(entry.name),
    words: t(entry.words),
    run: () => go(settingHref(entry, t)),
  }));

function repositoryPlaces({ repositories, onRepository }: Frame, { t, frameWords }: Words): Place[] {
  if (repositories.length === 0) return [];
  return [{ id: "", name: null }, ...repositories].map(({ id, name }) => ({
    id,
    icon: FolderGit2,
    name: name ?? frameWords("all_repositories"),
    words: t("repository_words"),
    run: () => onRepository(name),
  }));
}

function themePlace({
  isDark,
  setTheme,
  t,
}: {
  isDark: boolean;
  setTheme: (theme: string) => void;
  t: Words["t"];
}): Place {
  const theme = { id: "theme", words: t("theme_words") };
  if (isDark) return { ...theme, icon: Sun, name: t("theme_light"), run: () => setTheme("light") };
  return { ...theme, icon: Moon, name: t("theme_dark"), run: () => setTheme("dark") };
}

/** The search of memories by meaning, which is the last that is offered. */
export function meaningPlace({
  q,
  go,
  repository,
  t,
}: {
  q: string;
  go: (href: string) => void;
  repository: string | null;
  t: Words["t"];
}): Place {
  const parameters = new URLSearchParams({ q });
  if (repository !== null) parameters.set("repository", repository);
  return {
    id: "by meaning",
    icon: BookOpenText,
    name: t("search_by_meaning", { query: q }),
    run: () => go(`/memories?${parameters}`),
  };
}
