"use client";

import { Button } from "@/components/ui/button";
import { Input } from "@/components/ui/input";
import { Field } from "@/components/ui/label";
import { Textarea } from "@/components/ui/textarea";
import { ToggleGroup } from "@/components/ui/toggle-group";
import { AGENT_TYPES, DEFAULT_AGENT_TYPE_MAP } from "@/lib/access/contract";
import { mapInLines } from "./agent-settings-text";
import { RefusalsList } from "./refusals-list";
import { Section } from "./section";

/** What of the agents' settings is typed as text, until it is saved. */
export type AgentTexts = {
  everybody: boolean;
  allowed: string;
  types: string;
  map: string;
};

/** Which agents are served and learned from, and which type is meant by a name that is none. */
export function AgentSettings({
  texts,
  onTexts,
  problems,
  editable,
}: {
  texts: AgentTexts;
  onTexts: (texts: AgentTexts) => void;
  problems: { allowed: string | undefined; types: string | undefined; map: string | undefined };
  editable: boolean;
}) {
  const set = (part: Partial<AgentTexts>) => onTexts({ ...texts, ...part });
  return (
    <Section
      title="Agents"
      description="Every agent is of a type, which says what matters to it first. A name that is no type is mapped to one; what no pattern matches is the main agent."
    >
      {editable ? (
        <ToggleGroup
          label="Agents that are served and learned from"
          className="self-start"
          value={texts.everybody ? "all" : "some"}
          onValueChange={(value) => set({ everybody: value === "all" })}
          options={[
            { value: "all", label: "Every agent" },
            { value: "some", label: "Only some" },
          ]}
        />
      ) : (
        <p className="font-medium text-sm">{texts.everybody ? "Every agent" : "Only some agents"}</p>
      )}
      {!texts.everybody && (
        <Field
          label="Served and learned from"
          hint="Agent types and names of agents, one a line."
          error={problems.allowed}
        >
          {(control) => (
            <Textarea
              {...control}
              rows={4}
              value={texts.allowed}
              onChange={(event) => set({ allowed: event.target.value })}
            />
          )}
        </Field>
      )}
      <Field
        label="Agent types of your own"
        hint={`Besides ${AGENT_TYPES.slice(0, 3).join(", ")} and the other ${AGENT_TYPES.length - 3}; separated by commas.`}
        error={problems.types}
      >
        {(control) => (
          <Input
            {...control}
            value={texts.types}
            autoComplete="off"
            onChange={(event) => set({ types: event.target.value })}
          />
        )}
      </Field>
      <Field
        label="Names and their types"
        hint="A pattern and a type on each line, * for any characters. The first that matches counts."
        error={problems.map}
      >
        {(control) => (
          <Textarea
            {...control}
            rows={10}
            spellCheck={false}
            className="max-h-80 font-mono text-xs"
            value={texts.map}
            onChange={(event) => set({ map: event.target.value })}
          />
        )}
      </Field>
      {editable && texts.map !== mapInLines(DEFAULT_AGENT_TYPE_MAP) && (
        <Button
          size="sm"
          className="self-start"
          onClick={() => set({ map: mapInLines(DEFAULT_AGENT_TYPE_MAP) })}
        >
          Put the default map in
        </Button>
      )}
      <RefusalsList />
    </Section>
  );
}
