/**
 * Where the scheduler records calls; implemented by the session's history. A start is awaited: a call whose start cannot be recorded
 * is not run.
 */
import type { ToolCallBlock } from '@interlock/transcript';
import type { Access } from '../tool/tool.ts';
import type { Outcome } from './outcome.ts';

export interface CallJournal {
  /**
   * `effects`: the tool may change something, so this must be on disk before it starts. `access`: what it will access. `approvalMs`:
   * how long the user took to answer; absent: the user was not asked.
   */
  started(call: ToolCallBlock, effects: boolean, access: Access, approvalMs?: number): Promise<void>;
  settled(call: ToolCallBlock, outcome: Outcome, effects: boolean): Promise<void>;
  /** An abandoned call has ended after all. */
  late(call: ToolCallBlock, outcome: Outcome): Promise<void>;
}
