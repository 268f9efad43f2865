/** The public surface of the package; nothing else is. */

import './files/oldest-node.ts';

export { readerNamed, readers } from './agents/readers.ts';
export { writerNamed, writers } from './agents/writers.ts';
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
} from './reading/agent-reader.ts';
export { currentContents } from './reading/current-contents.ts';
export { ImportError, type ImportErrorCode } from './reading/import-error.ts';
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
} from './reading/imported-session.ts';
export { mapTools } from './tool-names/map-tools.ts';
export { type ToolTable, type ToolTwin, toolTables } from './tool-names/tool-tables.ts';
export {
  type AgentWriter,
  type Conversation,
  sessionText,
  type WrittenSession,
} from './write/agent-writer.ts';
