import { Ban, CircleCheck, FileClock, Hourglass, LoaderCircle, Repeat2 } from "lucide-react";
import type { TermOf } from "@/components/pieces/vocabulary";
import type { ImportState, ReviewImport } from "@/lib/reviews/contract";
import type { reviewsImportWords } from "@/messages/compiled/reviews-import-words";
import type { PlainKey } from "@/messages/message";

type Word = PlainKey<typeof reviewsImportWords>;

export const IMPORT_STATUS_TERMS: Record<ReviewImport["status"], TermOf<Word>> = {
  draft: {
    word: "status_draft",
    icon: FileClock,
    tone: "warn",
    meaning: "status_draft_meaning",
  },
  waiting: {
    word: "status_waiting",
    icon: Hourglass,
    tone: "quiet",
    meaning: "status_waiting_meaning",
  },
  running: { word: "status_running", icon: LoaderCircle, tone: "neutral", meaning: "status_running_meaning" },
  done: { word: "status_done", icon: CircleCheck, tone: "calm", meaning: "status_done_meaning" },
};

export const IMPORT_STATE_TERMS: Record<ImportState, TermOf<Word>> = {
  draft: { word: "state_draft", icon: FileClock, tone: "warn", meaning: "state_draft_meaning" },
  waiting: { word: "state_waiting", icon: Hourglass, tone: "quiet", meaning: "state_waiting_meaning" },
  stored: { word: "state_stored", icon: CircleCheck, tone: "calm", meaning: "state_stored_meaning" },
  repeated: { word: "state_repeated", icon: Repeat2, tone: "quiet", meaning: "state_repeated_meaning" },
  skipped: { word: "state_skipped", icon: Ban, tone: "quiet", meaning: "state_skipped_meaning" },
};

export const IMPORT_KIND_WORDS: Record<ReviewImport["kind"], Word> = {
  evaluations: "kind_evaluations",
  sarif: "kind_sarif",
  github: "kind_github",
};
