import dynamic from "next/dynamic";
import type { ComponentType } from "react";
import { INBOX_WORDS } from "@/components/pieces/inbox-words";
import type { InboxItemProps } from "@/components/review-queue/inbox-item";
import { MemorySkeleton } from "@/components/review-queue/skeleton";
import type { InboxKind } from "@/lib/inbox/contract";

/** In the place of the item alone: without it the whole screen would be hidden while the item loads, and lose the focus. */
function Loading() {
  return (
    <div aria-busy>
      <MemorySkeleton bodyHeight="14rem" />
    </div>
  );
}

// Of each kind only what is open is loaded.
const DriftItem = dynamic(() => import("@/components/citations/inbox").then((part) => part.DriftItem), {
  loading: Loading,
});
const SuspiciousHeadItem = dynamic(
  () => import("@/components/citations/inbox").then((part) => part.SuspiciousHeadItem),
  { loading: Loading },
);
const ConflictItem = dynamic(() => import("@/components/hygiene/inbox").then((part) => part.ConflictItem), {
  loading: Loading,
});
const SuggestionItem = dynamic(
  () => import("@/components/hygiene/inbox").then((part) => part.SuggestionItem),
  { loading: Loading },
);
const QuarantineItem = dynamic(
  () => import("@/components/memories/inbox").then((part) => part.QuarantineItem),
  { loading: Loading },
);
const ImportItem = dynamic(() => import("@/components/reviews/inbox").then((part) => part.ImportItem), {
  loading: Loading,
});
const UnclassifiedItem = dynamic(
  () => import("@/components/reviews/inbox").then((part) => part.UnclassifiedItem),
  { loading: Loading },
);
const ProposalItem = dynamic(() => import("@/components/skills/inbox").then((part) => part.ProposalItem), {
  loading: Loading,
});
const FailureItem = dynamic(() => import("@/components/tasks/inbox").then((part) => part.FailureItem), {
  loading: Loading,
});

type Kind = (typeof INBOX_WORDS)[InboxKind] & {
  /** Shows the record and decides on it. */
  Item: ComponentType<InboxItemProps>;
};

/** What the inbox knows of each kind; how one is decided belongs to its own module. */
export const KINDS: Readonly<Record<InboxKind, Kind>> = {
  proposal: { ...INBOX_WORDS.proposal, Item: ProposalItem },
  drift: { ...INBOX_WORDS.drift, Item: DriftItem },
  suspicious_head: { ...INBOX_WORDS.suspicious_head, Item: SuspiciousHeadItem },
  conflict: { ...INBOX_WORDS.conflict, Item: ConflictItem },
  quarantine: { ...INBOX_WORDS.quarantine, Item: QuarantineItem },
  suggestion: { ...INBOX_WORDS.suggestion, Item: SuggestionItem },
  unclassified: { ...INBOX_WORDS.unclassified, Item: UnclassifiedItem },
  failure: { ...INBOX_WORDS.failure, Item: FailureItem },
  import: { ...INBOX_WORDS.import, Item: ImportItem },
};
