"use client";

import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { Example } from "@/components/pieces/example";
import { countOf } from "@/components/pieces/format";
import { TypedConfirm } from "@/components/pieces/typed-confirm";
import { useMe } from "@/components/pieces/use-me";
import { useOperation } from "@/components/pieces/use-operation";
import { Button } from "@/components/ui/button";
import { Choose } from "@/components/ui/choose";
import { Field } from "@/components/ui/label";
import { memberList, memberRemove, organizationUpdate } from "@/lib/access/contract";
import { repositoryList, repositoryRemove } from "@/lib/citations/contract";
import { operationQuery } from "@/lib/doors/client";
import { MemoryOffConfirm } from "./memory-off-confirm";
import { ErasePersonSection } from "./personal-data";
import { NotYours, Section } from "./section";

/** What stops something for everybody or cannot be taken back, in one place. */
export function DangerZone() {
  const { may, me } = useMe();
  if (me !== null && !may("repositories:manage"))
    return <NotYours>Only leads and owners can use this page.</NotYours>;
  return (
    <div className="flex max-w-3xl flex-col gap-10">
      <Section
        title="Example"
        description="A made-up organization next to yours, to explore or to demonstrate."
      >
        <Example isOffered />
      </Section>
      {may("organization:manage") && <MemorySwitch />}
      <RemoveRepository />
      {may("members:manage") && <ErasePersonSection />}
      {may("members:manage") && <Leave />}
    </div>
  );
}

function MemorySwitch() {
  const { organization } = useMe();
  const [isAsking, setAsking] = useState(false);
  const update = useOperation(organizationUpdate, {
    success: ({ settings }) => (settings.enabled ? "Memory is on" : "Memory is off"),
    onSuccess: () => setAsking(false),
  });
  if (organization === null) return null;
  const { version } = organization;
  return (
    <Section
      title="Switch memory off"
      description="Agents read nothing and store nothing from now on, until it is switched on again. Stored memories stay."
    >
      {organization.settings.enabled ? (
        <Button variant="danger" className="self-start" onClick={() => setAsking(true)}>
          Switch memory off…
        </Button>
      ) : (
        <Button
          className="self-start"
          busy={update.isPending}
          onClick={() => update.mutate({ settings: { enabled: true }, version })}
        >
          Switch memory on
        </Button>
      )}
      <MemoryOffConfirm
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        error={update.error}
        busy={update.isPending}
        onConfirm={() => update.mutate({ settings: { enabled: false }, version })}
      />
    </Section>
  );
}

function RemoveRepository() {
  const reading = useQuery(operationQuery(repositoryList, { limit: 200 }));
  const [repository_id, setRepositoryId] = useState("");
  const [isAsking, setAsking] = useState(false);
  const repositories = reading.data?.items ?? [];
  const repository = repositories.find(({ id }) => id === repository_id);
  const remove = useOperation(repositoryRemove, {
    success: `${repository?.name} was removed`,
    onSuccess: () => {
      setAsking(false);
      setRepositoryId("");
    },
  });
  return (
    <Section
      title="Remove a repository"
      description="It is no longer fetched, and nothing can cite it. Not possible while memories, reviews or skills belong to it."
    >
      <div className="flex flex-wrap items-end gap-3">
        <Field label="Repository" className="min-w-60 flex-1">
          {(control) => (
            <Choose
              {...control}
              value={repository_id}
              onChoose={setRepositoryId}
              placeholder={repositories.length === 0 ? "No repository is registered" : "Choose one"}
              options={repositories.map(({ id, name }) => ({ value: id, label: name }))}
              className="w-full"
            />
          )}
        </Field>
        <Button variant="danger" disabled={repository === undefined} onClick={() => setAsking(true)}>
          Remove…
        </Button>
      </div>
      {repository !== undefined && (
        <TypedConfirm
          expected={repository.name}
          open={isAsking}
          onOpenChange={setAsking}
          title={`Remove ${repository.name}?`}
          verb="Remove the repository"
          error={remove.error}
          busy={remove.isPending}
          onConfirm={() => remove.mutate({ repository_id })}
        >
          <Stops citations={repository.citations} />
        </TypedConfirm>
      )}
    </Section>
  );
}

function Stops({ citations }: { citations: Readonly<Record<string, number>> }): ReactNode {
  const count = Object.values(citations).reduce((sum, each) => sum + each, 0);
  if (count > 0)
    return `${countOf(count, "citation points", "citations point")} to it, so it cannot be removed: delete their memories first.`;
  return "Its clone on this server is deleted. The repository itself is not touched.";
}

function Leave() {
  const { me, organization } = useMe();
  const reading = useQuery(operationQuery(memberList, { limit: 200 }));
  const [isAsking, setAsking] = useState(false);
  const own = reading.data?.items.find(({ person_id }) => person_id === me?.id);
  const owners = reading.data?.items.filter(({ role }) => role === "owner").length ?? 0;
  const leave = useOperation(memberRemove, { onSuccess: () => window.location.assign("/") });
  if (own === undefined || organization === null) return null;
  return (
    <Section
      title="Leave the organization"
      description="You lose access at once; what you wrote stays. Only an invitation brings you back."
    >
      {own.role === "owner" && owners < 2 ? (
        <p className="text-sm">You are the only owner: make somebody else an owner under Members first.</p>
      ) : (
        <Button variant="danger" className="self-start" onClick={() => setAsking(true)}>
          Leave…
        </Button>
      )}
      <TypedConfirm
        expected={organization.name}
        open={isAsking}
        onOpenChange={setAsking}
        title={`Leave ${organization.name}?`}
        verb="Leave"
        error={leave.error}
        busy={leave.isPending}
        onConfirm={() => leave.mutate({ member_id: own.id })}
      >
        You are signed out here. Keys that you created keep working until somebody revokes them.
      </TypedConfirm>
    </Section>
  );
}
