/** The main entry point of the package; `./mcp` and `./postgres` are optional. Nothing else is public. */

export type {
  ApprovalAnswer,
  ApprovalCall,
  ApprovalDecision,
  ApprovalMode,
  ApprovalRequest,
  ApprovalRule,
  Approvals,
  Approve,
  SessionApprovals,
  Verdict,
} from './approval/approval.ts';
export { approvalModes } from './approval/approval.ts';
export { type ApprovalOptions, createApprovals } from './approval/create-approvals.ts';
export { findUnknownTool, type KnownTools, type UnknownTool } from './approval/find-unknown-tool.ts';
export { type ParsedRule, parseRule, writeRule } from './approval/parse-rule.ts';
export { escapePattern } from './approval/pattern.ts';
export type { CommandContext } from './approval/reads-of.ts';
export { narrowRules } from './approval/rule-scope.ts';
export { offerRules, type RuleOffer } from './approval/suggest-rule.ts';
export type { ChangeScope, FileChange, FileChanges, RestoredFiles } from './changes/file-changes.ts';
export { headedSummary, historySummaryRequest, type SummaryRequest } from './context/summary-request.ts';
export { type MeasuredRequest, TokenCounter } from './context/token-counter.ts';
export { SessionError, type SessionErrorCode } from './events/session-error.ts';
export type { CutReason, Emit, SessionEvent, TurnEnd, UnfinishedCall } from './events/session-event.ts';
export type { TurnFault } from './events/turn-fault.ts';
export { commandWords, expandCommand, findCommand, readCommandLine } from './extensions/expand-command.ts';
export type { ExtensionFolder, ExtensionProblem } from './extensions/markdown-files.ts';
export { type AgentFile, type AgentFiles, readAgents } from './extensions/read-agents.ts';
export { type OwnCommand, type OwnCommands, readCommands } from './extensions/read-commands.ts';
export { readSkills, type Skill, type Skills } from './extensions/read-skills.ts';
export type { Input } from './history/user-input.ts';
export type { Hook, HookOptions } from './hooks/hook.ts';
export type { InstructionOptions } from './instructions/read-instructions.ts';
export { isHostPattern } from './network/host-pattern.ts';
export { isLoopback } from './network/is-loopback.ts';
export { readAtMost } from './network/read-at-most.ts';
export { BoundedOutput } from './process/bounded-output.ts';
export { cleanEnvironment } from './process/clean-environment.ts';
export type { Confinement, ConfinementKind, SandboxMode } from './process/confinement/confinement.ts';
export { openSandbox, SandboxError, type SandboxOptions } from './process/confinement/open-sandbox.ts';
export { openEntry, type Sandbox, type SandboxEntry, type SandboxNeeds } from './process/confinement/sandbox.ts';
export { OrphanWatch, type Ward } from './process/orphan-watch.ts';
export { outsideEnvironment } from './process/outside-path.ts';
export { quoteWord } from './process/quote-word.ts';
export type { ProcessEnd, ProcessRequest, ProcessResult, RunProcess } from './process/run-process.ts';
export { type CooldownConfig, defaultCooldowns } from './route/cooldown.ts';
export { createRoute, type RouteOptions } from './route/create-route.ts';
export { type Credential, type Credentials, type CredentialsOptions, createCredentials } from './route/credentials.ts';
export { LookAhead } from './route/look-ahead.ts';
export type {
  CredentialSource,
  RefreshedToken,
  RequestNeeds,
  Route,
  RouteConfig,
  RouteStep,
  RouteTarget,
  RouteView,
  Selection,
  TurnRoute,
} from './route/route.ts';
export type { SwitchLoss } from './route/switch-losses.ts';
export { createScheduler } from './scheduler/batch-run.ts';
export type { CallEvent } from './scheduler/call-event.ts';
export { completionContent } from './scheduler/completion-content.ts';
export { type ExecuteOptions, executeToolCall } from './scheduler/execute-tool-call.ts';
export type { Outcome, SettledCall } from './scheduler/outcome.ts';
export type { Batch, CallJournal, RunCall, Scheduler, SchedulerOptions } from './scheduler/scheduler.ts';
export { type CodingPreset, codingAgent } from './session/coding-agent.ts';
export {
  type ForeignSession,
  type ImportOptions,
  type ImportResult,
  importedSessionId,
  importSession,
} from './session/import-session.ts';
export { createSession, resumeSession } from './session/open-session.ts';
export type {
  CompactOptions,
  ForkOptions,
  PastMessage,
  Session,
  SessionState,
  SwitchReport,
  TurnEvents,
} from './session/session.ts';
export {
  defaultLimits,
  type SessionLimits,
  type SessionOptions,
} from './session/session-options.ts';
export type { Allowance, AllowanceLimits, Allowances } from './store/allowances.ts';
export { createFileRouteStore, type FileRouteStoreOptions } from './store/file-route-store.ts';
export { createJsonlStore, type JsonlStoreOptions } from './store/jsonl-store.ts';
export type { FoundValue, KeptValues } from './store/kept-values.ts';
export { createMemoryRouteStore } from './store/memory-route-store.ts';
export { createMemoryStore } from './store/memory-store.ts';
export { writePrivateFile } from './store/private-files.ts';
export type { OwnFault, RequestFacts, RequestName, RequestWait, UnsentRequest } from './store/request-facts.ts';
export type { Cooldown, RouteStore } from './store/route-store.ts';
export type { HookMoment, HookOutcome, HookReport, SessionRecord, Todo, TurnOutcome } from './store/session-record.ts';
export type {
  OpenedSession,
  OpenOptions,
  SessionHeader,
  SessionLog,
  SessionStore,
  SessionSummary,
  StoredRecord,
  StoreWarning,
} from './store/session-store.ts';
export type {
  FileFingerprints,
  FingerprintedContent,
  KeepsSideFiles,
  LinkedFiles,
  SideFiles,
} from './store/side-files.ts';
export { StoreError, type StoreErrorCode } from './store/store-error.ts';
export type { AgentDefinition } from './subagent/agent-definition.ts';
export { defaultSubagentLimits, type SubagentLimits } from './subagent/subagent-limits.ts';
export { type Clock, systemClock } from './time/clock.ts';
export { steadyTime } from './time/steady-time.ts';
export { defineTool, type ToolDefinition } from './tool/define-tool.ts';
export { describeJob, type Job, type JobOutcome } from './tool/job.ts';
export type {
  Access,
  AgentTool,
  Buffers,
  CallConfinement,
  Preview,
  ToolContext,
  ToolKind,
  ToolOutput,
  ToolReport,
  Workspace,
} from './tool/tool.ts';
export { type BuiltInOptions, builtInTools } from './tools/built-in-tools.ts';
export { wholeDiff } from './tools/edit/unified-diff.ts';
export { createFetchUrl, type FetchUrlOptions } from './tools/fetch-url.ts';
export { createRunCommand, type RunCommandOptions } from './tools/run-command.ts';
export { type AskParts, type AskResult, ask } from './turn/ask.ts';
export type { AttemptResult } from './turn/attempt.ts';
export type { CompactionOptions } from './turn/context-window.ts';
export type { LoadedInstructions } from './turn/current-setup.ts';
export { type ExchangeResult, exchange, type ReplyListener, stallLimits } from './turn/exchange.ts';
export { Preparers } from './turn/preparers.ts';
export { costOf } from './turn/spending.ts';
export { ToolForms } from './turn/tool-forms.ts';
export { openWorkspace } from './workspace/open-workspace.ts';
