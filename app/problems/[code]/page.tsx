import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { PROBLEMS, type ProblemCode } from "@/lib/kernel/errors";

type Props = { params: Promise<{ code: string }> };

function isProblemCode(code: string): code is ProblemCode {
  return Object.hasOwn(PROBLEMS, code);
}

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { code } = await params;
  return { title: isProblemCode(code) ? PROBLEMS[code].title : "Unknown problem" };
}

/** The page behind each problem's `type`: what it means and what to do. */
export default async function ProblemPage({ params }: Props) {
  const { code } = await params;
  if (!isProblemCode(code)) notFound();
  const { status, title, remedy } = PROBLEMS[code];
  return (
    <main className="mx-auto flex min-h-dvh max-w-[72ch] flex-col justify-center gap-3 px-6 py-16">
      <p className="font-mono text-muted-foreground text-sm">
        {status} · {code}
      </p>
      <h1 className="font-semibold text-2xl">{title}</h1>
      <p>{remedy}</p>
      <p className="text-muted-foreground text-sm">
        Such answers contain <code className="font-mono">detail</code> (what happened in this case) and, for
        wrong input, <code className="font-mono">errors</code> with a pointer to each field.
      </p>
    </main>
  );
}
