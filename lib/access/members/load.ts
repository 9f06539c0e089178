import type { Db } from "@/lib/db/client";
import { type Actor, tenantOf } from "@/lib/kernel/actor";
import { AppError } from "@/lib/kernel/errors";
import type { Member } from "../contract";
import { findMember } from "./queries";

/** The member that a request is about. @throws AppError not_found */
export async function loadMember(context: {
  db: Db;
  actor: Actor;
  input: { member_id: string };
}): Promise<Member> {
  const { member_id } = context.input;
  const member = await findMember(context.db, { ...tenantOf(context), member_id });
  if (!member) throw new AppError("not_found", "This member does not exist.");
  return member;
}
