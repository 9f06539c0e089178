"use client";

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Example } from "@/components/pieces/example";
import { TypedConfirm } from "@/components/pieces/typed-confirm";
import { useMe } from "@/components/pieces/use-me";
import { useOperation } from "@/components/pieces/use-operation";
import { Button } from "@/components/ui/button";
import { Choose } from "@/components/ui/choose";
import { Field } from "@/components/ui/label";
import { useMessages } from "@/components/ui/messages";
import { memberList, memberRemove, organizationUpdate } from "@/lib/access/contract";
import { repositoryNames } from "@/lib/citations/contract";
import { operationQuery } from "@/lib/doors/client";
import { settingsDanger } from "@/messages/compiled/settings-danger";
import { MemoryOffConfirm } from "./memory-off-confirm";
import { ErasePersonSection } from "./personal-data";
import { RemoveRepositoryConfirm } from "./remove-repository";
import { NotYours, Section } from "./section";

/** What stops something for everybody or cannot be taken back, in one place. */
export function DangerZone() {
  const t = useMessages(settingsDanger);
  const { may, me } = useMe();
  if (me !== null && !may("repositories:manage")) return <NotYours>{t("leads_only")}</NotYours>;
  return (
    <div className="flex max-w-3xl flex-col gap-10">
      <Section title={t("example")} description={t("example_description")}>
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
  const t = useMessages(settingsDanger);
  const { organization } = useMe();
  const [isAsking, setAsking] = useState(false);
  const update = useOperation(organizationUpdate, {
    success: ({ settings }) => t(settings.enabled ? "memory_is_on" : "memory_is_off"),
    onSuccess: () => setAsking(false),
  });
  if (organization === null) return null;
  const { version } = organization;
  return (
    <Section title={t("memory")} description={t("memory_description")}>
      {organization.settings.enabled ? (
        <Button variant="danger" className="self-start" onClick={() => setAsking(true)}>
          {t("memory_off")}
        </Button>
      ) : (
        <Button
          className="self-start"
          busy={update.isPending}
          onClick={() => update.mutate({ settings: { enabled: true }, version })}
        >
          {t("memory_on")}
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
  const t = useMessages(settingsDanger);
  const reading = useQuery(operationQuery(repositoryNames, {}));
  const [repository_id, setRepositoryId] = useState("");
  const [isAsking, setAsking] = useState(false);
  const repositories = reading.data?.items ?? [];
  const repository = repositories.find(({ id }) => id === repository_id);
  return (
    <Section title={t("repository")} description={t("repository_description")}>
      <div className="flex flex-wrap items-end gap-3">
        <Field label={t("repository_field")} className="min-w-60 flex-1">
          {(control) => (
            <Choose
              {...control}
              value={repository_id}
              onChoose={setRepositoryId}
              placeholder={t(repositories.length === 0 ? "repository_none" : "repository_choose")}
              options={repositories.map(({ id, name }) => ({ value: id, label: name }))}
              className="w-full"
            />
          )}
        </Field>
        <Button variant="danger" disabled={repository === undefined} onClick={() => setAsking(true)}>
          {t("repository_remove")}
        </Button>
      </div>
      {repository !== undefined && (
        <RemoveRepositoryConfirm
          repository={repository}
          open={isAsking}
          onOpenChange={setAsking}
          onRemoved={() => {
            setAsking(false);
            setRepositoryId("");
          }}
        />
      )}
    </Section>
  );
}

function Leave() {
  const t = useMessages(settingsDanger);
  const { me, organization } = useMe();
  const reading = useQuery(operationQuery(memberList, { limit: 200 }));
  const [isAsking, setAsking] = useState(false);
  const own = reading.data?.items.find(({ person_id }) => person_id === me?.id);
  const owners = reading.data?.items.filter(({ role }) => role === "owner").length ?? 0;
  const leave = useOperation(memberRemove, { onSuccess: () => window.location.assign("/") });
  if (own === undefined || organization === null) return null;
  return (
    <Section title={t("leave")} description={t("leave_description")}>
      {own.role === "owner" && owners < 2 ? (
        <p className="text-sm">{t("leave_only_owner")}</p>
      ) : (
        <Button variant="danger" className="self-start" onClick={() => setAsking(true)}>
          {t("leave_open")}
        </Button>
      )}
      <TypedConfirm
        expected={organization.name}
        open={isAsking}
        onOpenChange={setAsking}
        title={t("leave_title", { name: organization.name })}
        verb={t("leave_confirm")}
        error={leave.error}
        busy={leave.isPending}
        onConfirm={() => leave.mutate({ member_id: own.id })}
      >
        {t("leave_effect")}
      </TypedConfirm>
    </Section>
  );
}
