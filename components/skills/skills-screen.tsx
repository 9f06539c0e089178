"use client";

import { useQuery } from "@tanstack/react-query";
import { FolderSearch, GraduationCap } from "lucide-react";
import dynamic from "next/dynamic";
import { useQueryStates } from "nuqs";
import { useMemo, useState } from "react";
import type { DataTableColumn } from "@/components/pieces/data-table";
import { Figure } from "@/components/pieces/figure";
import { PagedTable } from "@/components/pieces/list-table";
import { PageHeader } from "@/components/pieces/page-header";
import { RelativeTime } from "@/components/pieces/relative-time";
import { StatusBadge } from "@/components/pieces/status-with-reason";
import { useFormat } from "@/components/pieces/use-format";
import { useMe } from "@/components/pieces/use-me";
import { usePages } from "@/components/pieces/use-pages";
import { useRolesThat } from "@/components/pieces/who-may";
import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { useMessages } from "@/components/ui/messages";
import { visible } from "@/components/ui/visible";
import { listQuery, operationQuery } from "@/lib/doors/client";
import { deliveryList, type Skill, skillList } from "@/lib/skills/contract";
import { skillsPage } from "@/messages/compiled/skills-page";
import { skillsWords } from "@/messages/compiled/skills-words";
import type { PlainKey, Translate } from "@/messages/message";
import { StuckDeliveries } from "./delivery";
import { STUCK, skillsInput, skillsParameters } from "./filters";
import { SkillsNav } from "./skills-nav";
import { SKILL_DELIVERY_TERMS } from "./words";

const RegisterSkills = dynamic(() => import("./register-skills").then((part) => part.RegisterSkills), {
  ssr: false,
});

type Column = Omit<DataTableColumn<Skill>, "header"> & { header: PlainKey<typeof skillsPage> };

const COLUMNS: readonly Column[] = [
  { id: "name", header: "column_skill", width: "13rem", card: "title", cell: (skill) => skill.name },
  {
    id: "description",
    header: "column_purpose",
    card: "plain",
    importance: "high",
    cell: (skill) => (
      <span dir="auto" className="text-muted-foreground" title={skill.description}>
        {visible(skill.description)}
      </span>
    ),
  },
  {
    id: "repository",
    header: "column_repository",
    width: "12rem",
    card: "plain",
    importance: "medium",
    cell: (skill) => (
      <span className="font-mono text-xs" title={skill.path}>
        {skill.repository.name}
      </span>
    ),
  },
  {
    id: "version",
    header: "column_version",
    width: "5rem",
    align: "right",
    importance: "medium",
    cell: (skill) => <Count count={skill.current_version} />,
  },
  {
    id: "delivery",
    header: "column_delivery",
    width: "8rem",
    card: "plain",
    cell: (skill) => <DeliveryBadge skill={skill} />,
  },
  {
    id: "open",
    header: "column_open",
    width: "6rem",
    align: "right",
    cell: (skill) => {
      if (skill.open_proposals === 0) return <span className="text-muted-foreground">0</span>;
      return (
        <Figure
          measure="proposals"
          filter={{ skill: skill.id, status: "open" }}
          value={skill.open_proposals}
          className="font-medium text-primary"
        />
      );
    },
  },
  {
    id: "updated_at",
    header: "column_changed",
    width: "6.5rem",
    align: "right",
    card: "plain",
    importance: "high",
    cell: (skill) => <RelativeTime at={skill.updated_at} className="text-muted-foreground" />,
  },
];

const columnsOf = (t: Translate<typeof skillsPage>): DataTableColumn<Skill>[] =>
  COLUMNS.map((column) => ({ ...column, header: t(column.header) }));

function Count({ count }: { count: number }) {
  return useFormat().formatCount(count);
}

function DeliveryBadge({ skill: { delivery_status } }: { skill: Skill }) {
  const t = useMessages(skillsPage);
  const words = useMessages(skillsWords);
  if (delivery_status) return <StatusBadge term={SKILL_DELIVERY_TERMS[delivery_status]} t={words} />;
  return <span className="text-muted-foreground">{t("no_delivery")}</span>;
}

/** The registered skills: which there are, in which version, and whether their files hold it. */
export function SkillsScreen() {
  const t = useMessages(skillsPage);
  const rolesThat = useRolesThat();
  const columns = useMemo(() => columnsOf(t), [t]);
  const [parameters] = useQueryStates(skillsParameters);
  const { me, may } = useMe();
  const pages = usePages();
  const [registering, setRegistering] = useState(false);
  const query = useQuery(listQuery(skillList, skillsInput(parameters)));
  const stuck = useQuery(operationQuery(deliveryList, STUCK));
  const register = may("skills:manage") ? (
    <Button onClick={() => setRegistering(true)}>
      <FolderSearch aria-hidden />
      {t("register")}
    </Button>
  ) : null;
  return (
    <>
      <PageHeader title={t("title")} question={t("question")} className="mb-2" actions={register} />
      <SkillsNav />
      <StuckDeliveries deliveries={stuck.data?.items ?? []} total={stuck.data?.total ?? 0} />
      <PagedTable
        list={{
          name: "skills",
          contract: skillList,
          input: skillsInput(parameters),
          parameters: skillsParameters,
        }}
        query={query}
        pages={pages}
        unreadable={t("unreadable")}
        label={t("title")}
        columns={columns}
        rowId={(skill) => skill.id}
        rowHref={(skill) => `/skills/${skill.id}`}
        skeleton_rows={5}
        empty={
          <EmptyState icon={GraduationCap} title={t("empty")} action={register}>
            {t("empty_text")}
            {me !== null &&
              register === null &&
              ` ${t("who_may_register", { roles: rolesThat("skills:manage") })}`}
          </EmptyState>
        }
      />
      {registering && (
        <RegisterSkills open onOpenChange={setRegistering} repository={parameters.repository} />
      )}
    </>
  );
}
