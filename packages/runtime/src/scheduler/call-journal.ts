/**
 * Where the scheduler writes what becomes of calls; the session's history implements it. Awaited before the effect it
 * announces: a call whose start cannot be recorded is not run.
 */
import type { ToolCallBlock } from '@interlock/transcript';
import type { Access } from '../tool/tool.ts';
import type { Outcome } from './outcome.ts';

export interface CallJournal {
  /**
   * `effects`: the tool may change something, so this has to be on disk before it starts. `access`: what it will touch. `approvalMs`: how
   * long the user was asked; absent: no one was asked.
   */
  started(call: ToolCallBlock, effects: boolean, access: Access, approvalMs?: number): Promise<void>;
  settled(call: ToolCallBlock, outcome: Outcome, effects: boolean): Promise<void>;
  /** An abandoned call has ended after all. */
  late(call: ToolCallBlock, outcome: Outcome): Promise<void>;
}
