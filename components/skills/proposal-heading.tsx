"use client";

import type { RefObject } from "react";
import { BackLink } from "@/components/pieces/back-link";
import { DefinitionHint } from "@/components/pieces/definition-hint";
import { LongText } from "@/components/pieces/long-text";
import { Price, priceOf } from "@/components/pieces/price";
import { RelativeTime } from "@/components/pieces/relative-time";
import { StatusBadge } from "@/components/pieces/status-with-reason";
import { useFormat } from "@/components/pieces/use-format";
import Link from "@/components/ui/link";
import { useMessages } from "@/components/ui/messages";
import { visible } from "@/components/ui/visible";
import { type ProposalDetail, uploaderOf } from "@/lib/skills/contract";
import { proposalPage } from "@/messages/compiled/proposal-page";
import { skillsWords } from "@/messages/compiled/skills-words";
import { Assign } from "./assign";
import type { ProposalQueue } from "./proposal-queue";
import { isPredicted, PROPOSAL_TERMS } from "./words";

export function ProposalHeading({
  proposal,
  queue,
  heading,
}: {
  proposal: ProposalDetail;
  queue: ProposalQueue;
  /** Where the focus goes when it is opened in a queue. */
  heading?: RefObject<HTMLHeadingElement | null>;
}) {
  const t = useMessages(proposalPage);
  const words = useMessages(skillsWords);
  const Title = queue.isPage ? "h1" : "h2";
  return (
    <header className="mb-4 flex flex-col gap-1.5">
      {queue.isPage && (
        <BackLink
          href={queue.list_href}
          place={
            queue.place !== null &&
            queue.total !== null && <span>{t("place", { place: queue.place, total: queue.total })}</span>
          }
        >
          {t("proposals")}
        </BackLink>
      )}
      <Title
        ref={heading}
        tabIndex={-1}
        dir="auto"
        className="max-w-[60ch] text-pretty wrap-anywhere font-semibold text-lg"
      >
        {visible(proposal.title)}
      </Title>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1 text-muted-foreground text-sm">
        <StatusBadge term={PROPOSAL_TERMS[proposal.status]} t={words} />
        <span className="min-w-0 wrap-anywhere">
          <Link
            href={`/skills/${proposal.skill.id}`}
            className="text-foreground underline decoration-border-strong underline-offset-4 hover:decoration-foreground"
          >
            {proposal.skill.name}
          </Link>{" "}
          › {proposal.section}
        </span>
        <span className="min-w-0 wrap-anywhere font-mono text-xs">{proposal.repository.name}</span>
        <Origin proposal={proposal} />
        <Assign proposal={proposal} />
      </div>
      <Predicted proposal={proposal} />
      {proposal.rationale !== proposal.title && (
        <LongText
          key={proposal.id}
          text={proposal.rationale}
          what="reason"
          className="mt-1 max-w-prose text-base"
        />
      )}
    </header>
  );
}

/** What asked for the change, and how it was worded. */
function Origin({ proposal }: { proposal: ProposalDetail }) {
  const t = useMessages(proposalPage);
  const { formatShare } = useFormat();
  const uploader = uploaderOf(proposal.drafter);
  const when = () => <RelativeTime at={proposal.created_at} />;
  if (uploader !== null)
    return (
      <>
        <span>{t("requested_by", { name: uploader })}</span>
        <span className="inline-flex items-center gap-1">
          {t.rich("uploaded", { when })} <Cost drafting={proposal.drafting} />
        </span>
      </>
    );
  return (
    <>
      <span className="inline-flex items-center gap-1">
        {isPredicted(proposal.predicted)
          ? t("supported_with_confidence", {
              count: proposal.evidence_count,
              confidence: formatShare(proposal.confidence),
            })
          : t("supported", { count: proposal.evidence_count })}
        <DefinitionHint term={t("confidence")}>{t("confidence_definition")}</DefinitionHint>
      </span>
      <span className="inline-flex items-center gap-1">
        {proposal.drafter === "deterministic"
          ? t.rich("drafted_without_model", { when })
          : t.rich("drafted_by", { when, drafter: proposal.drafter })}
        <Cost drafting={proposal.drafting} />
      </span>
    </>
  );
}

/** What the edit would have done to the findings of the last 30 days, with its price. */
function Predicted({ proposal }: { proposal: ProposalDetail }) {
  const t = useMessages(proposalPage);
  const { predicted, intents } = proposal;
  if (!predicted) return null;
  const asked = Object.values(intents);
  const isDemotion = asked.length > 0 && asked.every((intent) => intent === "demote");
  return (
    <p className="mt-1 flex flex-wrap items-center gap-x-1.5 text-sm">
      <Price price={priceOf(predicted)} effect={isDemotion ? "demotes" : "prevents"} />
      <span className="text-muted-foreground">
        {t.rich("counted", { when: () => <RelativeTime at={predicted.at} /> })}{" "}
        <DefinitionHint term={t("effect")}>{t("effect_definition")}</DefinitionHint>
      </span>
    </p>
  );
}

function Cost({ drafting }: { drafting: ProposalDetail["drafting"] }) {
  const t = useMessages(proposalPage);
  const { prompt_version, input_tokens, output_tokens, cost_usd, fallback } = drafting;
  if (prompt_version === null && fallback === null && input_tokens === 0) return null;
  const tokens = { input: input_tokens, output: output_tokens };
  return (
    <DefinitionHint term={t("how_drafted")}>
      {prompt_version !== null && `${t("prompt", { version: prompt_version })} `}
      {fallback ?? ""}{" "}
      {cost_usd === null
        ? t("tokens_without_price", tokens)
        : t("tokens_and_cost", { ...tokens, cost: cost_usd })}
    </DefinitionHint>
  );
}
