"use client";

import { FlaskConical } from "lucide-react";
import { toastProblem } from "@/components/pieces/problem";
import { switchOrganization } from "@/components/pieces/switch-organization";
import { useMe } from "@/components/pieces/use-me";
import { useOperation } from "@/components/pieces/use-operation";
import { Button } from "@/components/ui/button";
import { useMessages } from "@/components/ui/messages";
import { exampleRemove } from "@/lib/upkeep/contract";
import { frame } from "@/messages/compiled/frame";

/** Says on every page of an example that it is one, and leads back to its organization; one press removes it. */
export function ExampleBanner({ parent }: { parent: { name: string; slug: string } }) {
  const t = useMessages(frame);
  const { may } = useMe();
  const remove = useOperation(exampleRemove, {
    onSuccess: () => switchOrganization(parent.slug),
    onError: (error) => toastProblem(t("example_not_removed"), error),
  });
  return (
    <div
      role="status"
      className="mb-4 flex flex-wrap items-center gap-x-3 gap-y-2 rounded-md border border-warn/40 bg-warn-soft/50 px-3 py-2 text-sm"
    >
      <FlaskConical aria-hidden className="size-4 shrink-0 text-warn" />
      <p className="min-w-0 flex-1 basis-64 text-pretty">
        {t.rich("example", {
          organization: parent.name,
          strong: (text) => <span className="font-medium">{text}</span>,
        })}
      </p>
      <div className="flex flex-wrap gap-2">
        <Button size="sm" onClick={() => switchOrganization(parent.slug)}>
          {t("example_back", { organization: parent.name })}
        </Button>
        {may("repositories:manage") && (
          <Button size="sm" variant="danger" busy={remove.isPending} onClick={() => remove.mutate({})}>
            {t("example_remove")}
          </Button>
        )}
      </div>
    </div>
  );
}
