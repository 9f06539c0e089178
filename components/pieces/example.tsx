"use client";

import { useQuery } from "@tanstack/react-query";
import { FlaskConical } from "lucide-react";
import { type ReactNode, useState } from "react";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { useMessages } from "@/components/ui/messages";
import { Progress } from "@/components/ui/progress";
import { operationQuery } from "@/lib/doors/client";
import { type Example as ExampleOf, exampleGet, examplePlay, exampleRemove } from "@/lib/upkeep/contract";
import { example as exampleWords } from "@/messages/compiled/example";
import { Confirm } from "./confirm";
import { FormProblem } from "./problem";
import { switchOrganization } from "./switch-organization";
import { useMe } from "./use-me";
import { useOperation } from "./use-operation";

const LOOK_EVERY_MS = 1_000;

const isMoving = (example: ExampleOf | null | undefined) =>
  example?.progress.state === "playing" || example?.progress.state === "removing";

/** The example of the organization: played by one press, opened, and removed by one. Nothing inside of an example. */
export function Example({
  isOffered,
  className,
}: {
  /** Whether one is offered where there is none. */
  isOffered: boolean;
  className?: string;
}) {
  const { may } = useMe();
  const { data } = useQuery({
    ...operationQuery(exampleGet, {}),
    refetchInterval: ({ state }) => isMoving(state.data?.example) && LOOK_EVERY_MS,
  });
  if (data === undefined || data.example_of !== null) return null;
  if (data.example === null) {
    if (!isOffered || !may("repositories:manage")) return null;
    return (
      <Frame className={className}>
        <Offer hasData={data.has_data} />
      </Frame>
    );
  }
  return (
    <Frame className={className}>
      <Standing example={data.example} mayRemove={may("repositories:manage")} />
    </Frame>
  );
}

function Frame({ className, children }: { className: string | undefined; children: ReactNode }) {
  const t = useMessages(exampleWords);
  return (
    <section
      aria-label={t("example")}
      className={cn(
        "flex flex-wrap items-center gap-x-4 gap-y-2 rounded-md border border-dashed px-4 py-2.5 text-sm",
        className,
      )}
    >
      <FlaskConical aria-hidden className="size-4 shrink-0 text-muted-foreground" />
      {children}
    </section>
  );
}

function Offer({ hasData }: { hasData: boolean }) {
  const t = useMessages(exampleWords);
  const [isAsking, setAsking] = useState(false);
  const play = useOperation(examplePlay, { onSuccess: () => setAsking(false) });
  return (
    <>
      <p className="min-w-0 flex-1 basis-72 text-pretty">
        <span className="font-medium">{t("explore")}</span>{" "}
        <span className="text-muted-foreground">{t("explore_meaning")}</span>
      </p>
      <Button busy={play.isPending} onClick={() => (hasData ? setAsking(true) : play.mutate({}))}>
        {t("create")}
      </Button>
      {!isAsking && <FormProblem error={play.error} />}
      <Confirm
        open={isAsking}
        onOpenChange={setAsking}
        title={t("create_title")}
        verb={t("create_verb")}
        tone="primary"
        error={play.error}
        busy={play.isPending}
        onConfirm={() => play.mutate({ confirm: true })}
      >
        {t("create_meaning")}
      </Confirm>
    </>
  );
}

function Standing({ example, mayRemove }: { example: ExampleOf; mayRemove: boolean }) {
  const t = useMessages(exampleWords);
  const { name, slug, progress } = example;
  const remove = useOperation(exampleRemove);
  return (
    <>
      <div aria-live="polite" className="min-w-0 flex-1 basis-72">
        <Words name={name} progress={progress} />
      </div>
      {progress.state === "ready" && (
        <Button variant="primary" onClick={() => switchOrganization(slug)}>
          {t("open")}
        </Button>
      )}
      {mayRemove && progress.state !== "removing" && (
        <Button variant="danger" busy={remove.isPending} onClick={() => remove.mutate({})}>
          {t(progress.state === "playing" ? "stop" : "remove")}
        </Button>
      )}
      <FormProblem error={remove.error} />
    </>
  );
}

function Words({
  name,
  progress: { state, step, done, steps, error },
}: Pick<ExampleOf, "name" | "progress">) {
  const t = useMessages(exampleWords);
  switch (state) {
    case "playing":
      return (
        <div className="flex flex-col gap-1.5">
          <p>
            {t.rich("creating", {
              step: step ?? t("waiting"),
              done,
              steps,
              progress: (content) => <span className="text-muted-foreground tabular-nums">{content}</span>,
            })}
          </p>
          <Progress label={t("steps")} value={done} max={steps} className="max-w-72" />
        </div>
      );
    case "failed":
      return (
        <p className="text-pretty">
          {t.rich("failed", {
            error: error ?? "",
            failed: (content) => <span className="font-medium text-danger">{content}</span>,
          })}
        </p>
      );
    case "removing":
      return <p className="text-muted-foreground">{t("removing")}</p>;
    default:
      return (
        <p className="text-pretty">
          {t.rich("ready", {
            name: () => <span className="font-medium">{name}</span>,
            rest: (content) => <span className="text-muted-foreground">{content}</span>,
          })}
        </p>
      );
  }
}
