import Bowser from "bowser";

/** Browser and system as a person knows them, "Firefox 142 on Linux", from a User-Agent header. */
export function deviceOf(user_agent: string): string {
  if (user_agent === "") return "unknown";
  const { browser, os } = Bowser.parse(user_agent);
  const [major] = browser.version?.split(".") ?? [];
  const name = [browser.name, major].filter(Boolean).join(" ");
  if (name === "" && !os.name) return user_agent.slice(0, 60);
  return [name || "A browser", os.name].filter(Boolean).join(" on ");
}
