"use client";

import { ChevronDown, Circle, CircleCheck, type LucideIcon } from "lucide-react";
import { useState } from "react";
import { FormProblem } from "@/components/pieces/problem";
import { useMe } from "@/components/pieces/use-me";
import { useOperation } from "@/components/pieces/use-operation";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { useMessages } from "@/components/ui/messages";
import { Progress } from "@/components/ui/progress";
import { organizationUpdate } from "@/lib/access/contract";
import { overviewSetup } from "@/messages/compiled/overview-setup";
import type { PlainKey } from "@/messages/message";
import { type Step, useSteps } from "./setup-steps";

const isDone = ({ done }: Step) => done === true;
const isKnown = ({ done }: Step) => done !== null;

/**
 * Five steps to the first value, each of which looks for itself whether it is done. While nothing is stored they stand open;
 * afterwards they are a strip that says how many are done. Once all are, nothing, unless they were looked at just now.
 */
export function Setup({
  address,
  isEmpty,
  onClose,
}: {
  address: string;
  /** Nothing is stored yet. */
  isEmpty: boolean;
  onClose: () => void;
}) {
  const t = useMessages(overviewSetup);
  const [chosen, setChosen] = useState<boolean | null>(isEmpty || null);
  // What was open when the first memory arrived stays open: somebody is looking at it.
  const isOpen = chosen ?? false;
  const steps = useSteps({ address, isLive: isOpen });
  const known = steps.filter(isKnown);
  const done = known.filter(isDone).length;
  const isComplete = known.length > 0 && done === known.length;
  if (known.length === 0) return null;
  if (isComplete && chosen === null) return null;
  const next = steps.find((step) => step.done !== true);
  return (
    <section aria-labelledby="setup" className="mb-6 max-w-4xl rounded-md border bg-card">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1 px-4 py-2">
        <h2 id="setup" className="font-medium text-sm">
          {t("title")}
        </h2>
        <Progress label={t("steps_done")} value={done} max={known.length} className="max-w-28" />
        <p aria-live="polite" className="text-muted-foreground text-sm">
          {isOpen || next === undefined
            ? t("progress", { done, steps: known.length })
            : t("progress_and_next", { done, steps: known.length, step: next.said })}
        </p>
        <div className="ml-auto flex items-center gap-1">
          <Button
            size="sm"
            variant="ghost"
            aria-expanded={isOpen}
            aria-controls="setup-steps"
            onClick={() => setChosen(!isOpen)}
          >
            <ChevronDown aria-hidden className={cn(isOpen && "rotate-180")} />
            {t(isOpen ? "collapse" : "show")}
          </Button>
          <Button size="sm" variant="ghost" onClick={onClose}>
            {t(isComplete ? "close" : "hide")}
          </Button>
        </div>
      </div>
      <div id="setup-steps" hidden={!isOpen}>
        <SwitchOn />
        <ol className="border-t">
          {steps.map((step, index) => (
            <StepRow key={step.key} step={step} number={index + 1} open={step === next} />
          ))}
        </ol>
      </div>
    </section>
  );
}

type Looks = {
  icon: LucideIcon;
  word: PlainKey<typeof overviewSetup>;
  iconClass: string;
  titleClass: string;
};

const DONE: Looks = {
  icon: CircleCheck,
  word: "step_done",
  iconClass: "text-ok",
  titleClass: "text-muted-foreground",
};
const TO_DO: Looks = {
  icon: Circle,
  word: "step_to_do",
  iconClass: "text-muted-foreground",
  titleClass: "font-medium",
};

function StepRow({ step, number, open }: { step: Step; number: number; open: boolean }) {
  const t = useMessages(overviewSetup);
  const { icon: Icon, word, iconClass, titleClass } = isDone(step) ? DONE : TO_DO;
  return (
    <li className="border-b last:border-b-0">
      {/* The next step stands open; the others are a press away. The key makes it open and close as steps get done. */}
      <details key={String(open)} open={open} className="group">
        <summary className="flex min-h-11 cursor-pointer list-none items-center gap-3 px-4 py-2.5 hover:bg-accent/60 [&::-webkit-details-marker]:hidden">
          <Icon role="img" aria-label={t(word)} className={cn("size-4 shrink-0", iconClass)} />
          <span className={cn("text-sm", titleClass)}>
            {number}. {step.title}
          </span>
        </summary>
        <div className="flex flex-col items-start gap-3 px-4 pb-4 text-sm sm:pl-11 [&>*]:max-w-full">
          {step.state !== undefined && (
            <p role="status" className="wrap-anywhere font-medium">
              {step.state}
            </p>
          )}
          {step.body}
        </div>
      </details>
    </li>
  );
}

/** Before anything else: while memory is off, what agents write is not stored. */
function SwitchOn() {
  const t = useMessages(overviewSetup);
  const { may, organization } = useMe();
  const switchOn = useOperation(organizationUpdate, { success: t("was_switched_on") });
  if (organization === null || organization.settings.enabled) return null;
  return (
    <div className="flex flex-col items-start gap-3 border-t px-4 py-3 text-sm">
      <p className="text-pretty">
        <span className="font-medium">{t("memory_off")}</span>{" "}
        <span className="text-muted-foreground">{t("memory_off_meaning")}</span>
      </p>
      {may("organization:manage") ? (
        <Button
          variant="primary"
          busy={switchOn.isPending}
          onClick={() => switchOn.mutate({ settings: { enabled: true }, version: organization.version })}
        >
          {t("switch_on")}
        </Button>
      ) : (
        <p>{t("who_may_switch_on")}</p>
      )}
      <FormProblem error={switchOn.error} />
    </div>
  );
}
