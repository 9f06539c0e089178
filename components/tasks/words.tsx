import { Archive, Ban, CircleCheck, CircleDot, CircleX, RotateCcw } from "lucide-react";
import { StatusBadge } from "@/components/pieces/status-with-reason";
import type { Term } from "@/components/pieces/vocabulary";
import type { FailureStatus, Pattern, TaskStatus } from "@/lib/tasks/contract";

const FAILURE_TERMS: Record<FailureStatus, Term> = {
  open: { word: "open", icon: CircleDot, tone: "warn", meaning: "Nobody has said what solves it" },
  solved: {
    word: "solved",
    icon: CircleCheck,
    tone: "ok",
    meaning: "It has a solution, and was not seen since",
  },
  returned: {
    word: "came back",
    icon: RotateCcw,
    tone: "danger",
    meaning: "It was seen again after it was solved",
  },
};

export function FailureStatusBadge({ status }: { status: FailureStatus }) {
  return <StatusBadge term={FAILURE_TERMS[status]} />;
}

const TASK_TERMS: Record<TaskStatus, Term> = {
  open: { word: "open", icon: CircleDot, tone: "quiet", meaning: "It goes on" },
  passed: { word: "passed", icon: CircleCheck, tone: "ok", meaning: "It ended well" },
  failed: { word: "failed", icon: CircleX, tone: "danger", meaning: "It ended without success" },
  cancelled: { word: "cancelled", icon: Ban, tone: "neutral", meaning: "It was given up" },
};

export function TaskStatusBadge({ status }: { status: TaskStatus }) {
  return <StatusBadge term={TASK_TERMS[status]} />;
}

const PATTERN_TERMS: Record<Pattern["status"], Term> = {
  active: { word: "in use", icon: CircleCheck, tone: "calm", meaning: "Searches find it" },
  retired: { word: "retired", icon: Archive, tone: "neutral", meaning: "No search finds it" },
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
