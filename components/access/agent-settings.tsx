"use client";

import { Button } from "@/components/ui/button";
import { Input } from "@/components/ui/input";
import { Field } from "@/components/ui/label";
import { Textarea } from "@/components/ui/textarea";
import { ToggleGroup } from "@/components/ui/toggle-group";
import { AGENT_TYPES, DEFAULT_AGENT_TYPE_MAP } from "@/lib/access/contract";
import { mapInLines } from "./agent-settings-text";
import { RefusalsList } from "./refusals-list";
import { NoPreview, Section } from "./section";

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
      description="Every agent has a type, which decides what it is served first. A name that is not a type is mapped to one below; a name that no pattern matches counts as main."
    >
      {editable ? (
        <ToggleGroup
          label="Allowed agents"
          className="self-start"
          value={texts.everybody ? "all" : "some"}
          onValueChange={(value) => set({ everybody: value === "all" })}
          options={[
            { value: "all", label: "Every agent" },
            { value: "some", label: "Only these" },
          ]}
        />
      ) : (
        <p className="font-medium text-sm">{texts.everybody ? "Every agent" : "Only these agents"}</p>
      )}
      {!texts.everybody && (
        <Field
          label="Allowed agent types and names"
          hint="One per line. Only these agents are served memories and learned from."
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
        label="Custom agent types"
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
        hint="One pattern and its type per line; * matches any characters. The first match counts."
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
          Insert the defaults
        </Button>
      )}
      <NoPreview>it takes effect with the next call of an agent.</NoPreview>
      <RefusalsList />
    </Section>
  );
}
