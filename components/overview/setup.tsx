"use client";

import { ChevronDown, Circle, CircleCheck } from "lucide-react";
import { useState } from "react";
import { FormProblem } from "@/components/pieces/problem";
import { useMe } from "@/components/pieces/use-me";
import { useOperation } from "@/components/pieces/use-operation";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { Progress } from "@/components/ui/progress";
import { organizationUpdate } from "@/lib/access/contract";
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
          Set up
        </h2>
        <Progress label="Steps done" value={done} max={known.length} className="max-w-28" />
        <p aria-live="polite" className="text-muted-foreground text-sm">
          {done} of {known.length} done
          {!isOpen && next !== undefined && `; next: ${next.title.toLowerCase()}`}
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
            {isOpen ? "Collapse" : "Show the steps"}
          </Button>
          <Button size="sm" variant="ghost" onClick={onClose}>
            {isComplete ? "Done" : "Hide"}
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

const DONE = {
  icon: CircleCheck,
  word: "done",
  iconClass: "text-ok",
  titleClass: "text-muted-foreground",
};
const TO_DO = {
  icon: Circle,
  word: "to do",
  iconClass: "text-muted-foreground",
  titleClass: "font-medium",
};

function StepRow({ step, number, open }: { step: Step; number: number; open: boolean }) {
  const { icon: Icon, word, iconClass, titleClass } = isDone(step) ? DONE : TO_DO;
  return (
    <li className="border-b last:border-b-0">
      {/* The next step stands open; the others are a press away. The key makes it open and close as steps get done. */}
      <details key={String(open)} open={open} className="group">
        <summary className="flex min-h-11 cursor-pointer list-none items-center gap-3 px-4 py-2.5 hover:bg-accent/60 [&::-webkit-details-marker]:hidden">
          <Icon role="img" aria-label={word} className={cn("size-4 shrink-0", iconClass)} />
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
  const { may, organization } = useMe();
  const switchOn = useOperation(organizationUpdate, { success: "Memory is on" });
  if (organization === null || organization.settings.enabled) return null;
  return (
    <div className="flex flex-col items-start gap-3 border-t px-4 py-3 text-sm">
      <p className="text-pretty">
        <span className="font-medium">Memory is off.</span>{" "}
        <span className="text-muted-foreground">
          Agents read nothing and what they write is not stored. You can switch it off again in the settings.
        </span>
      </p>
      {may("organization:manage") ? (
        <Button
          variant="primary"
          busy={switchOn.isPending}
          onClick={() => switchOn.mutate({ settings: { enabled: true }, version: organization.version })}
        >
          Switch memory on
        </Button>
      ) : (
        <p>An owner switches it on.</p>
      )}
      <FormProblem error={switchOn.error} />
    </div>
  );
}
