import { CircleCheck, CircleX, Hourglass } from "lucide-react";
import type { Term } from "@/components/pieces/vocabulary";
import type { RepositoryWithCounts } from "@/lib/citations/contract";

export const FETCH: Record<RepositoryWithCounts["fetch_status"], Term> = {
  pending: { word: "fetching", icon: Hourglass, tone: "neutral", meaning: "Its commits are being fetched." },
  ready: { word: "ready", icon: CircleCheck, tone: "calm", meaning: "Its commits can be read." },
  failed: { word: "failed", icon: CircleX, tone: "danger", meaning: "Its commits could not be fetched." },
};

export const SOURCE_TERMS = { path: "Folder", url: "URL", github: "GitHub" } as const;

export function sourceOf({ source }: RepositoryWithCounts): string {
  if (source.kind === "github") return `${source.repository} at GitHub, through ${source.connection.label}`;
  if (source.kind === "path") return source.path;
  return source.url;
}
