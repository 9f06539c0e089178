import { describe, expect, it } from "vitest";
import type { Notification } from "../contract";
import { composeMail } from "./compose";

const notification = (values: Partial<Notification>): Notification => ({
  id: "id",
  kind: "mention",
  title: "Ana mentioned you",
  path: "/inbox?item=1",
  count: 1,
  actor: { kind: "person", id: "ana", name: "Ana" },
  created_at: "2026-11-23T09:00:00.000Z",
  read_at: null,
  ...values,
});

const compose = (items: Notification[], since: Date | null = null) =>
  composeMail({
    items,
    since,
    name: "Bo",
    organization: "Harbor",
    base_url: "https://casebook.example",
    unsubscribe_url: "https://casebook.example/api/unsubscribe?token=t",
  });

describe("an e-mail", () => {
  it("of one thing has it as its subject, on one line, and links to it", () => {
    const { subject, text } = compose([notification({ title: "Ana mentioned you:\nlook" })]);
    expect(subject).toBe("Ana mentioned you: look · Harbor");
    expect(text).toContain("https://casebook.example/inbox?item=1");
    expect(text).toContain("No more e-mail: https://casebook.example/api/unsubscribe?token=t");
  });

  it("that is a digest says since when, by kind, with one link for each page", () => {
    const { subject, text, html } = compose(
      [
        notification({}),
        notification({ kind: "drift", title: "3 memories drifted", path: "/inbox?kind=drift" }),
        notification({ kind: "drift", title: "2 memories drifted", path: "/inbox?kind=drift" }),
      ],
      new Date("2026-11-20T17:45:00Z"),
    );
    expect(subject).toBe("3 notifications · Harbor");
    expect(text).toContain("since you were last here (2026-11-20 17:45 UTC)");
    expect(text).toContain("- 2 memories drifted (and 1 more)\n  https://casebook.example/inbox?kind=drift");
    expect(html.match(/kind=drift/g)).toHaveLength(1);
  });

  it("takes nothing that somebody wrote as markup", () => {
    const { html } = compose([
      notification({ title: '<img src=x onerror="alert(1)">', path: '/x"><script>' }),
    ]);
    expect(html).not.toContain("<img");
    expect(html).not.toContain("<script>");
    expect(html).toContain("&lt;img src=x onerror=&quot;alert(1)&quot;&gt;");
  });
});
