"use client";

import { useQuery } from "@tanstack/react-query";
import { useId, useState } from "react";
import { FormProblem, fieldProblem } from "@/components/pieces/problem";
import { useMe } from "@/components/pieces/use-me";
import { useOperation } from "@/components/pieces/use-operation";
import { Button } from "@/components/ui/button";
import { Checkbox } from "@/components/ui/checkbox";
import { Dialog, DialogClose, DialogContent, DialogFooter } from "@/components/ui/dialog";
import { Input } from "@/components/ui/input";
import { Field } from "@/components/ui/label";
import { Select, SelectContent, SelectItem, SelectTrigger, SelectValue } from "@/components/ui/select";
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
  { days: "never", label: "Never" },
  { days: "30", label: "In 30 days" },
  { days: "90", label: "In 90 days" },
  { days: "365", label: "In a year" },
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
  administration: "Administration: conflicts, proposals, skills, reports, suggestions for every repository",
};

const FIELDS = [
  "/name",
  "/agent",
  "/agent_types",
  "/permissions",
  "/repository_ids",
  "/tool_sets",
  "/expires_at",
];

/** Makes an agent key, then shows it, once, with the commands that put it to use. */
export function CreateKey({ address, onClose }: { address: string; onClose: () => void }) {
  const { may } = useMe();
  const [name, setName] = useState("");
  const [agent, setAgent] = useState("");
  const [bound, setBound] = useState(false);
  const [types, setTypes] = useState<string[]>([]);
  const [permissions, setPermissions] = useState<Permission[]>([...DEFAULT_AGENT_PERMISSIONS]);
  const [reach, setReach] = useState<"all" | "chosen">("all");
  const [chosen, setChosen] = useState<string[]>([]);
  const [sets, setSets] = useState<ToolSet[]>([]);
  const [days, setDays] = useState("never");
  const repositories = useQuery(operationQuery(repositoryList, { limit: 200 }));

  const create = useOperation(agentKeyCreate);
  const send = () =>
    create.mutate({
      name: name.trim(),
      agent: agent.trim(),
      agent_types: bound ? types : null,
      permissions,
      repository_ids: reach === "all" ? null : chosen,
      tool_sets: sets,
      expires_at: days === "never" ? null : new Date(Date.now() + Number(days) * DAY_MS).toISOString(),
    });
  const made = create.data;

  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      {made ? (
        <ShownOnce agent={made.agent_key.agent} agent_key={made.key} address={address} />
      ) : (
        <DialogContent title="Create agent key" className="max-w-2xl" onOpenAutoFocus={focusFirstField}>
          <form
            className="flex flex-col gap-5"
            onSubmit={(event) => {
              event.preventDefault();
              send();
            }}
          >
            <div className="grid gap-4 sm:grid-cols-2">
              <Field
                label="Name of the key"
                hint="Where it is used."
                error={fieldProblem(create.error, "/name")}
              >
                {(control) => (
                  <Input
                    {...control}
                    required
                    maxLength={100}
                    autoComplete="off"
                    placeholder="CI of the API"
                    value={name}
                    onChange={(event) => setName(event.target.value)}
                  />
                )}
              </Field>
              <Field
                label="Agent"
                hint="Its memories carry this name. A name that no agent has yet makes one."
                error={fieldProblem(create.error, "/agent")}
              >
                {(control) => (
                  <Input
                    {...control}
                    required
                    maxLength={100}
                    autoComplete="off"
                    placeholder="review-bot"
                    value={agent}
                    onChange={(event) => setAgent(event.target.value)}
                  />
                )}
              </Field>
            </div>

            <div className="flex flex-col gap-2">
              <span className="font-medium text-sm">Speaks as</span>
              <ToggleGroup
                label="Speaks as"
                value={bound ? "chosen" : "all"}
                onValueChange={(value) => setBound(value === "chosen")}
                className="self-start"
                options={[
                  { value: "all", label: "Every agent type" },
                  { value: "chosen", label: "Only some" },
                ]}
              />
              {bound && (
                <Checks
                  legend="Agent types that the key may speak as"
                  legend_as="hidden"
                  error={fieldProblem(create.error, "/agent_types")}
                  items={AGENT_TYPES.map((type) => ({ value: type, label: type }))}
                  selected={types}
                  onToggle={(type) => setTypes(toggled(types, type))}
                  columns="grid-cols-2 sm:grid-cols-3"
                />
              )}
            </div>

            <fieldset className="min-w-0">
              <legend className="font-medium text-sm">May</legend>
              <p className="mb-2 text-muted-foreground text-xs">
                {fieldProblem(create.error, "/permissions") ??
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
                    selected={permissions}
                    onToggle={(permission) => setPermissions(toggled(permissions, permission))}
                  />
                ))}
              </div>
            </fieldset>

            <div className="flex flex-col gap-2">
              <span className="font-medium text-sm">Repositories</span>
              <ToggleGroup
                label="Repositories"
                value={reach}
                onValueChange={setReach}
                className="self-start"
                options={[
                  { value: "all", label: "All" },
                  { value: "chosen", label: "Only some" },
                ]}
              />
              {reach === "chosen" && (
                <Checks
                  legend="Repositories the key may see"
                  legend_as="hidden"
                  error={fieldProblem(create.error, "/repository_ids")}
                  items={(repositories.data?.items ?? []).map((item) => ({
                    value: item.id,
                    label: item.name,
                  }))}
                  selected={chosen}
                  onToggle={(id) => setChosen(toggled(chosen, id))}
                  empty="No repository is registered yet."
                />
              )}
            </div>

            <Checks
              legend="MCP tools besides the default ones"
              hint="A model reads every tool with every request; each set takes up to 2,500 tokens."
              error={fieldProblem(create.error, "/tool_sets")}
              items={TOOL_SETS.map((set) => ({ value: set, label: TOOL_SET_WORDS[set] }))}
              selected={sets}
              onToggle={(set) => setSets(toggled(sets, set))}
            />

            <Field label="Expires" error={fieldProblem(create.error, "/expires_at")}>
              {(control) => (
                <Select value={days} onValueChange={setDays}>
                  <SelectTrigger {...control} className="w-44">
                    <SelectValue />
                  </SelectTrigger>
                  <SelectContent>
                    {EXPIRIES.map((expiry) => (
                      <SelectItem key={expiry.days} value={expiry.days}>
                        {expiry.label}
                      </SelectItem>
                    ))}
                  </SelectContent>
                </Select>
              )}
            </Field>

            <FormProblem error={create.error} fields={FIELDS} />
            <DialogFooter className="mt-0">
              <DialogClose asChild>
                <Button>Cancel</Button>
              </DialogClose>
              <Button
                type="submit"
                variant="primary"
                busy={create.isPending}
                disabled={
                  (bound && types.length === 0) ||
                  permissions.length === 0 ||
                  (reach === "chosen" && chosen.length === 0)
                }
              >
                Create key
              </Button>
            </DialogFooter>
          </form>
        </DialogContent>
      )}
    </Dialog>
  );
}

const LEGENDS = {
  heading: "font-medium text-sm",
  small: "text-muted-foreground text-xs",
  hidden: "sr-only",
} as const;

/** What is wrong with a field, or else what it is for. */
function Remark({ error, hint }: { error?: string | undefined; hint?: string | undefined }) {
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
  error?: string | undefined;
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
