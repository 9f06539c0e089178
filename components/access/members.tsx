"use client";

import { useQuery } from "@tanstack/react-query";
import { UserPlus } from "lucide-react";
import dynamic from "next/dynamic";
import { parseAsBoolean, useQueryState } from "nuqs";
import { type ReactNode, useState } from "react";
import { Confirm } from "@/components/pieces/confirm";
import type { DataTableColumn } from "@/components/pieces/data-table";
import { PagedTable } from "@/components/pieces/list-table";
import { RelativeTime } from "@/components/pieces/relative-time";
import { useMe } from "@/components/pieces/use-me";
import { useOperation } from "@/components/pieces/use-operation";
import { usePages } from "@/components/pieces/use-pages";
import { Button } from "@/components/ui/button";
import { Choose } from "@/components/ui/choose";
import { useMessages } from "@/components/ui/messages";
import { DialogOnDemand } from "@/components/ui/on-demand";
import { type Member, memberList, memberRemove, memberUpdate } from "@/lib/access/contract";
import { listQuery } from "@/lib/doors/client";
import { ROLES, type Role } from "@/lib/kernel/permissions";
import { memberRoles } from "@/messages/compiled/member-roles";
import { members } from "@/messages/compiled/members";
import { Invitations } from "./invitations";
import { Leftovers } from "./leftovers";
import { RIGHTS, useRoleOptions } from "./role-options";
import { NotYours, Section } from "./section";

const loadAddMember = () => import("./member-add-opened").then((part) => part.AddMember);
const MemberLogins = dynamic(() => import("./member-logins").then((part) => part.MemberLogins), {
  ssr: false,
});

/** The people of the organization and what each may do. */
export function Members() {
  const t = useMessages(members);
  const roleWords = useMessages(memberRoles);
  const roleOptions = useRoleOptions();
  const { me, may } = useMe();
  const pages = usePages();
  const reading = useQuery(listQuery(memberList, { cursor: pages.cursor }));
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
      header: t("name"),
      card: "title",
      cell: (member) => {
        if (member.person_id !== me?.id) return <span>{member.name}</span>;
        const note = (words: ReactNode) => <span className="text-muted-foreground">{words}</span>;
        return <span>{t.rich("own_name", { name: member.name, note })}</span>;
      },
    },
    {
      id: "email",
      header: t("email"),
      card: "plain",
      importance: "high",
      cell: (member) => <span className="text-muted-foreground">{member.email}</span>,
    },
    {
      id: "role",
      header: t("role"),
      width: "9.5rem",
      card: "plain",
      cell: (member) => {
        if (manages && !onlyOwner(member))
          return (
            <Choose
              value={member.role}
              onChoose={(role) => role !== member.role && setChanging({ member, role })}
              options={roleOptions}
              aria-label={t("role_of", { name: member.name })}
              className="relative z-1 h-7 w-32"
            />
          );
        return <RoleWord role={member.role} isOnlyOwner={onlyOwner(member)} isExplained={manages} />;
      },
    },
    {
      id: "since",
      header: t("since"),
      width: "8rem",
      importance: "medium",
      cell: (member) => <RelativeTime at={member.created_at} className="text-muted-foreground" />,
    },
    ...(manages
      ? [
          {
            id: "actions",
            header: t("actions"),
            width: "11rem",
            align: "right" as const,
            card: "plain" as const,
            cell: (member: Member) => (
              <span className="inline-flex gap-1">
                <Button size="sm" variant="ghost" onClick={() => setLoginsOf(member)}>
                  {t("sign_ins")}
                </Button>
                <Button
                  size="sm"
                  variant="ghost"
                  disabled={onlyOwner(member)}
                  onClick={() => setRemoving(member)}
                >
                  {t("remove")}
                </Button>
              </span>
            ),
          },
        ]
      : []),
  ];

  return (
    <Section
      title={t("title")}
      description={t("description")}
      action={
        <Button variant="primary" disabled={!manages} onClick={() => void setAdding(true)}>
          <UserPlus aria-hidden />
          {t("add")}
        </Button>
      }
    >
      {!manages && <NotYours>{t("owners_only")}</NotYours>}
      <PagedTable
        list={{ name: "members", contract: memberList, input: {}, parameters: {} }}
        query={reading}
        pages={pages}
        unreadable={t("unreadable")}
        label={t("title")}
        columns={columns}
        rowId={(member) => member.id}
        skeleton_rows={3}
      />
      {manages && <Invitations />}
      {manages && <Leftovers />}
      <dl className="grid gap-x-4 gap-y-1 text-sm sm:grid-cols-[max-content_1fr]">
        {ROLES.map((role) => (
          <div key={role} className="contents">
            <dt className="font-medium">{roleWords(role)}</dt>
            <dd className="text-muted-foreground max-sm:mb-1">{t(RIGHTS[role])}</dd>
          </div>
        ))}
      </dl>
      {loginsOf !== null && <MemberLogins member={loginsOf} onClose={() => setLoginsOf(null)} />}
      <DialogOnDemand
        load={loadAddMember}
        props={{ open: adding, onOpenChange: (open) => void setAdding(open || null) }}
      />
      {removing !== null && <RemoveMember member={removing} onClose={() => setRemoving(null)} />}
      {changing !== null && <ChangeRole {...changing} onClose={() => setChanging(null)} />}
    </Section>
  );
}

/** What a member is; of the only owner why that cannot be changed. */
function RoleWord({
  role,
  isOnlyOwner,
  isExplained,
}: {
  role: Role;
  isOnlyOwner: boolean;
  isExplained: boolean;
}) {
  const t = useMessages(members);
  const word = useMessages(memberRoles)(role);
  if (!isOnlyOwner) return <span>{word}</span>;
  const note = (words: ReactNode) => <span className="text-muted-foreground text-xs">{words}</span>;
  return (
    <span title={t("only_owner")}>
      {isExplained ? t.rich("role_of_only_owner", { role: word, note }) : word}
    </span>
  );
}

function RemoveMember({ member, onClose }: { member: Member; onClose: () => void }) {
  const t = useMessages(members);
  const remove = useOperation(memberRemove, {
    success: t("removed", { name: member.name }),
    onSuccess: onClose,
  });
  return (
    <Confirm
      open
      onOpenChange={(open) => !open && onClose()}
      title={t("remove_title", { name: member.name })}
      verb={t("remove")}
      error={remove.error}
      busy={remove.isPending}
      onConfirm={() => remove.mutate({ member_id: member.id })}
    >
      {t("remove_effect", { email: member.email })}
    </Confirm>
  );
}

function ChangeRole({ member, role, onClose }: { member: Member; role: Role; onClose: () => void }) {
  const t = useMessages(members);
  const roleWords = useMessages(memberRoles);
  const { name } = member;
  const word = roleWords(role);
  const isLess = ROLES.indexOf(role) > ROLES.indexOf(member.role);
  const change = useOperation(memberUpdate, {
    success: t("changed", { name, role: word }),
    onSuccess: onClose,
  });
  return (
    <Confirm
      open
      onOpenChange={(open) => !open && onClose()}
      title={t("change_title", { name, role: word })}
      verb={t("change", { role: word })}
      tone="primary"
      error={change.error}
      busy={change.isPending}
      onConfirm={() => change.mutate({ member_id: member.id, role })}
    >
      {t("change_effect", { before: roleWords(member.role), role: word, rights: t(RIGHTS[role]) })}
      {isLess && <p className="mt-2">{t("change_leaves")}</p>}
    </Confirm>
  );
}
