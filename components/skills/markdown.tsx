"use client";

import { Fragment, type ReactNode, useMemo } from "react";
import remarkFrontmatter from "remark-frontmatter";
import remarkGfm from "remark-gfm";
import remarkParse from "remark-parse";
import { unified } from "unified";
import { useMessages } from "@/components/ui/messages";
import { skillPage } from "@/messages/compiled/skill-page";

const processor = unified().use(remarkParse).use(remarkFrontmatter, ["yaml"]).use(remarkGfm).freeze();
type Root = ReturnType<typeof processor.parse>;
type Node = Root["children"][number];

/** One level below the page's own headings, so that the outline of the page stays whole. */
const HEADINGS = {
  1: { Tag: "h2", size: "mt-6 text-lg" },
  2: { Tag: "h3", size: "mt-6 text-base" },
  3: { Tag: "h4", size: "mt-5 text-base" },
  4: { Tag: "h5", size: "mt-4 text-sm" },
  5: { Tag: "h6", size: "mt-4 text-sm" },
  6: { Tag: "h6", size: "mt-4 text-sm" },
} as const;

/** Only addresses that lead out of the page; a skill may come from anyone. */
const isSafe = (url: string) => /^(https?:|mailto:)/i.test(url);

const all = (nodes: readonly Node[]): ReactNode =>
  nodes.map((node) => (
    <Fragment key={`${node.position?.start.offset}-${node.type}`}>
      <Rendered node={node} />
    </Fragment>
  ));

type Of<T extends Node["type"]> = { node: Extract<Node, { type: T }> };

function Heading({ node }: Of<"heading">) {
  const { Tag, size } = HEADINGS[node.depth];
  return <Tag className={`${size} mb-1.5 font-semibold first:mt-0`}>{all(node.children)}</Tag>;
}

function Anchor({ node }: Of<"link">) {
  if (!isSafe(node.url))
    return (
      <span title={node.url} className="underline decoration-border-strong underline-offset-4">
        {all(node.children)}
      </span>
    );
  return (
    <a
      href={node.url}
      rel="noreferrer noopener nofollow"
      className="text-primary underline underline-offset-4"
    >
      {all(node.children)}
    </a>
  );
}

function List({ node }: Of<"list">) {
  if (node.ordered)
    return (
      <ol start={node.start ?? 1} className="my-2 list-decimal pl-6 marker:text-muted-foreground">
        {all(node.children)}
      </ol>
    );
  return <ul className="my-2 list-disc pl-5 marker:text-muted-foreground">{all(node.children)}</ul>;
}

function ListItem({ node }: Of<"listItem">) {
  return (
    <li className="my-1 [&>p]:my-0">
      {node.checked === true && "☑ "}
      {node.checked === false && "☐ "}
      {all(node.children)}
    </li>
  );
}

function CodeBlock({ text, margin }: { text: string; margin: string }) {
  return (
    <pre
      className={`${margin} whitespace-pre-wrap wrap-anywhere rounded-md border bg-sunken px-3 py-2 text-xs leading-5`}
    >
      <code>{text}</code>
    </pre>
  );
}

/** A picture is named, and not loaded. */
function Picture({ name }: { name: string }) {
  const t = useMessages(skillPage);
  return <span className="text-muted-foreground">{t("image", { name })}</span>;
}

/** What stands inside a line; of a node that nothing is known about, its children. */
function Inline({ node }: { node: Node }): ReactNode {
  switch (node.type) {
    case "text":
      return node.value;
    case "strong":
      return <strong className="font-semibold">{all(node.children)}</strong>;
    case "emphasis":
      return <em>{all(node.children)}</em>;
    case "delete":
      return <del>{all(node.children)}</del>;
    case "inlineCode":
      return <code className="rounded-sm bg-muted px-1 py-0.5 text-[0.92em]">{node.value}</code>;
    case "break":
      return <br />;
    case "link":
      return <Anchor node={node} />;
    case "image":
      return <Picture name={node.alt ?? node.url} />;
    case "html":
      // Shown as it is written: markup of a skill is text for an agent, and is never run here.
      return <code className="text-muted-foreground text-xs">{node.value}</code>;
  }
  if ("children" in node) return all(node.children);
  return null;
}

/** What takes lines of its own; all else is shown as what stands inside a line. */
function Rendered({ node }: { node: Node }): ReactNode {
  switch (node.type) {
    case "heading":
      return <Heading node={node} />;
    case "paragraph":
      return <p className="my-2">{all(node.children)}</p>;
    case "list":
      return <List node={node} />;
    case "listItem":
      return <ListItem node={node} />;
    case "blockquote":
      return (
        <blockquote className="my-2 border-l-2 pl-3 text-muted-foreground">{all(node.children)}</blockquote>
      );
    case "code":
      return <CodeBlock text={node.value} margin="my-2" />;
    case "yaml":
      return <CodeBlock text={node.value} margin="mb-4" />;
    case "thematicBreak":
      return <hr className="my-4" />;
    case "table":
      return (
        <table className="my-3 w-full border-collapse text-sm">
          <tbody>{all(node.children)}</tbody>
        </table>
      );
    case "tableRow":
      return <tr className="border-b first:font-medium">{all(node.children)}</tr>;
    case "tableCell":
      return <td className="px-2 py-1.5 align-top first:pl-0">{all(node.children)}</td>;
    default:
      return <Inline node={node} />;
  }
}

/** The text of a skill as a person reads it. Nothing in it is run, loaded or followed by itself. */
export function Markdown({ content }: { content: string }) {
  const root = useMemo(() => processor.parse(content), [content]);
  return <div className="max-w-prose wrap-anywhere text-base">{all(root.children)}</div>;
}
