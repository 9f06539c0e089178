"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useId, useState } from "react";
import { formatCount } from "@/components/pieces/format";
import { FormProblem, fieldProblem } from "@/components/pieces/problem";
import { Button } from "@/components/ui/button";
import { Dialog, DialogClose, DialogContent, DialogFooter, DialogTrigger } from "@/components/ui/dialog";
import { Input } from "@/components/ui/input";
import { Field } from "@/components/ui/label";
import { toast } from "@/components/ui/toast";
import { call, operationQuery, queryKey } from "@/lib/doors/client";
import {
  findingChangeList,
  findingChangeUndo,
  findingGet,
  findingList,
  findingRecategorise,
  reviewGet,
  ruleBreakdown,
  ruleList,
  ruleSeries,
} from "@/lib/reviews/contract";

function undoneWords(moved: number, left: number): string {
  if (left === 0) return "Taken back";
  return `${formatCount(moved)} taken back; ${formatCount(left)} were changed again since`;
}

const SHOWS_FINDINGS = [
  findingGet,
  findingList,
  findingChangeList,
  reviewGet,
  ruleList,
  ruleSeries,
  ruleBreakdown,
];

/** After a change of findings: everything that shows them is read again, and the change can be taken back. */
export function useFindingsChanged() {
  const client = useQueryClient();
  const refresh = () =>
    Promise.all(SHOWS_FINDINGS.map((contract) => client.invalidateQueries({ queryKey: queryKey(contract) })));
  return async ({
    title,
    description,
    change_id,
  }: {
    title: string;
    description?: string;
    change_id: string | null;
  }) => {
    toast.success(title, {
      ...(description === undefined ? {} : { description }),
      ...(change_id === null
        ? {}
        : {
            action: {
              label: "Undo",
              onClick: () =>
                void call(findingChangeUndo, { change_id }).then(
                  ({ moved, not_moved }) => {
                    toast.success(undoneWords(moved, not_moved.length));
                    return refresh();
                  },
                  () => toast.error("It could not be taken back", { description: "Nothing was changed." }),
                ),
            },
          }),
    });
    await refresh();
  };
}

/** Puts findings under one rule: a dialog behind the button given. */
export function MoveToRule({
  finding_ids,
  rule_category,
  onMoved,
  children,
}: {
  finding_ids: readonly string[];
  /** Where they are now, when that is one rule. */
  rule_category?: string;
  onMoved?: () => void;
  children: ReactNode;
}) {
  const changed = useFindingsChanged();
  const list = useId();
  const [open, setOpen] = useState(false);
  const [rule, setRule] = useState(rule_category ?? "");
  const rules = useQuery({ ...operationQuery(ruleList, {}), enabled: open });
  const move = useMutation({
    mutationFn: () =>
      call(findingRecategorise, { finding_ids: [...finding_ids], rule_category: rule.trim() }),
    onSuccess: async ({ change_id, moved, not_moved }) => {
      setOpen(false);
      onMoved?.();
      const stayed =
        not_moved.length === 0 ? "" : ` ${formatCount(not_moved.length)} stayed: ${not_moved[0]?.reason}`;
      await changed({
        title: `${moved === 1 ? "Moved" : `${formatCount(moved)} moved`} to ${rule.trim()}`,
        description: `The rates of the rules were counted anew.${stayed}`,
        change_id,
      });
    },
  });
  const several = finding_ids.length > 1;
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => {
        setOpen(next);
        setRule(rule_category ?? "");
        move.reset();
      }}
    >
      <DialogTrigger asChild>{children}</DialogTrigger>
      <DialogContent
        title={
          several
            ? `Put ${formatCount(finding_ids.length)} findings under another rule`
            : "Put the finding under another rule"
        }
        description="Their weight moves with them: the rates of the rules are counted anew, and their memories follow."
      >
        <form
          onSubmit={(event) => {
            event.preventDefault();
            move.mutate();
          }}
        >
          <Field
            label="Rule"
            hint="Lower-case letters, digits and underscores. A name that is new makes a new rule."
            error={fieldProblem(move.error, "/rule_category")}
          >
            {(control) => (
              <Input
                {...control}
                list={list}
                value={rule}
                autoComplete="off"
                spellCheck={false}
                className="font-mono text-xs"
                onChange={(event) => setRule(event.target.value)}
                onFocus={(event) => event.target.select()}
              />
            )}
          </Field>
          <datalist id={list}>
            {rules.data?.items.map((each) => (
              <option key={each.rule_category} value={each.rule_category} />
            ))}
          </datalist>
          <FormProblem error={move.error} fields={["/rule_category"]} />
          <DialogFooter>
            <DialogClose asChild>
              <Button>Cancel</Button>
            </DialogClose>
            <Button
              type="submit"
              variant="primary"
              busy={move.isPending}
              disabled={rule.trim() === "" || rule.trim() === rule_category}
            >
              Move
            </Button>
          </DialogFooter>
        </form>
      </DialogContent>
    </Dialog>
  );
}
