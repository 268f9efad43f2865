/** The public surface of the package; nothing else is. */
export type {
  AgentReader,
  AgentRecord,
  AgentRecords,
  BesidePlace,
  DatabaseForm,
  FileForm,
  Machine,
  ReadOptions,
  SessionPlace,
  Verification,
} from './agent-reader.ts';
export {
  type AgentWriter,
  type Conversation,
  sessionText,
  type WrittenSession,
} from './agent-writer.ts';
export { currentContents } from './current-contents.ts';
export { type FindOptions, type FoundSession, findSessions } from './files/find-sessions.ts';
export { defaultLimits, type FileLimits } from './files/limits.ts';
export {
  type ReadSessionOptions,
  readSession,
  type SessionBytes,
  type SessionSource,
  verifySession,
} from './files/read-session.ts';
export { thisMachine } from './files/this-machine.ts';
export { ImportError, type ImportErrorCode } from './import-error.ts';
export type {
  Branch,
  ClosedEntry,
  CompactionEntry,
  ContentEntry,
  ImportedSession,
  ImportProblem,
  LogEntry,
  ProblemCode,
  Subagent,
} from './imported-session.ts';
export { mapTools } from './map-tools.ts';
export { readerNamed, readers } from './readers.ts';
export { type ToolTable, type ToolTwin, toolTables } from './tool-tables.ts';
export { writerNamed, writers } from './writers.ts';
