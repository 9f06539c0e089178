"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { UserPlus } from "lucide-react";
import dynamic from "next/dynamic";
import { parseAsBoolean, useQueryState } from "nuqs";
import { useState } from "react";
import { Confirm } from "@/components/pieces/confirm";
import type { DataTableColumn } from "@/components/pieces/data-table";
import { FormFooter } from "@/components/pieces/form-footer";
import { formatDay } from "@/components/pieces/format";
import { ListTable } from "@/components/pieces/list-table";
import { PagerOf } from "@/components/pieces/pager";
import { readProblem } from "@/components/pieces/problem";
import { RelativeTime } from "@/components/pieces/relative-time";
import { TextField } from "@/components/pieces/text-field";
import { useForm } from "@/components/pieces/use-form";
import { useMe } from "@/components/pieces/use-me";
import { useOperation } from "@/components/pieces/use-operation";
import { usePages } from "@/components/pieces/use-pages";
import { Button } from "@/components/ui/button";
import { Choose } from "@/components/ui/choose";
import { CodeBlock } from "@/components/ui/code-block";
import { Dialog, DialogClose, DialogContent, DialogFooter } from "@/components/ui/dialog";
import { Field } from "@/components/ui/label";
import { type Member, memberAdd, memberList, memberRemove, memberUpdate } from "@/lib/access/contract";
import { operationQuery } from "@/lib/doors/client";
import type { OutputOf } from "@/lib/kernel/contract";
import { ROLES, type Role } from "@/lib/kernel/permissions";
import { focusFirstField } from "./focus";
import { Invitations } from "./invitations";
import { Leftovers } from "./leftovers";
import { NotYours, Section } from "./section";

const MemberLogins = dynamic(() => import("./member-logins").then((part) => part.MemberLogins), {
  ssr: false,
});

const ROLE_MEANS: Record<Role, string> = {
  owner: "everything, including members and the organization",
  lead: "decides proposals; manages keys, repositories and jobs",
  developer: "reads everything, writes memories and reviews",
};

const ROLE_OPTIONS = ROLES.map((role) => ({ value: role, label: role }));

/** The people of the organization and what each may do. */
export function Members() {
  const { me, may } = useMe();
  const pages = usePages();
  const reading = useQuery({
    ...operationQuery(memberList, { cursor: pages.cursor }),
    placeholderData: keepPreviousData,
  });
  const [adding, setAdding] = useQueryState("new", parseAsBoolean.withDefault(false));
  const [loginsOf, setLoginsOf] = useState<Member | null>(null);
  const [removing, setRemoving] = useState<Member | null>(null);
  const [changing, setChanging] = useState<{ member: Member; role: Role } | null>(null);
  const manages = may("members:manage");
  const page = reading.data;
  // Known for sure only while every member is on this page; the server refuses in any case.
  const owners =
    page && page.total === page.items.length
      ? page.items.filter((member) => member.role === "owner").length
      : null;
  const onlyOwner = (member: Member) => member.role === "owner" && owners === 1;

  const columns: DataTableColumn<Member>[] = [
    {
      id: "name",
      header: "Name",
      card: "title",
      cell: (member) => (
        <span>
          {member.name}
          {member.person_id === me?.id && <span className="text-muted-foreground"> (you)</span>}
        </span>
      ),
    },
    {
      id: "email",
      header: "E-mail",
      card: "plain",
      cell: (member) => <span className="text-muted-foreground">{member.email}</span>,
    },
    {
      id: "role",
      header: "Role",
      width: "9.5rem",
      card: "plain",
      cell: (member) => {
        if (manages && !onlyOwner(member))
          return (
            <Choose
              value={member.role}
              onChoose={(role) => role !== member.role && setChanging({ member, role })}
              options={ROLE_OPTIONS}
              aria-label={`Role of ${member.name}`}
              className="relative z-1 h-7 w-32"
            />
          );
        return (
          <span title={onlyOwner(member) ? "The only owner; make another member an owner first" : undefined}>
            {member.role}
            {manages && onlyOwner(member) && (
              <span className="text-muted-foreground text-xs"> · the only one</span>
            )}
          </span>
        );
      },
    },
    {
      id: "since",
      header: "Since",
      width: "8rem",
      hidden_below: "md",
      cell: (member) => <RelativeTime at={member.created_at} className="text-muted-foreground" />,
    },
    ...(manages
      ? [
          {
            id: "actions",
            header: "Actions",
            width: "11rem",
            align: "right" as const,
            card: "plain" as const,
            cell: (member: Member) => (
              <span className="inline-flex gap-1">
                <Button size="sm" variant="ghost" onClick={() => setLoginsOf(member)}>
                  Sign-ins
                </Button>
                <Button
                  size="sm"
                  variant="ghost"
                  disabled={onlyOwner(member)}
                  onClick={() => setRemoving(member)}
                >
                  Remove
                </Button>
              </span>
            ),
          },
        ]
      : []),
  ];

  return (
    <Section
      title="Members"
      description="Add a person by e-mail address; they sign in with a one-time link or an account with that address. Anybody who already has an account on this server is invited."
      action={
        <Button variant="primary" disabled={!manages} onClick={() => void setAdding(true)}>
          <UserPlus aria-hidden />
          Add member
        </Button>
      }
    >
      {!manages && <NotYours>Only owners add, change and remove members.</NotYours>}
      <ListTable
        list={{ name: "members", contract: memberList, input: {}, total: page?.total, parameters: {} }}
        label="Members"
        columns={columns}
        rows={page?.items}
        rowId={(member) => member.id}
        error={readProblem("The members", reading)}
        refreshing={reading.isPlaceholderData}
        skeleton_rows={3}
      />
      <PagerOf pages={pages} page={page} busy={reading.isPlaceholderData} />
      {manages && <Invitations />}
      {manages && <Leftovers />}
      <dl className="grid gap-x-4 gap-y-1 text-sm sm:grid-cols-[max-content_1fr]">
        {ROLES.map((role) => (
          <div key={role} className="contents">
            <dt className="font-medium">{role}</dt>
            <dd className="text-muted-foreground max-sm:mb-1">{ROLE_MEANS[role]}</dd>
          </div>
        ))}
      </dl>
      {loginsOf !== null && <MemberLogins member={loginsOf} onClose={() => setLoginsOf(null)} />}
      {adding && <AddMember onClose={() => void setAdding(null)} />}
      {removing !== null && <RemoveMember member={removing} onClose={() => setRemoving(null)} />}
      {changing !== null && <ChangeRole {...changing} onClose={() => setChanging(null)} />}
    </Section>
  );
}

/** Of who is added without another choice. */
const FIRST_ROLE: Role = "developer";

function AddMember({ onClose }: { onClose: () => void }) {
  const form = useForm(memberAdd, {
    defaults: { email: "", name: "", role: FIRST_ROLE },
    toInput: ({ email, name, role }) => ({ email: email.trim(), name: name.trim(), role }),
  });
  const { role } = form.values;
  const added = form.data;
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      {added ? (
        <Added added={added} />
      ) : (
        <DialogContent title="Add member" onOpenAutoFocus={focusFirstField}>
          <form className="flex flex-col gap-4" onSubmit={form.submit}>
            <TextField form={form} name="email" label="E-mail" type="email" />
            <TextField form={form} name="name" label="Name" />
            <Field label="Role" hint={`May do: ${ROLE_MEANS[role]}.`} error={form.problemOf("role")}>
              {(control) => (
                <Choose
                  {...control}
                  value={role}
                  onChoose={(chosen) => form.set("role", chosen)}
                  options={ROLE_OPTIONS}
                  className="w-full"
                />
              )}
            </Field>
            {form.problem}
            <FormFooter className="mt-1" verb="Add" busy={form.isPending} />
          </form>
        </DialogContent>
      )}
    </Dialog>
  );
}

function addedInWords({ member, invitation, sign_in_url }: OutputOf<typeof memberAdd>) {
  if (invitation)
    return {
      title: `${invitation.email} is invited`,
      description:
        "They already have an account on this server, so they must accept the invitation, under Settings, Sign-ins. You can withdraw it.",
    };
  const title = `${member?.name ?? "The person"} is a member`;
  if (sign_in_url === null)
    return {
      title,
      description: "They sign in with this server's sign-in provider and that e-mail address.",
    };
  return {
    title,
    description:
      "Give them this sign-in link yourself; no e-mail is sent. It is shown only now, works once, and only for this organization.",
  };
}

function Added({ added }: { added: OutputOf<typeof memberAdd> }) {
  const { sign_in_url, sign_in_url_expires_at } = added;
  const { title, description } = addedInWords(added);
  return (
    <DialogContent
      title={title}
      description={description}
      onInteractOutside={(event) => event.preventDefault()}
    >
      {sign_in_url !== null && <CodeBlock code={sign_in_url} label="Sign-in link" wrap />}
      {sign_in_url_expires_at !== null && (
        <p className="mt-2 text-muted-foreground text-xs">Valid until {formatDay(sign_in_url_expires_at)}.</p>
      )}
      <DialogFooter>
        <DialogClose asChild>
          <Button variant="primary">Done</Button>
        </DialogClose>
      </DialogFooter>
    </DialogContent>
  );
}

function RemoveMember({ member, onClose }: { member: Member; onClose: () => void }) {
  const remove = useOperation(memberRemove, {
    success: `${member.name} is no longer a member`,
    onSuccess: onClose,
  });
  return (
    <Confirm
      open
      onOpenChange={(open) => !open && onClose()}
      title={`Remove ${member.name}?`}
      verb="Remove"
      error={remove.error}
      busy={remove.isPending}
      onConfirm={() => remove.mutate({ member_id: member.id })}
    >
      {member.email} is signed out and loses access at once. What they wrote and decided stays. Keys and links
      that they created keep working; they are then listed below the members, where you can revoke them.
    </Confirm>
  );
}

function ChangeRole({ member, role, onClose }: { member: Member; role: Role; onClose: () => void }) {
  const change = useOperation(memberUpdate, {
    success: `${member.name} is now ${role}`,
    onSuccess: onClose,
  });
  return (
    <Confirm
      open
      onOpenChange={(open) => !open && onClose()}
      title={`Make ${member.name} ${role}?`}
      verb={`Make ${role}`}
      tone="primary"
      error={change.error}
      busy={change.isPending}
      onConfirm={() => change.mutate({ member_id: member.id, role })}
    >
      From {member.role} to {role}: {ROLE_MEANS[role]}.
    </Confirm>
  );
}
