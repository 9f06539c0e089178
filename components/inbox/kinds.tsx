import type { ComponentType } from "react";
import { DriftItem, SuspiciousHeadItem } from "@/components/citations/inbox";
import { ConflictItem, SuggestionItem } from "@/components/hygiene/inbox";
import { QuarantineItem } from "@/components/memories/inbox";
import { INBOX_WORDS } from "@/components/pieces/inbox-words";
import type { InboxItemProps } from "@/components/review-queue/inbox-item";
import { ImportItem, UnclassifiedItem } from "@/components/reviews/inbox";
import { ProposalItem } from "@/components/skills/inbox";
import { FailureItem } from "@/components/tasks/inbox";
import type { InboxKind } from "@/lib/inbox/contract";

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
