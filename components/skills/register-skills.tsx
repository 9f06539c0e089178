"use client";

import { useQuery } from "@tanstack/react-query";
import { Check } from "lucide-react";
import { useState } from "react";
import { FormProblem, readProblem } from "@/components/pieces/problem";
import { useOperation } from "@/components/pieces/use-operation";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { Choose } from "@/components/ui/choose";
import { Dialog, DialogClose, DialogContent, DialogFooter } from "@/components/ui/dialog";
import { EmptyState } from "@/components/ui/empty-state";
import { ErrorState } from "@/components/ui/error-state";
import { Field } from "@/components/ui/label";
import { useMessages } from "@/components/ui/messages";
import { Skeleton } from "@/components/ui/skeleton";
import { toast } from "@/components/ui/toast";
import { repositoryNames } from "@/lib/citations/contract";
import { operationQuery } from "@/lib/doors/client";
import { SKILL_FOLDERS, skillDiscover, skillRegister } from "@/lib/skills/contract";
import { skillsRegister } from "@/messages/compiled/skills-register";
import type { Translate } from "@/messages/message";

type T = Translate<typeof skillsRegister>;

function registeredWords(t: T, changed: readonly { name: string; outcome: string }[]): string {
  const [first] = changed;
  if (first === undefined) return t("nothing_new");
  if (changed.length > 1) return t("several_changed", { count: changed.length });
  if (first.outcome === "registered") return t("was_registered", { name: first.name });
  return t("was_updated", { name: first.name });
}

function refusedWords(t: T, refused: readonly { path: string; reason: string }[]): string | undefined {
  if (refused.length === 0) return undefined;
  const reasons = refused.map(({ path, reason }) => `${path}: ${reason}`);
  return t("refused", { count: refused.length, reasons: reasons.join("; ") });
}

function Found({ repository }: { repository: string }) {
  const t = useMessages(skillsRegister);
  const query = useQuery({ ...operationQuery(skillDiscover, { repository }), staleTime: 0 });
  const register = useOperation(skillRegister, {
    onSuccess: ({ skills, refused }) => {
      const changed = skills.filter(({ outcome }) => outcome !== "unchanged");
      toast.success(registeredWords(t, changed), { description: refusedWords(t, refused) });
    },
    refreshOnFailure: true,
  });
  const problem = readProblem(t("skills_unreadable"), query);
  if (problem) return <ErrorState {...problem} />;
  if (!query.data)
    return (
      <div aria-busy className="flex flex-col gap-3 py-2">
        {["w-3/5", "w-4/5", "w-1/2"].map((width) => (
          <Skeleton key={width} className={width} />
        ))}
      </div>
    );
  const { items } = query.data;
  if (items.length === 0)
    return (
      <EmptyState title={t("none_found")}>
        {t("none_found_text", { folders: SKILL_FOLDERS.join(", ") })}
      </EmptyState>
    );
  const fresh = items.filter(({ skill_id, problem: refusal }) => skill_id === null && refusal === null);
  return (
    <div className="flex flex-col gap-3">
      <ul className="rounded-md border bg-card">
        {items.map((item) => (
          <li
            key={item.path}
            className="flex flex-wrap items-center gap-x-3 gap-y-1.5 border-b px-3 py-2 last:border-b-0"
          >
            <div className="min-w-0 flex-1 basis-60">
              <p className="font-medium text-sm">{item.name ?? t("nameless")}</p>
              <p className="break-all font-mono text-muted-foreground text-xs">{item.path}</p>
              {item.problem && <p className="text-danger text-xs">{item.problem}</p>}
            </div>
            {item.skill_id !== null && (
              <>
                <Badge tone="calm">
                  <Check aria-hidden />
                  {t("state_registered")}
                </Badge>
                <Button
                  size="sm"
                  variant="ghost"
                  busy={register.isPending && register.variables.path === item.path}
                  onClick={() => register.mutate({ repository, path: item.path })}
                >
                  {t("read_again")}
                </Button>
              </>
            )}
            {item.skill_id === null && item.problem === null && (
              <Button
                size="sm"
                busy={register.isPending && register.variables.path === item.path}
                onClick={() => register.mutate({ repository, path: item.path })}
              >
                {t("register")}
              </Button>
            )}
          </li>
        ))}
      </ul>
      <FormProblem error={register.error} />
      {fresh.length > 1 && (
        <Button
          variant="primary"
          className="self-end"
          busy={register.isPending && register.variables.path === undefined}
          onClick={() => register.mutate({ repository })}
        >
          {t("register_all", { count: fresh.length })}
        </Button>
      )}
    </div>
  );
}

/** Finds the SKILL.md files of a repository and takes them in. */
export function RegisterSkills({
  open,
  onOpenChange,
  repository,
}: {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** The repository the screen looks at, if it looks at one. */
  repository: string | null;
}) {
  const t = useMessages(skillsRegister);
  const repositories = useQuery({ ...operationQuery(repositoryNames, {}), enabled: open });
  const [chosen, setChosen] = useState<string | null>(null);
  const names = repositories.data?.items.map(({ name }) => name) ?? [];
  const current = chosen ?? repository ?? (names.length === 1 ? (names[0] ?? null) : null);
  const problem = readProblem(t("repositories_unreadable"), repositories);
  return (
    <Dialog open={open} onOpenChange={onOpenChange}>
      <DialogContent title={t("title")} description={t("description")} className="max-w-2xl">
        <div className="flex flex-col gap-4">
          {problem !== null && <ErrorState {...problem} />}
          {problem === null && repositories.data !== undefined && names.length === 0 && (
            <EmptyState title={t("no_repository")}>{t("no_repository_text")}</EmptyState>
          )}
          {problem === null && (repositories.data === undefined || names.length > 0) && (
            <Field label={t("repository")}>
              {(control) => (
                <Choose
                  {...control}
                  value={current}
                  onChoose={setChosen}
                  options={names.map((name) => ({ value: name, label: name }))}
                  placeholder={t("choose_repository")}
                  className="w-full font-mono text-xs"
                />
              )}
            </Field>
          )}
          {current !== null && <Found key={current} repository={current} />}
        </div>
        <DialogFooter>
          <DialogClose asChild>
            <Button>{t("done")}</Button>
          </DialogClose>
        </DialogFooter>
      </DialogContent>
    </Dialog>
  );
}
