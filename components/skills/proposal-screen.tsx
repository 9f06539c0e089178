"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { FilePen, GitMerge, TriangleAlert } from "lucide-react";
import Link from "next/link";
import { useRouter } from "next/navigation";
import { useQueryStates } from "nuqs";
import { useEffect, useState } from "react";
import { BackLink } from "@/components/pieces/back-link";
import { DefinitionHint } from "@/components/pieces/definition-hint";
import { DiffView } from "@/components/pieces/diff-view";
import { EvidenceRail } from "@/components/pieces/evidence-rail";
import { formatCount, formatShare } from "@/components/pieces/format";
import { LongText } from "@/components/pieces/long-text";
import { FormProblem, fieldProblem, readProblem } from "@/components/pieces/problem";
import { RelativeTime } from "@/components/pieces/relative-time";
import { StatusBadge, StatusWithReason } from "@/components/pieces/status-with-reason";
import { useMe } from "@/components/pieces/use-me";
import { whoMay } from "@/components/pieces/who-may";
import { Button } from "@/components/ui/button";
import { ErrorState } from "@/components/ui/error-state";
import { Keys } from "@/components/ui/kbd";
import { Progress } from "@/components/ui/progress";
import { useShortcuts } from "@/components/ui/shortcuts";
import { Skeleton } from "@/components/ui/skeleton";
import { toast } from "@/components/ui/toast";
import { ToggleGroup } from "@/components/ui/toggle-group";
import { useMediaQuery } from "@/components/ui/use-media-query";
import { call, operationQuery } from "@/lib/doors/client";
import {
  type Hunk,
  type ProposalDetail,
  proposalGet,
  proposalList,
  proposalRebase,
  proposalRedraft,
  uploaderOf,
} from "@/lib/skills/contract";
import { refreshSkills } from "./affected";
import { Assign } from "./assign";
import { Comments } from "./comments";
import { Approve, Reject } from "./decide";
import { DeliveryState, useDeliveries } from "./delivery";
import { DIFF_VIEWS, proposalParameters, queueInput } from "./filters";
import { HunkBlock, type HunkEditing } from "./hunk-block";
import { approvedHunks, growthOf, type HunkWindow, textOf, windowOf } from "./hunk-text";
import { Undo } from "./undo";
import { evidenceOf, PROPOSAL_TERMS } from "./words";

/** The open proposals in their order, and where this one stands among them. */
function useQueue(proposal_id: string, repository: string | null) {
  const router = useRouter();
  const client = useQueryClient();
  const { data } = useQuery(operationQuery(proposalList, queueInput(repository)));
  const query = repository === null ? "" : `?${new URLSearchParams({ repository })}`;
  const items = data?.items ?? [];
  const index = items.findIndex(({ id }) => id === proposal_id);
  const next = [...items.slice(index + 1), ...items.slice(0, Math.max(0, index))].find(
    ({ id }) => id !== proposal_id,
  );
  // Read ahead, so that deciding leads straight on.
  const next_href = next ? `/proposals/${next.id}${query}` : null;
  const next_id = next?.id;
  useEffect(() => {
    if (next_href !== null) router.prefetch(next_href);
    if (next_id !== undefined)
      void client.prefetchQuery(operationQuery(proposalGet, { proposal_id: next_id }));
  }, [client, router, next_href, next_id]);
  return {
    total: data?.total ?? null,
    place: index === -1 ? null : index + 1,
    list_href: `/proposals${query}`,
    next: next_href === null ? null : () => router.push(next_href),
  };
}

function Heading({ proposal, queue }: { proposal: ProposalDetail; queue: ReturnType<typeof useQueue> }) {
  const uploader = uploaderOf(proposal.drafter);
  return (
    <header className="mb-4 flex flex-col gap-1.5">
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
      <h1 dir="auto" className="max-w-[60ch] text-pretty wrap-anywhere font-semibold text-lg">
        {proposal.title}
      </h1>
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
        {uploader === null ? (
          <span className="inline-flex items-center gap-1">
            {formatCount(proposal.evidence_count)} rejected{" "}
            {proposal.evidence_count === 1 ? "finding" : "findings"} ask for it, confidence{" "}
            {formatShare(proposal.confidence)}
            <DefinitionHint term="Confidence">
              The lower end of the 95 % interval of the rule's rejection rate; of several rules the lowest. It
              says how sure the evidence is, not how good the wording.
            </DefinitionHint>
          </span>
        ) : (
          <span>asked for by {uploader}, not by findings</span>
        )}
        <span className="inline-flex items-center gap-1">
          {uploader === null ? "drafted" : "uploaded"} <RelativeTime at={proposal.created_at} />{" "}
          {uploader === null &&
            (proposal.drafter === "deterministic" ? "without a language model" : `by ${proposal.drafter}`)}
          <Cost drafting={proposal.drafting} />
        </span>
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

/** What the edit would have done to the findings of the last 30 days, with its price. */
function Predicted({ proposal }: { proposal: ProposalDetail }) {
  const { predicted, intents } = proposal;
  if (!predicted) return null;
  const asked = Object.values(intents);
  const isDemotion = asked.length > 0 && asked.every((intent) => intent === "demote");
  const { spared, rejected, touched, implemented, days, at } = predicted;
  return (
    <p className="mt-1 flex flex-wrap items-center gap-x-1.5 text-sm">
      <span className="font-medium">
        {isDemotion ? "Would have made minor remarks of" : "Would have spared"} {formatCount(spared)} of{" "}
        {formatCount(rejected)} rejected findings
      </span>
      <span className="text-muted-foreground">
        in the last {days} days
        {implemented > 0 &&
          `, at the price of ${formatCount(touched)} of ${formatCount(implemented)} implemented ones`}
        , counted <RelativeTime at={at} />{" "}
        <DefinitionHint term="Expected effect">
          Counted by matching: findings of this skill and the hunk's rule, in files where its evidence lies
          (common folder and extension), with a title like the evidence's (at least 40 % of the words in
          common); of a rule that is to be disabled or demoted, all its findings. The evidence itself counts,
          so it is an upper bound. The wording is not weighed.
        </DefinitionHint>
      </span>
    </p>
  );
}

function Cost({ drafting }: { drafting: ProposalDetail["drafting"] }) {
  const { prompt_version, input_tokens, output_tokens, cost_usd, fallback } = drafting;
  if (prompt_version === null && fallback === null && input_tokens === 0) return null;
  return (
    <DefinitionHint term="How it was drafted">
      {prompt_version !== null && `Prompt ${prompt_version}. `}
      {fallback ?? ""} {formatCount(input_tokens)} tokens asked, {formatCount(output_tokens)} answered
      {cost_usd === null ? "; no price is set." : `, ${cost_usd.toFixed(4)} US dollars.`}
    </DefinitionHint>
  );
}

/** The section moved: what changed in the skill since the draft, and a fresh draft from the same evidence. */
function ConflictNotice({ proposal }: { proposal: ProposalDetail }) {
  const client = useQueryClient();
  const { may } = useMe();
  // No evidence can be drafted from anew.
  const own = uploaderOf(proposal.drafter) !== null;
  const redraft = useMutation({
    mutationFn: () => call(proposalRedraft, { proposal_id: proposal.id, version: proposal.version }),
    onSuccess: () =>
      toast.success("Drafted anew", { description: "The same evidence, against the skill as it is now." }),
    onSettled: () => refreshSkills(client),
  });
  const rebase = useMutation({
    mutationFn: () => call(proposalRebase, { proposal_id: proposal.id, version: proposal.version }),
    onSuccess: () =>
      toast.success("Carried over", { description: "The same hunks, in the skill as it is now." }),
    onSettled: () => refreshSkills(client),
  });
  return (
    <section aria-label="Conflict" className="mb-4 rounded-md border border-warn/40 bg-card">
      <div className="flex flex-wrap items-start gap-x-4 gap-y-2 px-3 py-2.5 text-sm">
        <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0 text-warn" />
        <div className="min-w-0 flex-1 basis-72">
          <p className="font-medium">The skill moved since this was drafted</p>
          <p className="text-pretty text-muted-foreground">
            It was written for version {formatCount(proposal.base_version)}; version{" "}
            {formatCount(proposal.current_version)} says something else in this section. Nothing is
            overwritten:{" "}
            {proposal.rebasable
              ? `its hunks can be carried over as they are${own ? "" : ", or it is drafted anew from the same evidence"}.`
              : own
                ? "where both changed a line the three texts are shown; have it uploaded again, made from the newest version, or reject it."
                : "where both changed a line the three texts are shown; draft it anew from the same evidence, or reject it."}
          </p>
        </div>
        {may("skills:manage") ? (
          <div className="flex flex-wrap gap-2">
            {proposal.rebasable && (
              <Button variant="primary" busy={rebase.isPending} onClick={() => rebase.mutate()}>
                <GitMerge aria-hidden />
                Rebase
              </Button>
            )}
            {!own && (
              <Button
                variant={proposal.rebasable ? "secondary" : "primary"}
                busy={redraft.isPending}
                onClick={() => redraft.mutate()}
              >
                <FilePen aria-hidden />
                Draft anew
              </Button>
            )}
          </div>
        ) : (
          <p className="text-muted-foreground text-xs">{whoMay("skills:manage", "draft it anew")}</p>
        )}
      </div>
      {(redraft.isError || rebase.isError) && (
        <div className="px-3 pb-3">
          <FormProblem error={redraft.error ?? rebase.error} />
        </div>
      )}
      <details className="border-t px-3 py-2">
        <summary className="cursor-pointer text-sm">
          What changed in the skill since version {formatCount(proposal.base_version)}
        </summary>
        <DiffView
          className="mt-2"
          label={proposal.skill.path}
          old_text={proposal.base_content}
          new_text={proposal.current_content}
        />
      </details>
    </section>
  );
}

/** What was decided, by whom and why, and how far the version has come. */
function Decision({ proposal, onNext }: { proposal: ProposalDetail; onNext: (() => void) | null }) {
  const applied = proposal.applied_version;
  const { may } = useMe();
  const deliveries = useDeliveries(proposal.skill.id, applied !== null);
  const delivery = deliveries.data?.items.find(({ version_number }) => version_number === applied);
  return (
    <section aria-label="Decision" className="mb-4 flex flex-col gap-3 rounded-md border bg-card px-3 py-3">
      <StatusWithReason
        term={PROPOSAL_TERMS[proposal.status]}
        reason={
          proposal.feedback ? (
            <span dir="auto" className="whitespace-pre-wrap wrap-anywhere">
              {proposal.feedback}
            </span>
          ) : (
            PROPOSAL_TERMS[proposal.status].meaning
          )
        }
        actor={proposal.decided_by}
        at={proposal.decided_at}
        action={
          <div className="flex flex-wrap gap-2">
            {proposal.undo_until !== null && may("proposals:decide") && <Undo proposal={proposal} />}
            {applied !== null && (
              <Button asChild size="sm">
                <Link href={`/skills/${proposal.skill.id}?version=${applied}`}>
                  Version {formatCount(applied)} of {proposal.skill.name}
                </Link>
              </Button>
            )}
            {onNext ? (
              <Button size="sm" variant="primary" onClick={onNext}>
                Next open one
              </Button>
            ) : (
              <Button asChild size="sm">
                <Link href="/proposals">Nothing else is open</Link>
              </Button>
            )}
          </div>
        }
      />
      {applied !== null &&
        (deliveries.isError ? (
          <p className="text-muted-foreground text-sm">How far its delivery has come could not be read.</p>
        ) : delivery ? (
          <div className="border-t pt-3" aria-live="polite">
            <DeliveryState delivery={delivery} />
          </div>
        ) : null)}
    </section>
  );
}

type Placed = { hunk: Hunk; window: HunkWindow; moved_by: number };

/** Every hunk in its place, numbered as if those above it that are taken were applied. */
function placed(
  proposal: ProposalDetail,
  content: string,
  left_out: ReadonlySet<string>,
  edits: Readonly<Record<string, string>>,
): Placed[] {
  let moved_by = 0;
  return [...proposal.hunks]
    .sort((a, b) => (a.start_line ?? 0) - (b.start_line ?? 0) || a.position - b.position)
    .map((hunk) => {
      const window = windowOf(hunk, content, textOf(hunk, edits));
      const entry = { hunk, window, moved_by };
      const applies = proposal.status === "open" ? !left_out.has(hunk.id) : hunk.decision !== "rejected";
      if (applies) moved_by += growthOf(window);
      return entry;
    });
}

/** Which hunks the person has looked at, kept in this browser for this version of the proposal. */
function useSeen(proposal: ProposalDetail) {
  const key = `casebook.seen.${proposal.id}.${proposal.version}`;
  const [seen, setSeen] = useState<ReadonlySet<string>>(new Set());
  useEffect(() => {
    const kept = window.localStorage.getItem(key);
    setSeen(new Set(kept === null ? [] : kept.split(" ")));
  }, [key]);
  const mark = (id: string, next: boolean) => {
    const ids = new Set(seen);
    if (next) ids.add(id);
    else ids.delete(id);
    setSeen(ids);
    window.localStorage.setItem(key, [...ids].join(" "));
  };
  return [seen, mark] as const;
}

function Desk({ proposal, queue }: { proposal: ProposalDetail; queue: ReturnType<typeof useQueue> }) {
  const [parameters, set] = useQueryStates(proposalParameters);
  const { me, may } = useMe();
  const wide = useMediaQuery("(min-width: 1024px)");
  const [edits, setEdits] = useState<Record<string, string>>({});
  const [leftOut, setLeftOut] = useState<ReadonlySet<string>>(new Set());
  const [editingId, setEditingId] = useState<string | null>(null);
  const [dialog, setDialog] = useState<"approve" | "reject" | null>(null);
  const [refusal, setRefusal] = useState<Error | null>(null);

  const [commentingId, setCommentingId] = useState<string | null>(null);
  const [seenIds, setSeen] = useSeen(proposal);
  const canComment = may("reviews:write");

  const isOpen = proposal.status === "open";
  const canDecide = isOpen && may("proposals:decide");
  const hunks = placed(proposal, isOpen ? proposal.current_content : proposal.base_content, leftOut, edits);
  const index = Math.min(hunks.length, Math.max(1, parameters.hunk)) - 1;
  const current = hunks[index]?.hunk;
  const taken = hunks.filter(({ hunk }) => !leftOut.has(hunk.id));
  const isEdited = (hunk: Hunk) => edits[hunk.id] !== undefined && edits[hunk.id] !== hunk.proposed_text;
  const edited = taken.filter(({ hunk }) => isEdited(hunk)).length;
  const blocked = taken.filter(({ hunk }) => hunk.conflict !== null).length;
  const body = approvedHunks({ hunks: hunks.map(({ hunk }) => hunk) }, leftOut, edits);
  const canApprove = canDecide && taken.length > 0 && blocked === 0;

  const dirty = Object.keys(edits).length > 0;
  useEffect(() => {
    if (!dirty) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener("beforeunload", warn);
    return () => window.removeEventListener("beforeunload", warn);
  }, [dirty]);

  const select = (next: number) => {
    const target = hunks[next];
    if (!target) return;
    void set({ hunk: next + 1 });
    document.getElementById(`hunk-${target.hunk.id}`)?.scrollIntoView({ block: "nearest" });
  };
  const take = (id: string, next: boolean) => {
    const ids = new Set(leftOut);
    if (next) ids.delete(id);
    else ids.add(id);
    setLeftOut(ids);
    if (!next && editingId === id) setEditingId(null);
  };
  const decided = () => {
    setEdits({});
    setLeftOut(new Set());
    queue.next?.();
  };
  const errorOf = (hunk: Hunk) => {
    const place = body?.findIndex(({ hunk_id }) => hunk_id === hunk.id) ?? -1;
    if (place === -1) return undefined;
    return fieldProblem(refusal, `/hunks/${place}`);
  };

  useShortcuts(
    [
      { keys: "j", label: "Next hunk", run: () => select(index + 1) },
      { keys: "k", label: "Previous hunk", run: () => select(index - 1) },
      ...(canDecide
        ? [
            ...(canApprove ? [{ keys: "a", label: "Approve", run: () => setDialog("approve") }] : []),
            { keys: "r", label: "Reject", run: () => setDialog("reject") },
            {
              keys: "e",
              label: "Edit the hunk",
              run: () => {
                if (current && !leftOut.has(current.id)) setEditingId(current.id);
              },
            },
            {
              keys: "x",
              label: "Take or leave out the hunk",
              run: () => {
                if (current) take(current.id, leftOut.has(current.id));
              },
            },
          ]
        : []),
      ...(canComment && current
        ? [{ keys: "c", label: "Comment on the hunk", run: () => setCommentingId(current.id) }]
        : []),
      ...(isOpen && current
        ? [
            {
              keys: "v",
              label: "Mark the hunk as looked at",
              run: () => {
                setSeen(current.id, !seenIds.has(current.id));
                if (!seenIds.has(current.id)) select(index + 1);
              },
            },
          ]
        : []),
      ...(queue.next ? [{ keys: "n", label: "Next open proposal", run: queue.next }] : []),
    ],
    "Proposal",
  );

  const seenCount = hunks.filter(({ hunk }) => seenIds.has(hunk.id)).length;
  const general = proposal.comments.filter(
    ({ hunk_id }) => hunk_id === null || !hunks.some(({ hunk }) => hunk.id === hunk_id),
  );

  const editingOf = (hunk: Hunk): HunkEditing | null => {
    if (canDecide)
      return {
        taken: !leftOut.has(hunk.id),
        editing: editingId === hunk.id,
        edited: isEdited(hunk),
        text: textOf(hunk, edits),
        error: errorOf(hunk),
        onTake: (next) => take(hunk.id, next),
        onEdit: (next) => setEditingId(next ? hunk.id : null),
        onText: (text) => setEdits({ ...edits, [hunk.id]: text }),
        onReset: () => {
          const { [hunk.id]: _, ...others } = edits;
          setEdits(others);
        },
      };
    return null;
  };

  return (
    <>
      {proposal.conflict && isOpen && <ConflictNotice proposal={proposal} />}
      {!isOpen && <Decision proposal={proposal} onNext={queue.next} />}
      <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_20rem] xl:grid-cols-[minmax(0,1fr)_24rem]">
        <section aria-label="Proposed change" className="min-w-0 rounded-md border">
          <header className="flex min-h-10 flex-wrap items-center gap-x-3 gap-y-1 border-b bg-sunken px-3 py-1.5 text-xs">
            <p className="min-w-0 break-all font-medium font-mono">{proposal.skill.path}</p>
            <span className="text-muted-foreground">
              {isOpen
                ? `version ${formatCount(proposal.current_version)}`
                : `against version ${formatCount(proposal.base_version)}`}
            </span>
            {isOpen && (
              <span className="inline-flex items-center gap-2 text-muted-foreground">
                <Progress
                  className="w-16 bg-border"
                  max={hunks.length}
                  value={seenCount}
                  label="Hunks of this file you have looked at"
                />
                {formatCount(seenCount)} of {formatCount(hunks.length)} looked at
              </span>
            )}
            <ToggleGroup
              label="View of the difference"
              className="ml-auto max-md:hidden"
              value={parameters.view}
              onValueChange={(view) => void set({ view })}
              options={DIFF_VIEWS.map((view) => ({ value: view, label: view }))}
            />
          </header>
          {hunks.map(({ hunk, window, moved_by }, position) => (
            <HunkBlock
              key={hunk.id}
              hunk={hunk}
              name={`Hunk ${position + 1} of ${hunks.length}`}
              window={window}
              moved_by={moved_by}
              view={parameters.view}
              selected={position === index}
              onSelect={() => select(position)}
              editing={editingOf(hunk)}
              with_evidence={!wide}
              proposal_feedback={proposal.feedback}
              proposal_id={proposal.id}
              comments={proposal.comments.filter(({ hunk_id }) => hunk_id === hunk.id)}
              commenting={canComment ? commentingId === hunk.id : null}
              onComment={(next) => setCommentingId(next ? hunk.id : null)}
              seen={isOpen ? seenIds.has(hunk.id) : null}
              onSeen={(next) => setSeen(hunk.id, next)}
            />
          ))}
          <Comments comments={general} earlier />
        </section>
        {current !== undefined && (
          <div className="sticky top-[calc(var(--frame-top,0px)+1.25rem)] max-h-[calc(100dvh-9rem)] overflow-y-auto max-lg:hidden">
            <EvidenceRail
              title={hunks.length === 1 ? "Evidence" : `Evidence for hunk ${index + 1}`}
              summary={
                <>
                  <span dir="auto" className="whitespace-pre-wrap">
                    {current.rationale}
                  </span>
                  {proposal.predicted !== null && (
                    <span className="mt-1 block">
                      Alone it would have spared {formatCount(current.spared)} rejected{" "}
                      {current.spared === 1 ? "finding" : "findings"}
                      {current.touched > 0 &&
                        ` and kept ${formatCount(current.touched)} implemented from being flagged`}
                      .
                    </span>
                  )}
                </>
              }
              items={evidenceOf(current)}
            />
          </div>
        )}
      </div>
      {isOpen && (
        <div
          data-bottom-bar=""
          className="sticky bottom-0 z-20 -mx-4 mt-6 flex flex-wrap items-center gap-2 border-t bg-background px-4 py-2.5 sm:-mx-6 sm:px-6"
        >
          <p className="mr-auto text-sm">
            {me !== null &&
              (!canDecide ? (
                <span className="text-muted-foreground">
                  {whoMay("proposals:decide", "decide on proposals")}
                </span>
              ) : blocked > 0 ? (
                <span className="text-warn">
                  {blocked === 1 ? "One hunk" : `${formatCount(blocked)} hunks`} cannot be applied as{" "}
                  {blocked === 1 ? "it is" : "they are"}: {proposal.rebasable ? "rebase first" : "see above"},
                  or leave {blocked === 1 ? "it" : "them"} out.
                </span>
              ) : taken.length === 0 ? (
                <span className="text-muted-foreground">
                  No hunk is taken. To take none, reject the proposal.
                </span>
              ) : hunks.length === 1 ? null : (
                `${formatCount(taken.length)} of ${formatCount(hunks.length)} hunks taken`
              ))}
          </p>
          {queue.next !== null && (
            <Button variant="ghost" onClick={queue.next}>
              Skip
              <span className="max-sm:hidden">
                <Keys keys="n" />
              </span>
            </Button>
          )}
          {canDecide && (
            <>
              <Button variant="danger" onClick={() => setDialog("reject")}>
                Reject
                <span className="max-sm:hidden">
                  <Keys keys="r" />
                </span>
              </Button>
              <Button variant="primary" disabled={!canApprove} onClick={() => setDialog("approve")}>
                {taken.length === hunks.length ? "Approve" : `Approve ${formatCount(taken.length)}`}
                <span className="max-sm:hidden">
                  <Keys keys="a" />
                </span>
              </Button>
            </>
          )}
        </div>
      )}
      {canDecide && (
        <>
          <Approve
            open={dialog === "approve"}
            onOpenChange={(open) => setDialog(open ? "approve" : null)}
            proposal={proposal}
            hunks={body}
            edited={edited}
            onDecided={decided}
            onRefused={setRefusal}
          />
          <Reject
            open={dialog === "reject"}
            onOpenChange={(open) => setDialog(open ? "reject" : null)}
            proposal={proposal}
            onDecided={decided}
          />
        </>
      )}
    </>
  );
}

/** Should this change of a skill be accepted: the difference beside its evidence, decided hunk by hunk. */
export function ProposalScreen({ proposal_id }: { proposal_id: string }) {
  const [{ repository }] = useQueryStates(proposalParameters);
  const query = useQuery(operationQuery(proposalGet, { proposal_id }));
  const queue = useQueue(proposal_id, repository);
  const problem = readProblem("The proposal", query);
  if (problem && !query.data) return <ErrorState {...problem} />;
  if (!query.data)
    return (
      <div aria-busy className="flex flex-col gap-4">
        <Skeleton className="w-40" />
        <Skeleton className="h-6 w-[32rem] max-w-full" />
        <Skeleton className="w-[28rem] max-w-full" />
        <div className="grid gap-6 lg:grid-cols-[minmax(0,1fr)_20rem]">
          <Skeleton className="h-96" />
          <Skeleton className="h-64 max-lg:hidden" />
        </div>
      </div>
    );
  return (
    <>
      <Heading proposal={query.data} queue={queue} />
      {/* Another proposal starts with nothing edited and nothing left out. */}
      <Desk key={proposal_id} proposal={query.data} queue={queue} />
    </>
  );
}
