"use client";

import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useId } from "react";
import { FormFooter } from "@/components/pieces/form-footer";
import { TextField } from "@/components/pieces/text-field";
import { useForm } from "@/components/pieces/use-form";
import { useMe } from "@/components/pieces/use-me";
import { Checkbox } from "@/components/ui/checkbox";
import { Choose } from "@/components/ui/choose";
import { Dialog, DialogContent } from "@/components/ui/dialog";
import { Field } from "@/components/ui/label";
import { ToggleGroup } from "@/components/ui/toggle-group";
import { AGENT_TYPES, agentKeyCreate } from "@/lib/access/contract";
import { repositoryList } from "@/lib/citations/contract";
import { operationQuery } from "@/lib/doors/client";
import { TOOL_SETS, type ToolSet } from "@/lib/kernel/contract";
import { DEFAULT_AGENT_PERMISSIONS, PERMISSIONS, type Permission } from "@/lib/kernel/permissions";
import { focusFirstField } from "./focus";
import { ShownOnce } from "./shown-once";

const DAY_MS = 86_400_000;
const EXPIRIES = [
  { value: "never", label: "Never" },
  { value: "30", label: "In 30 days" },
  { value: "90", label: "In 90 days" },
  { value: "365", label: "In a year" },
] as const;

const GROUPS: readonly { label: string; of: readonly string[] }[] = [
  { label: "Knowledge", of: ["memories", "citations"] },
  { label: "Reviews and skills", of: ["reviews", "skills", "proposals"] },
  {
    label: "Administration",
    of: ["repositories", "connections", "organization", "members", "keys", "audit", "jobs"],
  },
];
const groupOf = (permission: Permission) =>
  GROUPS.find(({ of }) => of.includes(permission.split(":")[0] ?? ""))?.label;

const toggled = <Item,>(items: readonly Item[], item: Item): Item[] => {
  if (items.includes(item)) return items.filter((other) => other !== item);
  return [...items, item];
};

const TOOL_SET_WORDS: Record<ToolSet, string> = {
  reviews: "Reviews: evaluations, findings, rules",
  tasks: "Tasks: how tasks went, solution patterns, failures",
  administration: "Administration: conflicts, proposals, skills, reports, suggestions for every repository",
  logs: "Logs: conversations, and what is remembered of them",
};

type Values = {
  name: string;
  agent: string;
  agent_types: string[];
  permissions: Permission[];
  repository_ids: string[];
  tool_sets: ToolSet[];
  expires: (typeof EXPIRIES)[number]["value"];
  limitsTypes: boolean;
  limitsRepositories: boolean;
};

const EMPTY: Values = {
  name: "",
  agent: "",
  agent_types: [],
  permissions: [...DEFAULT_AGENT_PERMISSIONS],
  repository_ids: [],
  tool_sets: [],
  expires: "never",
  limitsTypes: false,
  limitsRepositories: false,
};

/** The fields that the choices write. */
const inputOf = ({ expires, limitsTypes, limitsRepositories, ...values }: Values) => ({
  ...values,
  name: values.name.trim(),
  agent: values.agent.trim(),
  agent_types: limitsTypes ? values.agent_types : null,
  repository_ids: limitsRepositories ? values.repository_ids : null,
  expires_at: expires === "never" ? null : new Date(Date.now() + Number(expires) * DAY_MS).toISOString(),
});

/** Makes an agent key, then shows it, once, with the commands that put it to use. */
export function CreateKey({ address, onClose }: { address: string; onClose: () => void }) {
  const { may } = useMe();
  const repositories = useQuery(operationQuery(repositoryList, { limit: 200 }));

  const form = useForm(agentKeyCreate, {
    defaults: EMPTY,
    toInput: inputOf,
    fields: Object.keys(agentKeyCreate.input.shape),
  });
  const { values, set, data: made } = form;

  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      {made ? (
        <ShownOnce agent={made.agent_key.agent} agent_key={made.key} address={address} />
      ) : (
        <DialogContent title="Create agent key" className="max-w-2xl" onOpenAutoFocus={focusFirstField}>
          <form className="flex flex-col gap-5" onSubmit={form.submit}>
            <div className="grid gap-4 sm:grid-cols-2">
              <TextField
                form={form}
                name="name"
                label="Name of the key"
                hint="Where it is used."
                placeholder="CI of the API"
              />
              <TextField
                form={form}
                name="agent"
                label="Agent"
                hint="Its memories carry this name. A name that no agent has yet makes one."
                placeholder="review-bot"
              />
            </div>

            <Restriction
              label="Speaks as"
              all="Every agent type"
              isLimited={values.limitsTypes}
              onLimit={(isLimited) => set("limitsTypes", isLimited)}
            >
              <Checks
                legend="Agent types that the key may speak as"
                legend_as="hidden"
                error={form.problemOf("agent_types")}
                items={AGENT_TYPES.map((type) => ({ value: type, label: type }))}
                selected={values.agent_types}
                onToggle={(type) => set("agent_types", toggled(values.agent_types, type))}
                columns="grid-cols-2 sm:grid-cols-3"
              />
            </Restriction>

            <fieldset className="min-w-0">
              <legend className="font-medium text-sm">May</legend>
              <p className="mb-2 text-muted-foreground text-xs">
                {form.problemOf("permissions") ??
                  "A key never carries more than you may do yourself. With memories:global, what it stores may reach every repository."}
              </p>
              <div className="grid gap-4 sm:grid-cols-3">
                {GROUPS.map((group) => (
                  <Checks
                    key={group.label}
                    legend={group.label}
                    legend_as="small"
                    items={PERMISSIONS.filter((permission) => groupOf(permission) === group.label).map(
                      (permission) => ({
                        value: permission,
                        label: permission,
                        disabled: !may(permission),
                      }),
                    )}
                    selected={values.permissions}
                    onToggle={(permission) => set("permissions", toggled(values.permissions, permission))}
                  />
                ))}
              </div>
            </fieldset>

            <Restriction
              label="Repositories"
              all="All"
              isLimited={values.limitsRepositories}
              onLimit={(isLimited) => set("limitsRepositories", isLimited)}
            >
              <Checks
                legend="Repositories the key may see"
                legend_as="hidden"
                error={form.problemOf("repository_ids")}
                items={(repositories.data?.items ?? []).map((item) => ({
                  value: item.id,
                  label: item.name,
                }))}
                selected={values.repository_ids}
                onToggle={(id) => set("repository_ids", toggled(values.repository_ids, id))}
                empty="No repository is registered yet."
              />
            </Restriction>

            <Checks
              legend="MCP tools besides the default ones"
              hint="A model reads every tool with every request; each set takes up to 2,500 tokens."
              error={form.problemOf("tool_sets")}
              items={TOOL_SETS.map((toolSet) => ({ value: toolSet, label: TOOL_SET_WORDS[toolSet] }))}
              selected={values.tool_sets}
              onToggle={(toolSet) => set("tool_sets", toggled(values.tool_sets, toolSet))}
            />

            <Field label="Expires" error={form.problemOf("expires_at")}>
              {(control) => (
                <Choose
                  {...control}
                  value={values.expires}
                  onChoose={(expires) => set("expires", expires)}
                  options={EXPIRIES}
                  className="w-44"
                />
              )}
            </Field>

            {form.problem}
            <FormFooter
              className="mt-0"
              verb="Create key"
              busy={form.isPending}
              disabled={
                (values.limitsTypes && values.agent_types.length === 0) ||
                values.permissions.length === 0 ||
                (values.limitsRepositories && values.repository_ids.length === 0)
              }
            />
          </form>
        </DialogContent>
      )}
    </Dialog>
  );
}

/** Everything, or only what is chosen below. */
function Restriction({
  label,
  all,
  isLimited,
  onLimit,
  children,
}: {
  label: string;
  all: string;
  isLimited: boolean;
  onLimit: (isLimited: boolean) => void;
  children: ReactNode;
}) {
  return (
    <div className="flex flex-col gap-2">
      <span className="font-medium text-sm">{label}</span>
      <ToggleGroup
        label={label}
        value={isLimited ? "chosen" : "all"}
        onValueChange={(value) => onLimit(value === "chosen")}
        className="self-start"
        options={[
          { value: "all", label: all },
          { value: "chosen", label: "Only some" },
        ]}
      />
      {isLimited && children}
    </div>
  );
}

const LEGENDS = {
  heading: "font-medium text-sm",
  small: "text-muted-foreground text-xs",
  hidden: "sr-only",
} as const;

/** What is wrong with a field, or else what it is for. */
function Remark({ error, hint }: { error?: string; hint?: string }) {
  if (error)
    return (
      <p role="alert" className="text-danger text-xs">
        {error}
      </p>
    );
  if (hint) return <p className="text-muted-foreground text-xs">{hint}</p>;
  return null;
}

function Checks<Value extends string>({
  legend,
  hint,
  error,
  items,
  selected,
  onToggle,
  columns,
  empty,
  legend_as = "heading",
}: {
  legend: string;
  hint?: string;
  error?: string;
  items: readonly { value: Value; label: string; disabled?: boolean }[];
  selected: readonly string[];
  onToggle: (value: Value) => void;
  columns?: string;
  empty?: string;
  legend_as?: keyof typeof LEGENDS;
}) {
  const id = useId();
  return (
    <fieldset className="min-w-0">
      <legend className={LEGENDS[legend_as]}>{legend}</legend>
      <Remark error={error} hint={hint} />
      {items.length === 0 && <p className="text-muted-foreground text-sm">{empty}</p>}
      <div className={columns ? `mt-1 grid ${columns} gap-x-4` : "mt-1"}>
        {items.map((item) => (
          <div key={item.value} className="flex h-7 items-center gap-2 text-sm">
            <Checkbox
              id={`${id}-${item.value}`}
              checked={selected.includes(item.value)}
              disabled={item.disabled ?? false}
              onCheckedChange={() => onToggle(item.value)}
            />
            <label
              htmlFor={`${id}-${item.value}`}
              className={item.disabled ? "truncate text-muted-foreground" : "cursor-pointer truncate"}
              title={item.disabled ? "Your role may not do this" : undefined}
            >
              {item.label}
            </label>
          </div>
        ))}
      </div>
    </fieldset>
  );
}
