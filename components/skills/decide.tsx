"use client";

import { DialogOnDemand, type PropsOfPart } from "@/components/ui/on-demand";

const loadApprove = () => import("./decide-opened").then((part) => part.Approve);
const loadReject = () => import("./decide-opened").then((part) => part.Reject);

/** Says what an approval will do, takes a word of feedback, and does it. */
export function Approve(props: PropsOfPart<typeof loadApprove>) {
  return <DialogOnDemand load={loadApprove} props={props} />;
}

/** Takes the reason, and rejects. */
export function Reject(props: PropsOfPart<typeof loadReject>) {
  return <DialogOnDemand load={loadReject} props={props} />;
}
