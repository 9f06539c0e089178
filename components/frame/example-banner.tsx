"use client";

import { useQuery } from "@tanstack/react-query";
import { FlaskConical } from "lucide-react";
import { enterOrganization } from "@/components/pieces/enter-organization";
import { toastProblem } from "@/components/pieces/problem";
import { useMe } from "@/components/pieces/use-me";
import { useOperation } from "@/components/pieces/use-operation";
import { Button } from "@/components/ui/button";
import { operationQuery } from "@/lib/doors/client";
import { exampleGet, exampleRemove } from "@/lib/upkeep/contract";

/** Says on every page of an example that it is one, and leads back; one press removes it. */
export function ExampleBanner() {
  const { may } = useMe();
  const { data } = useQuery(operationQuery(exampleGet, {}));
  const parent = data?.example_of ?? null;
  const remove = useOperation(exampleRemove, {
    onSuccess: () => parent !== null && enterOrganization(parent.slug),
    onError: (error) => toastProblem("The example could not be removed", error),
  });
  if (parent === null) return null;
  return (
    <div
      role="status"
      className="mb-4 flex flex-wrap items-center gap-x-3 gap-y-2 rounded-md border border-warn/40 bg-warn-soft/50 px-3 py-2 text-sm"
    >
      <FlaskConical aria-hidden className="size-4 shrink-0 text-warn" />
      <p className="min-w-0 flex-1 basis-64 text-pretty">
        <span className="font-medium">This is an example.</span> Its agents, memories and reviews are made up;
        nothing in it affects {parent.name}.
      </p>
      <div className="flex flex-wrap gap-2">
        <Button size="sm" onClick={() => enterOrganization(parent.slug)}>
          Back to {parent.name}
        </Button>
        {may("repositories:manage") && (
          <Button size="sm" variant="danger" busy={remove.isPending} onClick={() => remove.mutate({})}>
            Remove the example
          </Button>
        )}
      </div>
    </div>
  );
}
