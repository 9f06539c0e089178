"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { FolderSearch, GraduationCap } from "lucide-react";
import dynamic from "next/dynamic";
import { useQueryStates } from "nuqs";
import { useState } from "react";
import type { DataTableColumn } from "@/components/pieces/data-table";
import { Figure } from "@/components/pieces/figure";
import { formatCount } from "@/components/pieces/format";
import { ListTable } from "@/components/pieces/list-table";
import { PageHeader } from "@/components/pieces/page-header";
import { PagerOf } from "@/components/pieces/pager";
import { readProblem } from "@/components/pieces/problem";
import { RelativeTime } from "@/components/pieces/relative-time";
import { StatusBadge } from "@/components/pieces/status-with-reason";
import { useMe } from "@/components/pieces/use-me";
import { usePages } from "@/components/pieces/use-pages";
import { whoMay } from "@/components/pieces/who-may";
import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { operationQuery } from "@/lib/doors/client";
import { deliveryList, type Skill, skillList } from "@/lib/skills/contract";
import { StuckDeliveries } from "./delivery";
import { STUCK, skillsInput, skillsParameters } from "./filters";
import { SkillsNav } from "./skills-nav";
import { SKILL_DELIVERY_TERMS } from "./words";

const RegisterSkills = dynamic(() => import("./register-skills").then((part) => part.RegisterSkills), {
  ssr: false,
});

const COLUMNS: readonly DataTableColumn<Skill>[] = [
  { id: "name", header: "Skill", width: "13rem", card: "title", cell: (skill) => skill.name },
  {
    id: "description",
    header: "What it is for",
    card: "plain",
    hidden_below: "md",
    cell: (skill) => (
      <span dir="auto" className="text-muted-foreground" title={skill.description}>
        {skill.description}
      </span>
    ),
  },
  {
    id: "repository",
    header: "Repository",
    width: "12rem",
    card: "plain",
    hidden_below: "lg",
    cell: (skill) => (
      <span className="font-mono text-xs" title={skill.path}>
        {skill.repository.name}
      </span>
    ),
  },
  {
    id: "version",
    header: "Version",
    width: "5rem",
    align: "right",
    cell: (skill) => formatCount(skill.current_version),
  },
  {
    id: "delivery",
    header: "Delivery",
    width: "8rem",
    card: "plain",
    cell: (skill) => {
      if (skill.delivery_status) return <StatusBadge term={SKILL_DELIVERY_TERMS[skill.delivery_status]} />;
      return <span className="text-muted-foreground">none yet</span>;
    },
  },
  {
    id: "open",
    header: "To decide",
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
    header: "Changed",
    width: "6.5rem",
    align: "right",
    card: "plain",
    cell: (skill) => <RelativeTime at={skill.updated_at} className="text-muted-foreground" />,
  },
];

/** The registered skills: which there are, in which version, and whether their files hold it. */
export function SkillsScreen() {
  const [parameters] = useQueryStates(skillsParameters);
  const { me, may } = useMe();
  const pages = usePages();
  const [registering, setRegistering] = useState(false);
  const query = useQuery({
    ...operationQuery(skillList, skillsInput(parameters)),
    placeholderData: keepPreviousData,
  });
  const stuck = useQuery(operationQuery(deliveryList, STUCK));
  const register = may("skills:manage") ? (
    <Button onClick={() => setRegistering(true)}>
      <FolderSearch aria-hidden />
      Register skills
    </Button>
  ) : null;
  return (
    <>
      <PageHeader
        title="Skills"
        question="What do our agents' skills say, and how did they change?"
        className="mb-2"
        actions={register}
      />
      <SkillsNav />
      <StuckDeliveries deliveries={stuck.data?.items ?? []} total={stuck.data?.total ?? 0} />
      <ListTable
        list={{
          name: "skills",
          contract: skillList,
          input: skillsInput(parameters),
          total: query.data?.total,
          parameters: skillsParameters,
        }}
        label="Skills"
        columns={COLUMNS}
        rows={query.data?.items}
        rowId={(skill) => skill.id}
        rowHref={(skill) => `/skills/${skill.id}`}
        refreshing={query.isFetching && query.data !== undefined}
        skeleton_rows={5}
        error={readProblem("The skills", query)}
        empty={
          <EmptyState icon={GraduationCap} title="No skill is registered" action={register}>
            A skill is a SKILL.md file of a repository. Once it is registered, proposals for its text are
            drafted from the most rejected rules.
            {me !== null && register === null && ` ${whoMay("skills:manage", "register skills")}`}
          </EmptyState>
        }
      />
      <PagerOf pages={pages} page={query.data} busy={query.isFetching} />
      {registering && (
        <RegisterSkills open onOpenChange={setRegistering} repository={parameters.repository} />
      )}
    </>
  );
}
