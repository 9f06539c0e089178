import type { z } from "zod";
import * as access from "@/lib/access/contract";
import * as citations from "@/lib/citations/contract";
import * as hygiene from "@/lib/hygiene/contract";
import * as jobs from "@/lib/jobs/contract";
import { totalSchema } from "@/lib/kernel/pagination";
import { jsonSchema } from "@/lib/kernel/text";
import { versionSchema } from "@/lib/kernel/version";
import * as memories from "@/lib/memories/contract";
import * as recall from "@/lib/recall/contract";
import * as reviews from "@/lib/reviews/contract";
import * as sessions from "@/lib/sessions/contract";
import * as skills from "@/lib/skills/contract";
import * as tasks from "@/lib/tasks/contract";
import * as upkeep from "@/lib/upkeep/contract";

type Schemas = Readonly<Record<string, z.ZodType>>;

/**
 * The schemas of answers that have a name in the OpenAPI document, and so a type of that name in clients made from it. A
 * schema that several operations share, or that refers to itself, needs one. The names are public.
 */
export const answerSchemas: Schemas = {
  Json: jsonSchema,
  Total: totalSchema,

  Actor: access.actorRefSchema,
  AgentKey: access.agentKeySchema,
  AgentType: access.agentTypeSchema,
  AgentTypeMapping: access.agentTypeMappingSchema,
  AgentTypeName: access.agentTypeNameSchema,
  AuditEntry: access.auditEntrySchema,
  Connection: access.connectionSchema,
  ConnectionTest: access.connectionTestSchema,
  Invitation: access.invitationSchema,
  Leftover: access.leftoverSchema,
  Login: access.loginSchema,
  Member: access.memberSchema,
  Passkey: access.passkeySchema,
  Permission: access.permissionSchema,
  RateLimit: access.rateLimitSchema,
  Refusal: access.refusalSchema,
  Settings: access.settingsSchema,

  Citation: citations.citationSchema,
  StandsAt: citations.standsAtSchema,
  CitationCheck: citations.citationCheckSchema,
  CitationCounts: citations.citationCountsSchema,
  CitationDetail: citations.citationDetailSchema,
  CitationRun: citations.citationRunSchema,
  CitationFact: citations.citationFactSchema,
  CitationStatus: citations.citationStatusSchema,
  CodePlace: citations.codePlaceSchema,
  ConnectionBrief: citations.connectionRefSchema,
  CoverageEntry: citations.coverageEntrySchema,
  DriftPoint: citations.driftPointSchema,
  Repository: citations.repositorySchema,
  ProbeExpectation: citations.probeShape.expectation,
  RepositoryBrief: citations.repositoryBriefSchema,
  RepositoryCheckRun: citations.repositoryCheckRunSchema,
  RepositoryDetail: citations.repositoryDetailSchema,
  RepositoryName: citations.repositoryNameSchema,
  RepositorySource: citations.repositorySourceSchema,
  RepositoryWithCounts: citations.repositoryWithCountsSchema,
  VerdictChange: citations.verdictChangeSchema,

  AppliesTo: memories.appliesToSchema,
  CitationBrief: memories.citationRefSchema,
  Framework: memories.frameworkSchema,
  ListedProbe: memories.listedProbeSchema,
  Memory: memories.memorySchema,
  MemoryCondition: memories.nestedConditionSchema,
  MemoryBrief: memories.memoryBriefSchema,
  MemoryDetail: memories.memoryGet.output,
  MemoryEvent: memories.memoryEventSchema,
  MemoryKind: memories.kindSchema,
  MemoryProbe: memories.memoryProbeSchema,
  MemoryProbePlace: memories.memoryProbePlaceSchema,
  MemoryReach: memories.memoryReachSchema,
  MemoryScope: memories.scopeSchema,
  MemoryStatus: memories.statusSchema,
  MemorySupport: memories.memorySupportSchema,
  MemorySearchResult: memories.memorySearch.output,
  MemoryWritten: memories.writeAnswerSchema,
  PackEntryState: memories.packEntryStateSchema,
  Preference: memories.preferenceSchema,
  QualityPart: memories.qualityPartSchema,
  QuarantinedMemory: memories.quarantinedSchema,
  Redaction: memories.redactionSchema,
  RefusedMemory: memories.refusedMemorySchema,
  SearchScores: memories.searchScoresSchema,
  Suggestion: memories.suggestionSchema,
  Suspicion: memories.suspicionSchema,
  SuspiciousHead: memories.suspiciousHeadSchema,
  ValueCount: memories.valueCountSchema,
  UnverifiedMemory: memories.unverifiedMemorySchema,

  CiResults: tasks.ciResultsStore.output,
  CitedNow: tasks.citedNowSchema,
  Failure: tasks.failureSchema,
  FailureDetail: tasks.failureDetailSchema,
  FailureLanguage: tasks.failureLanguageSchema,
  FailureOccurrence: tasks.occurrenceSchema,
  FailureStatus: tasks.failureStatusSchema,
  SolutionPattern: tasks.patternSchema,
  SolutionPatternDetail: tasks.patternDetailSchema,
  StackFrame: tasks.frameSchema,
  ShareOfTasks: tasks.shareSchema,
  Task: tasks.taskSchema,
  TaskDetail: tasks.taskDetailSchema,
  TaskMetrics: tasks.taskMetricsSchema,
  TaskIteration: tasks.taskIterationSchema,
  TaskPhase: tasks.phaseSchema,
  TaskStatus: tasks.taskStatusSchema,

  ContextMemory: recall.contextMemorySchema,
  ContextPack: recall.contextSchema,
  ContextScores: recall.contextScoresSchema,
  Contribution: recall.contributionSchema,
  Expectation: recall.expectationSchema,
  InferredCounts: recall.inferredCountsSchema,
  InferredUse: recall.inferredSchema,
  LearnedRelevance: recall.relevanceSchema,
  Recall: recall.recallSchema,
  RecallCandidate: recall.recallCandidateSchema,
  RepositorySettings: recall.repositorySettingsSchema,
  Use: recall.useSchema,
  UseCounts: recall.useCountsSchema,

  Disposition: reviews.dispositionSchema,
  Finding: reviews.findingSchema,
  FindingChange: reviews.findingChangeSchema,
  FindingDetail: reviews.findingDetailSchema,
  Import: reviews.importSchema,
  ImportItem: reviews.importItemSchema,
  ImportState: reviews.importStateSchema,
  Review: reviews.reviewSchema,
  Rule: reviews.ruleRowSchema,
  RuleCategory: reviews.ruleCategorySchema,
  RuleTally: reviews.tallySchema,
  RuleTrend: reviews.ruleTrendSchema,
  Verdict: reviews.verdictSchema,

  CodeSnippet: skills.codeSnippetSchema,
  ConflictRegion: skills.conflictRegionSchema,
  ConsideredRule: skills.consideredSchema,
  Delivery: skills.deliverySchema,
  DeliveryDetail: skills.deliveryDetailSchema,
  DeliveryMode: skills.deliveryModeSchema,
  DeliveryStatus: skills.deliveryStatusSchema,
  Drafting: skills.draftingSchema,
  Proposal: skills.proposalSchema,
  ProposalComment: skills.commentSchema,
  ProposalDetail: skills.proposalDetailSchema,
  ProposalHunk: skills.hunkSchema,
  ProposalIntent: skills.proposalIntentSchema,
  ProposalStatus: skills.proposalStatusSchema,
  ProposedEffect: skills.predictionSchema,
  RateDifference: skills.differenceSchema,
  RateOfPeriod: skills.countedSchema,
  Skill: skills.skillSchema,
  SkillBrief: skills.skillRefSchema,
  SkillDetail: skills.skillDetailSchema,
  SkillMarker: skills.markerSchema,
  SkillSection: skills.sectionSchema,
  SkillVersion: skills.skillVersionSchema,
  SkillVersionDetail: skills.skillVersionDetailSchema,
  VersionEffect: skills.versionEffectSchema,
  VersionOrigin: skills.versionOriginSchema,

  DuplicateGroup: hygiene.duplicateSchema,
  MemoryConflict: hygiene.conflictSchema,

  HoldoutGroup: sessions.holdoutGroupSchema,
  Session: sessions.sessionSchema,
  SessionReport: sessions.sessionReportSchema,
  SessionStep: sessions.sessionStepSchema,
  TimelineItem: sessions.timelineItemSchema,

  DoctorCheck: upkeep.doctorCheckSchema,
  ExportRecord: upkeep.exportRecordSchema,
  ScopeMigrationItem: upkeep.scopeMigrationItemSchema,
  VectorStatus: upkeep.vectorStatusSchema,

  Job: jobs.jobRecordSchema,
  JobState: jobs.jobStateSchema,
};

/** Those of requests alone. They may transform what they take, which no answer does. */
export const requestSchemas: Schemas = {
  AppliesToInput: memories.appliesToInputSchema,
  CitationInput: citations.citationInputSchema,
  Credentials: access.credentialsSchema,
  Evaluation: reviews.evaluationSchema,
  EvaluationItem: reviews.evaluationItemSchema,
  MemoryInput: memories.memoryInputSchema,
  SettingsChange: access.settingsChangeSchema,
  Version: versionSchema,
};
