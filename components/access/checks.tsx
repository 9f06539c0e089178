import { useId } from "react";
import { Checkbox } from "@/components/ui/checkbox";
import { useMessages } from "@/components/ui/messages";
import { agentKeysCreate } from "@/messages/compiled/agent-keys-create";

export const toggled = <Item,>(items: readonly Item[], item: Item): Item[] => {
  if (items.includes(item)) return items.filter((other) => other !== item);
  return [...items, item];
};

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

/** Some of a few, each with a box. */
export function Checks<Value extends string>({
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
  const t = useMessages(agentKeysCreate);
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
              title={item.disabled ? t("not_allowed") : undefined}
            >
              {item.label}
            </label>
          </div>
        ))}
      </div>
    </fieldset>
  );
}
