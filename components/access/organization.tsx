"use client";

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { formatCount } from "@/components/pieces/format";
import { FormProblem, fieldProblem, readProblem } from "@/components/pieces/problem";
import { useMe } from "@/components/pieces/use-me";
import { useOperation, useRefreshAfter } from "@/components/pieces/use-operation";
import { Button } from "@/components/ui/button";
import { ErrorState } from "@/components/ui/error-state";
import { Input } from "@/components/ui/input";
import { Field } from "@/components/ui/label";
import { Skeleton } from "@/components/ui/skeleton";
import { toast } from "@/components/ui/toast";
import { ToggleGroup } from "@/components/ui/toggle-group";
import { type Organization, organizationGet, organizationUpdate, type Settings } from "@/lib/access/contract";
import { ApiError, limitsOf, operationQuery } from "@/lib/doors/client";
import { type Rule, ruleList } from "@/lib/reviews/contract";
import { AgentSettings } from "./agent-settings";
import { settingsOfTexts, textsOf } from "./agent-settings-text";
import { LearnedFloor } from "./learned-floor";
import { MemoryOffConfirm } from "./memory-off-confirm";
import { ModelUse } from "./model-use";
import { NumberField } from "./number-field";
import { PackSettings, packTextsOf, settingsOfPackTexts } from "./pack-settings";
import { NotYours, Section } from "./section";

/** The organization's name and how its memory behaves. */
export function OrganizationSettings() {
  const reading = useQuery(operationQuery(organizationGet, {}));
  const problem = readProblem("The settings", reading);
  if (problem) return <ErrorState {...problem} className="max-w-prose" />;
  if (!reading.data)
    return (
      <div className="flex max-w-xl flex-col gap-6" aria-busy="true">
        {[0, 1, 2, 3].map((row) => (
          <div key={row} className="flex flex-col gap-2">
            <Skeleton className="w-32" />
            <Skeleton className="h-8 w-full" />
          </div>
        ))}
      </div>
    );
  return <OrganizationForm organization={reading.data} key={reading.data.version} />;
}

const FIELDS = [
  "/name",
  "/settings/enabled",
  "/settings/review_scope",
  "/settings/relevance_learning",
  "/settings/allowed_agents",
  "/settings/agent_types",
  "/settings/agent_type_map",
  "/settings/relevance_floor",
  "/settings/max_context_memories",
  "/settings/high_rejection_rate",
  "/settings/high_rejection_flagged",
  "/settings/language_model_daily_tokens",
  "/settings/extraction_daily_tokens",
];

function OrganizationForm({ organization }: { organization: Organization }) {
  const { may } = useMe();
  const refresh = useRefreshAfter(organizationUpdate);
  const editable = may("organization:manage");
  const [name, setName] = useState(organization.name);
  const [settings, setSettings] = useState(organization.settings);
  const [percent, setPercent] = useState(String(Math.round(organization.settings.high_rejection_rate * 100)));
  const [flagged, setFlagged] = useState(String(organization.settings.high_rejection_flagged));
  const [tokens, setTokens] = useState(String(organization.settings.language_model_daily_tokens));
  const [answers, setAnswers] = useState(String(organization.settings.extraction_daily_tokens));
  const [agents, setAgents] = useState(textsOf(organization.settings));
  const [isSwitchingOff, setSwitchingOff] = useState(false);
  const [packs, setPacks] = useState(packTextsOf(organization.settings));
  const set = (part: Partial<Settings>) => setSettings({ ...settings, ...part });

  const wanted: Settings = {
    ...settings,
    ...settingsOfTexts(agents),
    ...settingsOfPackTexts(packs, organization.settings),
    high_rejection_rate: Number(percent) / 100,
    high_rejection_flagged: Number(flagged),
    language_model_daily_tokens: Number(tokens),
    extraction_daily_tokens: Number(answers),
  };
  const changed = name !== organization.name || !sameSettings(wanted, organization.settings);

  const save = useOperation(organizationUpdate, {
    onSuccess: ({ unknown_agents }) => {
      if (unknown_agents.length === 0) toast.success("Settings saved");
      else
        toast.warning("Settings saved", {
          description: `No agent type and no agent so far: ${unknown_agents.join(", ")}. Check the spelling.`,
          duration: 12_000,
        });
    },
  });
  const send = () =>
    save.mutate(
      { name, settings: wanted, version: organization.version },
      { onSettled: () => setSwitchingOff(false) },
    );
  const isConflict = save.error instanceof ApiError && save.error.code === "conflict";

  return (
    <form
      className="flex max-w-xl flex-col gap-8"
      onSubmit={(event) => {
        event.preventDefault();
        if (organization.settings.enabled && !wanted.enabled) setSwitchingOff(true);
        else send();
      }}
    >
      {!editable && <NotYours>Only owners change the organization. You see how it is set.</NotYours>}
      <fieldset disabled={!editable} className="flex min-w-0 flex-col gap-8">
        <Field label="Name" error={fieldProblem(save.error, "/name")}>
          {(control) => (
            <Input
              {...control}
              value={name}
              onChange={(event) => setName(event.target.value)}
              maxLength={limitsOf(organizationUpdate, "name").maxLength}
              autoComplete="off"
            />
          )}
        </Field>

        <Section
          title="Memory"
          description="While it is off, agents read nothing and what they write is not stored; their calls still succeed. Evaluations of reviews count in the statistics, but make no memories. What is stored already stays."
        >
          <Choice
            label="Memory"
            disabled={!editable}
            value={settings.enabled ? "on" : "off"}
            options={[
              { value: "on", label: "On" },
              { value: "off", label: "Off" },
            ]}
            onChange={(value) => set({ enabled: value === "on" })}
          />
        </Section>

        <AgentSettings
          texts={agents}
          onTexts={setAgents}
          editable={editable}
          problems={{
            allowed: fieldProblem(save.error, "/settings/allowed_agents"),
            types: fieldProblem(save.error, "/settings/agent_types"),
            map: mapProblem(save.error),
          }}
        />

        <PackSettings
          texts={packs}
          onTexts={setPacks}
          editable={editable}
          holdout_share={organization.settings.holdout_share}
          problems={{
            floor: fieldProblem(save.error, "/settings/relevance_floor"),
            most: fieldProblem(save.error, "/settings/max_context_memories"),
          }}
        />

        <Section
          title="What is relevant enough"
          description="A pack is given when a memory is relevant enough for the task. Outcomes that were reported, expected by people or inferred from answers may raise that floor, never lower it, and only as far as they make it certain."
        >
          <Choice
            label="Learning from outcomes"
            disabled={!editable}
            value={settings.relevance_learning ? "on" : "off"}
            options={[
              { value: "on", label: "Learn from outcomes" },
              { value: "off", label: "As measured" },
            ]}
            onChange={(value) => set({ relevance_learning: value === "on" })}
          />
          <LearnedFloor editable={editable} learning={settings.relevance_learning} />
        </Section>

        <Section
          title="Memories made from reviews"
          description={
            settings.review_scope === "organization"
              ? "Rejected findings are remembered for every repository of the organization."
              : "Rejected findings are remembered for the repository that was reviewed, and nowhere else."
          }
        >
          <Choice
            label="Reach of memories made from reviews"
            disabled={!editable}
            value={settings.review_scope}
            options={[
              { value: "repository", label: "Repository" },
              { value: "organization", label: "Organization" },
            ]}
            onChange={(review_scope) => set({ review_scope })}
          />
        </Section>

        <Section
          title="High-rejection rules"
          description="A rule that passes both thresholds is evidence for a change of a skill."
        >
          <div className="grid gap-4 sm:grid-cols-2">
            <NumberField
              label="Rejection rate from (%)"
              min={0}
              max={100}
              hint="Rejected ÷ flagged findings."
              error={fieldProblem(save.error, "/settings/high_rejection_rate")}
              value={percent}
              onValue={setPercent}
            />
            <NumberField
              {...limitsOf(organizationUpdate, "settings.high_rejection_flagged")}
              label="Flagged findings from"
              hint="Fewer say too little."
              error={fieldProblem(save.error, "/settings/high_rejection_flagged")}
              value={flagged}
              onValue={setFlagged}
            />
          </div>
          <Effect wanted={wanted} />
        </Section>

        <Section
          title="Language model"
          description="Where the server has one, it drafts proposals, judges contradictions, and reads agents' answers for what rules do not see in them. Texts are sent without secrets and personal data. At the limit it is not asked again that day, and rules do without it."
        >
          <div className="grid gap-4 sm:grid-cols-2">
            <NumberField
              {...limitsOf(organizationUpdate, "settings.language_model_daily_tokens")}
              label="Tokens a day"
              hint="Questions and answers together, by UTC day. 0 keeps it from being asked."
              error={fieldProblem(save.error, "/settings/language_model_daily_tokens")}
              value={tokens}
              onValue={setTokens}
            />
            <NumberField
              {...limitsOf(organizationUpdate, "settings.extraction_daily_tokens")}
              label="Of them for agents' answers"
              hint="0 keeps answers from being sent to it."
              error={fieldProblem(save.error, "/settings/extraction_daily_tokens")}
              value={answers}
              onValue={setAnswers}
            />
          </div>
          <ModelUse />
        </Section>
      </fieldset>

      <FormProblem error={save.error} fields={FIELDS} />
      <MemoryOffConfirm
        isOpen={isSwitchingOff}
        onClose={() => setSwitchingOff(false)}
        error={save.error}
        busy={save.isPending}
        onConfirm={send}
      />
      {editable && (
        <div className="flex flex-wrap items-center gap-2">
          <Button type="submit" variant="primary" busy={save.isPending} disabled={!changed}>
            Save
          </Button>
          {isConflict && <Button onClick={() => void refresh()}>Load the current settings</Button>}
          {!changed && <span className="text-muted-foreground text-sm">Nothing to save.</span>}
        </div>
      )}
    </form>
  );
}

const MAP = "/settings/agent_type_map";

/** What is wrong with the map, with the number of its line. */
function mapProblem(error: Error | null): string | undefined {
  const problem = fieldProblem(error, MAP);
  if (problem === undefined || !(error instanceof ApiError)) return problem;
  const index = error.errors.find(({ pointer }) => pointer.startsWith(`${MAP}/`))?.pointer.split("/")[3];
  if (index === undefined) return problem;
  return `Line ${Number(index) + 1}: ${problem}`;
}

const sameSettings = (one: Settings, other: Settings) =>
  one.enabled === other.enabled &&
  one.review_scope === other.review_scope &&
  one.relevance_learning === other.relevance_learning &&
  one.relevance_floor === other.relevance_floor &&
  one.max_context_memories === other.max_context_memories &&
  JSON.stringify([one.allowed_agents, one.agent_types, one.agent_type_map]) ===
    JSON.stringify([other.allowed_agents, other.agent_types, other.agent_type_map]) &&
  one.high_rejection_rate === other.high_rejection_rate &&
  one.high_rejection_flagged === other.high_rejection_flagged &&
  one.language_model_daily_tokens === other.language_model_daily_tokens &&
  one.extraction_daily_tokens === other.extraction_daily_tokens;

/** A choice of a few that says what is chosen even to those who may not change it. */
function Choice<Value extends string>({
  label,
  value,
  options,
  disabled,
  onChange,
}: {
  label: string;
  value: Value;
  options: readonly { value: Value; label: string }[];
  disabled: boolean;
  onChange: (value: Value) => void;
}) {
  if (disabled)
    return <p className="font-medium text-sm">{options.find((option) => option.value === value)?.label}</p>;
  return (
    <ToggleGroup
      label={label}
      value={value}
      options={options}
      onValueChange={onChange}
      className="self-start"
    />
  );
}

const passes = (rule: Rule, { high_rejection_rate, high_rejection_flagged }: Settings) =>
  rule.rate !== null && rule.rate >= high_rejection_rate && rule.flagged >= high_rejection_flagged;

/** What the thresholds would do to the rules there are, before they are saved. */
function Effect({ wanted }: { wanted: Settings }) {
  const { data } = useQuery(operationQuery(ruleList, {}));
  // Of more rules than one answer holds no true count can be given.
  if (!data || data.total === 0 || data.items.length < data.total) return null;
  const high = data.items.filter((rule) => passes(rule, wanted));
  const now = data.items.filter((rule) => rule.high_rejection).length;
  return (
    <p aria-live="polite" className="text-sm">
      With these thresholds {formatCount(high.length)} of {formatCount(data.total)} rules{" "}
      {high.length === 1 ? "is" : "are"} high-rejection over all time
      {high.length === now ? "" : ` (now ${formatCount(now)})`}
      {high.length > 0 && (
        <>
          :{" "}
          {high.slice(0, 4).map((rule, index) => (
            <span key={rule.rule_category}>
              {index > 0 ? ", " : ""}
              <code className="text-xs">{rule.rule_category}</code>
            </span>
          ))}
          {high.length > 4 ? " and others" : ""}
        </>
      )}
      .
    </p>
  );
}
