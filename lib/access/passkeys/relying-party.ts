import { isIP } from "node:net";
import { publicUrl } from "@/lib/env";
import { AppError } from "@/lib/kernel/errors";
import { signsInByLinks } from "../logins/providers";

/** This server as passkeys know it: by its public address, whatever address a request named. */
export type RelyingParty = { id: string; origin: string };

/** Why this server takes no passkeys, for people; null: it does. */
export function passkeysOffBecause(): string | null {
  if (!signsInByLinks()) return "This server signs people in by single sign-on only.";
  const { hostname, protocol } = new URL(publicUrl());
  if (isIP(hostname.replace(/^\[|\]$/g, "")) !== 0)
    return "Browsers tie passkeys to a name, and this server's public address has none: set CASEBOOK_PUBLIC_URL.";
  if (protocol !== "https:" && hostname !== "localhost" && !hostname.endsWith(".localhost"))
    return "Browsers make passkeys over https only: set CASEBOOK_PUBLIC_URL to an https address.";
  return null;
}

export const offersPasskeys = (): boolean => passkeysOffBecause() === null;

/** @throws AppError when this server takes no passkeys. */
export function relyingParty(): RelyingParty {
  const reason = passkeysOffBecause();
  if (reason !== null) throw new AppError("conflict", reason);
  const { hostname, origin } = new URL(publicUrl());
  return { id: hostname, origin };
}
