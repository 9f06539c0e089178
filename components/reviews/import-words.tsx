import { Ban, CircleCheck, FileClock, Hourglass, LoaderCircle, Repeat2 } from "lucide-react";
import type { Term } from "@/components/pieces/vocabulary";
import type { ImportState, ReviewImport } from "@/lib/reviews/contract";

export const IMPORT_STATUS_TERMS: Record<ReviewImport["status"], Term> = {
  draft: {
    word: "draft",
    icon: FileClock,
    tone: "warn",
    meaning: "A preview; nothing is stored until you confirm it.",
  },
  waiting: {
    word: "waiting",
    icon: Hourglass,
    tone: "quiet",
    meaning: "It starts in a moment.",
  },
  running: { word: "running", icon: LoaderCircle, tone: "neutral", meaning: "Being stored." },
  done: { word: "done", icon: CircleCheck, tone: "calm", meaning: "Everything was stored or skipped." },
};

export const IMPORT_STATE_TERMS: Record<ImportState, Term> = {
  draft: { word: "draft", icon: FileClock, tone: "warn", meaning: "Not stored yet; review it." },
  waiting: { word: "waiting", icon: Hourglass, tone: "quiet", meaning: "Will be stored soon." },
  stored: { word: "stored", icon: CircleCheck, tone: "calm", meaning: "It is a finding now." },
  repeated: { word: "already stored", icon: Repeat2, tone: "quiet", meaning: "It was stored before." },
  skipped: { word: "left out", icon: Ban, tone: "quiet", meaning: "It is not stored; the reason says why." },
};

export const IMPORT_KIND_WORDS: Record<ReviewImport["kind"], string> = {
  evaluations: "evaluations",
  sarif: "SARIF",
  github: "pull request",
};
