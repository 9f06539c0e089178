import type { Notification, NotificationKind } from "../contract";

export type Mail = { subject: string; text: string; html: string };

/** The heading over what is of a kind. */
const HEADINGS: Readonly<Record<NotificationKind, string>> = {
  mention: "You were mentioned",
  assigned: "Assigned to you",
  comment: "New comments",
  proposal: "Proposals",
  drift: "Drifted memories",
  suspicious_head: "Suspicious heads",
  conflict: "Conflicts",
  quarantine: "Quarantined texts",
  suggestion: "Suggestions",
  unclassified: "Unclassified findings",
  failure: "Failures that came back",
  import: "Imports to confirm",
};

type Line = { title: string; url: string };
type Section = { heading: string; lines: Line[] };

/** One line for each page, with what is said of it together: a kind that began to wait several times has one. */
function sectionsOf(items: readonly Notification[], base_url: string): Section[] {
  const kinds = [...new Set(items.map(({ kind }) => kind))];
  return kinds.map((kind) => {
    const own = items.filter((item) => item.kind === kind);
    const paths = [...new Set(own.map(({ path }) => path))];
    return {
      heading: HEADINGS[kind],
      lines: paths.map((path) => {
        const about = own.filter((item) => item.path === path);
        const more = about.length === 1 ? "" : ` (and ${about.length - 1} more)`;
        return { title: `${about.at(-1)?.title ?? ""}${more}`, url: `${base_url}${path}` };
      }),
    };
  });
}

function subjectOf(items: readonly Notification[], organization: string): string {
  const [only] = items;
  if (items.length === 1 && only)
    return `${only.title.replaceAll(/\s+/g, " ").slice(0, 150)} · ${organization}`;
  return `${items.length} notifications · ${organization}`;
}

const escaped = (text: string) =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");

/**
 * The e-mail that carries notifications: one, or a digest of what changed since a moment, with one link each. In its HTML
 * nothing that people or agents wrote is markup.
 */
export function composeMail({
  items,
  since,
  name,
  organization,
  base_url,
  unsubscribe_url,
}: {
  items: readonly Notification[];
  /** When the person was last here; null: never, or it is not a digest. */
  since: Date | null;
  name: string;
  organization: string;
  base_url: string;
  unsubscribe_url: string;
}): Mail {
  const sections = sectionsOf(items, base_url);
  const opening =
    since === null
      ? `Hello ${name},`
      : `Hello ${name}, this changed since you were last here (${since.toISOString().slice(0, 16).replace("T", " ")} UTC):`;
  const settings_url = `${base_url}/settings/notifications`;
  const footer = `${organization} on Casebook`;
  const text = [
    opening,
    ...sections.map(({ heading, lines }) =>
      [heading, ...lines.map(({ title, url }) => `- ${title}\n  ${url}`)].join("\n"),
    ),
    `${footer}\nChange what you are sent: ${settings_url}\nNo more e-mail: ${unsubscribe_url}`,
  ].join("\n\n");
  const html = [
    '<!doctype html><html lang="en"><body style="font-family:sans-serif;max-width:40rem">',
    `<p>${escaped(opening)}</p>`,
    ...sections.map(
      ({ heading, lines }) =>
        `<h2 style="font-size:1rem">${escaped(heading)}</h2><ul>${lines
          .map(({ title, url }) => `<li><a href="${escaped(url)}">${escaped(title)}</a></li>`)
          .join("")}</ul>`,
    ),
    `<p style="color:#666;font-size:0.8rem">${escaped(footer)} · <a href="${escaped(settings_url)}">Change what you are sent</a> · <a href="${escaped(unsubscribe_url)}">No more e-mail</a></p>`,
    "</body></html>",
  ].join("\n");
  return { subject: subjectOf(items, organization), text, html };
}
