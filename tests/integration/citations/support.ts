import { join } from "node:path";
import {
  citationsOfMemories,
  findRepositoryById,
  insertCitations,
  prepareCitations,
  type Repository,
} from "@/lib/citations";
import * as contract from "@/lib/citations/contract";
import { transaction } from "@/lib/db/client";
import { newId } from "@/lib/kernel/ids";
import { contextOf, createOrganization, run, type TestDatabase } from "../../support/database";
import { GitRepository } from "../../support/git-repository";

export const BILLING = `export const VAT = 0.19;

export function net(gross: number): number {
  return gross / (1 + VAT);
}

export function invoiceNumber(year: number, count: number): string {
  const padded = String(count).padStart(6, "0");
  return \`\${year}-\${padded}\`;
}

export function dueDate(issued: Date): Date {
  return new Date(issued.getTime() + 14 * 86_400_000);
}
`;
export const BILLING_PATH = "src/billing.ts";
/** The lines of `invoiceNumber`. */
export const INVOICE = { path: BILLING_PATH, line_start: 7, line_end: 10 };
/** The lines of `net`. */
export const NET = { path: BILLING_PATH, line_start: 3, line_end: 5 };
/** With invoice numbers of eight digits. */
export const EDITED_BILLING = BILLING.replace('padStart(6, "0")', 'padStart(8, "0")');

/** An organization with one registered repository that holds src/billing.ts, and a lead who looks at it. */
export async function setUpRepository(database: TestDatabase, root: string) {
  const organization = await createOrganization(database.db);
  const { organization_id } = organization;
  const git = new GitRepository(join(root, newId()));
  const first_commit = git.commit({ [BILLING_PATH]: BILLING });
  const lead = contextOf(database, await organization.person("lead"));
  const name = `acme/shop-${newId().slice(-6)}`;
  const added = await run(contract.repositoryAdd, { name, source: { kind: "path", path: git.dir } }, lead);
  const repository = await findRepositoryById(database.db, { organization_id, repository_id: added.id });
  if (!repository) throw new Error("the repository was not stored");
  return { organization, organization_id, git, first_commit, lead, repository, repository_id: added.id };
}

/** A row that citations can belong to: this module knows no more of a memory than its id. */
export async function insertMemory(
  { db }: TestDatabase,
  params: { organization_id: string; repository_id?: string },
): Promise<string> {
  const id = newId();
  await db.memory.create({
    data: {
      ...params,
      id,
      kind: "decision",
      scope: "repository",
      statement: "Invoices count from one each year.",
      created_by_kind: "person",
      created_by_id: newId(),
      created_by_name: "Test",
      quality: 0.5,
      source_kind: "session",
      duplicate_sha256: id,
      search_text: "",
      search_length: 0,
    },
  });
  return id;
}

/** Prepares and stores citations as the memories module does: git first, then one transaction. */
export async function cite(
  database: TestDatabase,
  params: {
    organization_id: string;
    repository: Repository;
    citations: { path: string; line_start: number; line_end: number; sha?: string; snippet_hash?: string }[];
    now?: Date;
  },
) {
  const { organization_id, repository, now = new Date() } = params;
  const prepared = await prepareCitations(database.db, { ...params, pointer: "/citations" });
  const memory_id = await insertMemory(database, { organization_id, repository_id: repository.id });
  await transaction(database.db, (tx) =>
    insertCitations(tx, {
      organization_id,
      now,
      memories: [{ memory_id, repository_id: repository.id, prepared }],
    }),
  );
  const stored = await citationsOfMemories(database.db, { organization_id, memory_ids: [memory_id] });
  return { memory_id, citations: stored.get(memory_id) ?? [] };
}
