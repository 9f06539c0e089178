"use client";

import { Archive, Ban, CircleCheck, CircleDot, CircleX, RotateCcw, TriangleAlert } from "lucide-react";
import { StatusBadge } from "@/components/pieces/status-with-reason";
import type { TermOf } from "@/components/pieces/vocabulary";
import { useMessages } from "@/components/ui/messages";
import type { FailureStatus, Pattern, TaskStatus } from "@/lib/tasks/contract";
import { taskWords } from "@/messages/compiled/task-words";
import type { PlainKey } from "@/messages/message";

type Word = TermOf<PlainKey<typeof taskWords>>;

const FAILURE_TERMS: Record<FailureStatus, Word> = {
  open: { word: "failure_open", icon: CircleDot, tone: "warn", meaning: "failure_open_meaning" },
  solved: {
    word: "failure_solved",
    icon: CircleCheck,
    tone: "ok",
    meaning: "failure_solved_meaning",
  },
  returned: {
    word: "failure_returned",
    icon: RotateCcw,
    tone: "danger",
    meaning: "failure_returned_meaning",
  },
};

export function FailureStatusBadge({ status }: { status: FailureStatus }) {
  return <StatusBadge term={FAILURE_TERMS[status]} t={useMessages(taskWords)} />;
}

const TASK_TERMS: Record<TaskStatus, Word> = {
  open: { word: "task_open", icon: CircleDot, tone: "quiet", meaning: "task_open_meaning" },
  passed: { word: "task_passed", icon: CircleCheck, tone: "ok", meaning: "task_passed_meaning" },
  failed: { word: "task_failed", icon: CircleX, tone: "danger", meaning: "task_failed_meaning" },
  cancelled: { word: "task_cancelled", icon: Ban, tone: "neutral", meaning: "task_cancelled_meaning" },
};

export function TaskStatusBadge({ status }: { status: TaskStatus }) {
  return <StatusBadge term={TASK_TERMS[status]} t={useMessages(taskWords)} />;
}

const PATTERN_TERMS: Record<Pattern["status"], Word> = {
  active: { word: "pattern_active", icon: CircleCheck, tone: "calm", meaning: "pattern_active_meaning" },
  drifted: {
    word: "pattern_drifted",
    icon: TriangleAlert,
    tone: "warn",
    meaning: "pattern_drifted_meaning",
  },
  retired: { word: "pattern_retired", icon: Archive, tone: "neutral", meaning: "pattern_retired_meaning" },
};

export function PatternStatusBadge({ status }: { status: Pattern["status"] }) {
  return <StatusBadge term={PATTERN_TERMS[status]} t={useMessages(taskWords)} />;
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
};

/** A programming language as its makers write it. */
export function LanguageName({ language }: { language: string }) {
  const t = useMessages(taskWords);
  if (language === "other") return t("language_other");
  return LANGUAGE_NAMES[language] ?? language;
}

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
