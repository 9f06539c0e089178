import { ORGANIZATION_COOKIE } from "@/lib/kernel/organization-cookie";

const YEAR_SECONDS = 31_536_000;

/** Goes to another organization. A full load: nothing that was read of the one before stays in the browser. */
export function switchOrganization(slug: string): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is absent outside secure contexts
  document.cookie = `${ORGANIZATION_COOKIE}=${slug}; path=/; max-age=${YEAR_SECONDS}; samesite=lax`;
  window.location.assign("/");
}
