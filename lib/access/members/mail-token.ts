import { z } from "zod";
import { AppError } from "@/lib/kernel/errors";
import { idSchema } from "@/lib/kernel/ids";
import { seal, unseal } from "../connections/secrets";

const PLACE = "member/mail";

const memberSchema = z.object({ organization_id: idSchema, person_id: idSchema });

/** Names a member in the address at the foot of an e-mail; encrypted, so that nobody makes one for another. */
export function mailToken({ organization_id, person_id }: z.output<typeof memberSchema>): string {
  return seal(JSON.stringify({ organization_id, person_id }), PLACE);
}

/** Whom such a token names; null when this server did not make it. */
export function readMailToken(token: string): z.output<typeof memberSchema> | null {
  try {
    return memberSchema.parse(JSON.parse(unseal(token, PLACE)));
  } catch (error) {
    if (error instanceof AppError || error instanceof z.ZodError || error instanceof SyntaxError) return null;
    throw error;
  }
}
