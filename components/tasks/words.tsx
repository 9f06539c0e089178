import { Archive, Ban, CircleCheck, CircleDot, CircleX, RotateCcw, TriangleAlert } from "lucide-react";
import { StatusBadge } from "@/components/pieces/status-with-reason";
import type { Term } from "@/components/pieces/vocabulary";
import type { FailureStatus, Pattern, TaskStatus } from "@/lib/tasks/contract";

const FAILURE_TERMS: Record<FailureStatus, Term> = {
  open: { word: "open", icon: CircleDot, tone: "warn", meaning: "No solution yet" },
  solved: {
    word: "solved",
    icon: CircleCheck,
    tone: "ok",
    meaning: "It has a solution, and has not come back",
  },
  returned: {
    word: "came back",
    icon: RotateCcw,
    tone: "danger",
    meaning: "It occurred again after it was solved",
  },
};

export function FailureStatusBadge({ status }: { status: FailureStatus }) {
  return <StatusBadge term={FAILURE_TERMS[status]} />;
}

const TASK_TERMS: Record<TaskStatus, Term> = {
  open: { word: "open", icon: CircleDot, tone: "quiet", meaning: "In progress" },
  passed: { word: "passed", icon: CircleCheck, tone: "ok", meaning: "It ended successfully" },
  failed: { word: "failed", icon: CircleX, tone: "danger", meaning: "It ended without success" },
  cancelled: { word: "cancelled", icon: Ban, tone: "neutral", meaning: "It was abandoned" },
};

export function TaskStatusBadge({ status }: { status: TaskStatus }) {
  return <StatusBadge term={TASK_TERMS[status]} />;
}

const PATTERN_TERMS: Record<Pattern["status"], Term> = {
  active: { word: "in use", icon: CircleCheck, tone: "calm", meaning: "Searches find it" },
  drifted: {
    word: "drifted",
    icon: TriangleAlert,
    tone: "warn",
    meaning: "Its lines changed since: searches no longer find it",
  },
  retired: { word: "retired", icon: Archive, tone: "neutral", meaning: "Searches no longer find it" },
};

export function PatternStatusBadge({ status }: { status: Pattern["status"] }) {
  return <StatusBadge term={PATTERN_TERMS[status]} />;
}

const LANGUAGE_NAMES: Record<string, string> = {
  python: "Python",
  javascript: "JavaScript",
  go: "Go",
  rust: "Rust",
  java: "Java",
  csharp: "C#",
  ruby: "Ruby",
  php: "PHP",
  other: "other",
};

export const languageName = (language: string): string => LANGUAGE_NAMES[language] ?? language;

const EXTENSIONS: Record<string, string> = {
  python: "py",
  javascript: "js",
  typescript: "ts",
  golang: "go",
  rust: "rs",
  csharp: "cs",
  ruby: "rb",
};

/** A file name by which code is coloured. */
export const codePath = ({ path, language }: Pick<Pattern, "path" | "language">): string => {
  if (path !== null) return path;
  if (language === null) return "";
  return `code.${EXTENSIONS[language.toLowerCase()] ?? language.toLowerCase()}`;
};
