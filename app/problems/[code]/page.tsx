import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { getMessages } from "@/app/messages";
import { PROBLEMS, type ProblemCode } from "@/lib/kernel/errors";
import { pages } from "@/messages/compiled/pages";

type Props = { params: Promise<{ code: string }> };

function isProblemCode(code: string): code is ProblemCode {
  return Object.hasOwn(PROBLEMS, code);
}

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { code } = await params;
  if (isProblemCode(code)) return { title: PROBLEMS[code].title };
  const t = await getMessages(pages);
  return { title: t("problem_unknown") };
}

/** The page behind each problem's `type`: what it means and what to do. */
export default async function ProblemPage({ params }: Props) {
  const { code } = await params;
  if (!isProblemCode(code)) notFound();
  const { status, title, remedy } = PROBLEMS[code];
  const t = await getMessages(pages);
  return (
    <main className="mx-auto flex min-h-dvh max-w-[72ch] flex-col justify-center gap-3 px-6 py-16">
      <p className="font-mono text-muted-foreground text-sm">
        {status} · {code}
      </p>
      <h1 className="font-semibold text-2xl">{title}</h1>
      <p>{remedy}</p>
      <p className="text-muted-foreground text-sm">
        {t.rich("problem_fields", {
          detail: (name) => <code className="font-mono">{name}</code>,
          errors: (name) => <code className="font-mono">{name}</code>,
        })}
      </p>
    </main>
  );
}
