"use client";

import type { ReactElement } from "react";
import { OpensOnDemand } from "@/components/ui/on-demand";
import type { Moving } from "./move-to-rule-opened";

const load = () => import("./move-to-rule-opened").then((part) => part.MoveToRuleOpened);

/** Puts findings under one rule: a dialog behind the button given. */
export function MoveToRule({ children, ...moving }: Moving & { children: ReactElement }) {
  return <OpensOnDemand opens="dialog" load={load} props={moving} trigger={children} />;
}
