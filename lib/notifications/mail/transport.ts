import nodemailer from "nodemailer";
import { env } from "@/lib/env";
import type { Mail } from "./compose";

const TIMEOUT_MS = 20_000;

/** The mail server of the settings, without user and password; null when there is none. */
export function mailServer(): string | null {
  const { CASEBOOK_SMTP_URL } = env();
  if (CASEBOOK_SMTP_URL === undefined) return null;
  const { protocol, host } = new URL(CASEBOOK_SMTP_URL);
  return `${protocol}//${host}`;
}

function openTransport() {
  const { CASEBOOK_SMTP_URL } = env();
  if (CASEBOOK_SMTP_URL === undefined) throw new Error("CASEBOOK_SMTP_URL is not set.");
  return nodemailer.createTransport({
    url: CASEBOOK_SMTP_URL,
    connectionTimeout: TIMEOUT_MS,
    greetingTimeout: TIMEOUT_MS,
    socketTimeout: TIMEOUT_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
}

/**
 * Connects to the mail server and signs in, where it has a user, without sending anything.
 * @throws Error when it does not answer or does not take the sign-in.
 */
export async function verifyMail(): Promise<void> {
  const transport = openTransport();
  try {
    await transport.verify();
  } finally {
    transport.close();
  }
}

const RESTART = "Check CASEBOOK_SMTP_URL on the server, and start it again.";

/** What is wrong with the mail server, without its own words: they may repeat what was sent. */
export function mailProblem(error: unknown): { found: string; remedy: string } {
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  const said =
    MAIL_PROBLEMS[code] ?? "The mail server rejected the request; its answer is in the server's log.";
  return { found: said, remedy: RESTART };
}

const MAIL_PROBLEMS: Readonly<Record<string, string>> = {
  ECONNECTION: "The mail server cannot be reached: the connection was refused.",
  ECONNREFUSED: "The mail server cannot be reached: the connection was refused.",
  ESOCKET: "The mail server cannot be reached: the connection was refused or broke off.",
  EDNS: "The mail server's name is not known.",
  ENOTFOUND: "The mail server's name is not known.",
  ETIMEDOUT: "The mail server did not answer in time.",
  EAUTH: "The mail server refused user and password.",
  ETLS: "No encrypted connection to the mail server was possible.",
};

/**
 * Sends one e-mail by the mail server of the settings. What unsubscribes is in the headers too, so that mail programs
 * offer it as one click (RFC 8058).
 * @throws Error when the server does not take it.
 */
export async function sendMail({
  to,
  unsubscribe_url,
  ...mail
}: Mail & { to: string; unsubscribe_url: string }): Promise<void> {
  const { CASEBOOK_MAIL_FROM } = env();
  const transport = openTransport();
  try {
    await transport.sendMail({
      ...mail,
      to,
      from: CASEBOOK_MAIL_FROM,
      headers: {
        "List-Unsubscribe": `<${unsubscribe_url}>`,
        "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
        "Auto-Submitted": "auto-generated",
      },
    });
  } finally {
    transport.close();
  }
}
