import type { ApiError } from "@/lib/doors/client";
import type { problem } from "@/messages/compiled/problem";
import type { PlainKey, Translate } from "@/messages/message";

/** What a person can do about each problem. The API's own remedies are for those who write its clients. */
const REMEDIES: Record<ApiError["code"], PlainKey<typeof problem>> = {
  invalid_input: "remedy_correct",
  unprocessable: "remedy_correct",
  malformed_json: "remedy_reload",
  method_not_allowed: "remedy_reload",
  unsupported_media_type: "remedy_reload",
  unauthenticated: "remedy_sign_in",
  permission_denied: "remedy_other_role",
  origin_denied: "remedy_address",
  not_found: "remedy_not_found",
  conflict: "remedy_conflict",
  payload_too_large: "remedy_shorter",
  rate_limited: "remedy_wait",
  internal: "remedy_internal",
  unavailable: "remedy_unavailable",
  unreachable: "remedy_unreachable",
};

/** These say themselves what is safe. */
const SAYS_WHAT_IS_SAFE: ReadonlySet<ApiError["code"]> = new Set(["internal", "unreachable"]);

/** What a person can do about a failed call, and whether that says what is safe too. */
export function remedyOf(
  t: Translate<typeof problem>,
  { code, retry_after_seconds }: Pick<ApiError, "code" | "retry_after_seconds">,
): { text: string; saysWhatIsSafe: boolean } {
  const saysWhatIsSafe = SAYS_WHAT_IS_SAFE.has(code);
  if (code === "rate_limited" && retry_after_seconds !== undefined)
    return { text: t("remedy_wait_seconds", { seconds: retry_after_seconds }), saysWhatIsSafe };
  return { text: t(REMEDIES[code]), saysWhatIsSafe };
}
