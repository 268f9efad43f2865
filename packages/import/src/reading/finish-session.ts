/**
 * The last step of every reader: contents get their turns and canonical ids in the order in which they were written,
 * and calls without a result are closed with the reason the reader knows.
 */
import {
  type Block,
  type Content,
  importContents,
  type SyntheticReason,
  type ToolCallBlock,
} from '@interlock/transcript';
import { readToolId } from '@interlock/wire';
import type {
  ClosedEntry,
  CompactionEntry,
  ContentEntry,
  ImportedSession,
  LogEntry,
  Subagent,
} from './imported-session.ts';

/** A session with the agent's own ids. */
export interface DraftSession extends Omit<ImportedSession, 'log' | 'subagents'> {
  readonly log: readonly (ContentEntry | CompactionEntry)[];
  /** `callId` is the agent's own. */
  readonly subagents: readonly Subagent[];
  /**
   * Why calls have no result, by the agent's own ids. Others: `interrupted` if the user spoke next, or no one: the
   * agent was killed or stopped with them. `lost` if the model continued: then it had a result that is not in the file.
   */
  readonly reasons?: ReadonlyMap<string, SyntheticReason>;
}

export function finishSession({ reasons = new Map(), ...draft }: DraftSession): ImportedSession {
  const written = distinctContents(draft.log);
  const own = importContents(written);
  const ownOf = new Map(written.map((content, at) => [content, own[at] ?? content]));
  const imported = (content: Content): Content => ownOf.get(content) ?? content;
  const agentIds = agentIdsOf(written, own);
  const knownReasons = new Map([...reasons].map(([id, reason]) => [readToolId(id), reason]));
  const answered = answeredIn(own);
  const goneOn = followedByAnswer(own);
  const reasonOf = (content: Content, call: ToolCallBlock): SyntheticReason =>
    knownReasons.get(agentIds.get(call) ?? call.id) ?? (goneOn.has(content) ? 'lost' : 'interrupted');

  const log: LogEntry[] = [];
  const seen = new Set<Content>();
  let open: ClosedEntry[] = [];
  const close = (content: Content, place: ClosedEntry['place']): void => {
    if (seen.has(content)) return;
    seen.add(content);
    for (const call of content.blocks) {
      if (!isOwnCall(call) || answered.has(call.id)) continue;
      open.push({ kind: 'closed', callId: call.id, toolName: call.name, reason: reasonOf(content, call), place });
    }
  };
  for (const entry of draft.log) {
    // The results of the same round come first.
    if (open.length > 0 && (entry.kind === 'compaction' || entry.content.speaker !== 'tool')) {
      for (const each of open) log.push(each);
      open = [];
    }
    if (entry.kind === 'content') {
      const content = imported(entry.content);
      log.push({ ...entry, content });
      close(content, entry.place);
    } else {
      const contents = entry.contents.map(imported);
      log.push({ ...entry, contents });
      for (const content of contents) close(content, entry.place);
    }
  }
  // Not as arguments: there may be more of them than fit on the stack.
  for (const each of open) log.push(each);
  const { subagents } = draft;
  // If the agent repeats an id: the last call that has it.
  const ids = new Map([...agentIds].map(([call, id]) => [id, call.id]));
  return { ...draft, log, subagents: subagents.map((subagent) => withCall(subagent, ids)) };
}

/** A compaction names contents that were written before. */
function distinctContents(log: DraftSession['log']): readonly Content[] {
  const written = new Set<Content>();
  for (const entry of log) {
    if (entry.kind === 'content') written.add(entry.content);
    else for (const content of entry.contents) written.add(content);
  }
  return [...written];
}

/** Contents after which the model spoke before the user did. */
function followedByAnswer(contents: readonly Content[]): ReadonlySet<Content> {
  const followed = new Set<Content>();
  let next: Content['speaker'] | undefined;
  for (const content of contents.toReversed()) {
    if (next === 'ai') followed.add(content);
    if (content.speaker === 'ai' || content.speaker === 'human') next = content.speaker;
  }
  return followed;
}

function answeredIn(contents: readonly Content[]): ReadonlySet<string> {
  const answered = new Set<string>();
  for (const { blocks } of contents)
    for (const block of blocks) if (block.type === 'tool_response') answered.add(block.callId);
  return answered;
}

/** Excludes calls that the provider runs, because only the provider answers them. */
function isOwnCall(block: Block): block is ToolCallBlock {
  return block.type === 'tool_call' && block.executor !== 'provider';
}

/**
 * The agent's own id of each call, as protocols read it: an id of a provider may look like one that we wrote (`toolu_` and 24
 * characters), and is then read as ours.
 */
function agentIdsOf(written: readonly Content[], own: readonly Content[]): ReadonlyMap<ToolCallBlock, string> {
  return new Map(
    own.flatMap(({ blocks }, at) => {
      const calls = written[at]?.blocks.filter(isOwnCall) ?? [];
      const idOf = (call: ToolCallBlock, index: number): string => calls[index]?.id ?? call.rawId ?? call.id;
      return blocks.filter(isOwnCall).map((call, index) => [call, readToolId(idOf(call, index))] as const);
    }),
  );
}

function withCall({ callId, ...subagent }: Subagent, ids: ReadonlyMap<string, string>): Subagent {
  const own = callId === undefined ? undefined : ids.get(readToolId(callId));
  return own === undefined ? subagent : { ...subagent, callId: own };
}
