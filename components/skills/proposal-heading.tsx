"use client";

import type { RefObject } from "react";
import { BackLink } from "@/components/pieces/back-link";
import { DefinitionHint } from "@/components/pieces/definition-hint";
import { formatCount, formatShare, wordFor } from "@/components/pieces/format";
import { LongText } from "@/components/pieces/long-text";
import { Price, priceOf } from "@/components/pieces/price";
import { RelativeTime } from "@/components/pieces/relative-time";
import { StatusBadge } from "@/components/pieces/status-with-reason";
import Link from "@/components/ui/link";
import { type ProposalDetail, uploaderOf } from "@/lib/skills/contract";
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
  const Title = queue.isPage ? "h1" : "h2";
  return (
    <header className="mb-4 flex flex-col gap-1.5">
      {queue.isPage && (
        <BackLink
          href={queue.list_href}
          place={
            queue.place !== null &&
            queue.total !== null && (
              <span>
                {formatCount(queue.place)} of {formatCount(queue.total)} open
              </span>
            )
          }
        >
          Proposals
        </BackLink>
      )}
      <Title
        ref={heading}
        tabIndex={-1}
        dir="auto"
        className="max-w-[60ch] text-pretty wrap-anywhere font-semibold text-lg"
      >
        {proposal.title}
      </Title>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1 text-muted-foreground text-sm">
        <StatusBadge term={PROPOSAL_TERMS[proposal.status]} />
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
  const uploader = uploaderOf(proposal.drafter);
  if (uploader !== null)
    return (
      <>
        <span>requested by {uploader}, not based on findings</span>
        <span className="inline-flex items-center gap-1">
          uploaded <RelativeTime at={proposal.created_at} /> <Cost drafting={proposal.drafting} />
        </span>
      </>
    );
  return (
    <>
      <span className="inline-flex items-center gap-1">
        {formatCount(proposal.evidence_count)} rejected{" "}
        {wordFor(proposal.evidence_count, "finding supports", "findings support")} it
        {isPredicted(proposal.predicted) && `, confidence ${formatShare(proposal.confidence)}`}
        <DefinitionHint term="Confidence">
          How certain it is that the findings this change hides are false alarms: the lower end of the 95 %
          interval of prevented ÷ (prevented + hidden) findings of the last 30 days. It does not judge the
          wording.
        </DefinitionHint>
      </span>
      <span className="inline-flex items-center gap-1">
        drafted <RelativeTime at={proposal.created_at} /> {drafterWords(proposal.drafter)}
        <Cost drafting={proposal.drafting} />
      </span>
    </>
  );
}

function drafterWords(drafter: string): string {
  if (drafter === "deterministic") return "without a language model";
  return `by ${drafter}`;
}

/** What the edit would have done to the findings of the last 30 days, with its price. */
function Predicted({ proposal }: { proposal: ProposalDetail }) {
  const { predicted, intents } = proposal;
  if (!predicted) return null;
  const asked = Object.values(intents);
  const isDemotion = asked.length > 0 && asked.every((intent) => intent === "demote");
  return (
    <p className="mt-1 flex flex-wrap items-center gap-x-1.5 text-sm">
      <Price price={priceOf(predicted)} verb={isDemotion ? "Demotes to minor remarks" : "Prevents"} />
      <span className="text-muted-foreground">
        counted <RelativeTime at={predicted.at} />{" "}
        <DefinitionHint term="Expected effect">
          Counted by matching: findings of this skill and the hunk's rule, in files like those of its evidence
          (common folder and extension), with similar titles (at least 40 % of the words in common); for a
          rule to be disabled or demoted, all its findings. The evidence itself is included, so this is an
          upper bound. The wording is not considered.
        </DefinitionHint>
      </span>
    </p>
  );
}

function costWords(cost_usd: number | null): string {
  if (cost_usd === null) return "; no price is set.";
  return `, ${cost_usd.toFixed(4)} US dollars.`;
}

function Cost({ drafting }: { drafting: ProposalDetail["drafting"] }) {
  const { prompt_version, input_tokens, output_tokens, cost_usd, fallback } = drafting;
  if (prompt_version === null && fallback === null && input_tokens === 0) return null;
  return (
    <DefinitionHint term="How it was drafted">
      {prompt_version !== null && `Prompt ${prompt_version}. `}
      {fallback ?? ""} {formatCount(input_tokens)} input tokens, {formatCount(output_tokens)} output tokens
      {costWords(cost_usd)}
    </DefinitionHint>
  );
}
