import { CircleCheck, CircleX, Hourglass } from "lucide-react";
import type { TermOf } from "@/components/pieces/vocabulary";
import type { RepositoryWithCounts } from "@/lib/citations/contract";
import type { settingsRepositories } from "@/messages/compiled/settings-repositories";
import type { PlainKey, Translate } from "@/messages/message";

export const FETCH: Record<
  RepositoryWithCounts["fetch_status"],
  TermOf<PlainKey<typeof settingsRepositories>>
> = {
  pending: {
    word: "state_fetching",
    icon: Hourglass,
    tone: "neutral",
    meaning: "state_fetching_meaning",
  },
  ready: { word: "state_ready", icon: CircleCheck, tone: "calm", meaning: "state_ready_meaning" },
  failed: { word: "state_failed", icon: CircleX, tone: "danger", meaning: "state_failed_meaning" },
};

export const SOURCE_TERMS = { path: "source_path", url: "source_url", github: "source_github" } as const;

export function sourceOf(
  t: Translate<typeof settingsRepositories>,
  { source }: RepositoryWithCounts,
): string {
  if (source.kind === "github")
    return t("source_at_github", { repository: source.repository, connection: source.connection.label });
  if (source.kind === "path") return source.path;
  return source.url;
}
