/**
 * The last step of every reader: contents get their turns and canonical ids in the order in which they were written, and calls
 * without a result are closed with the reason the reader knows.
 */
import {
  type Block,
  type Content,
  importContents,
  type SyntheticReason,
  type ToolCallBlock,
} from '@interlock/transcript';
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
   * Why calls have no result, by the agent's own ids. Others: `interrupted` when nothing was said after them, as after a kill, else
   * `lost`.
   */
  readonly reasons?: ReadonlyMap<string, SyntheticReason>;
}

export function finishSession({ reasons = new Map(), ...draft }: DraftSession): ImportedSession {
  const written = [...new Set(draft.log.flatMap(contentsOf))];
  const own = importContents(written);
  const ownOf = new Map(written.map((content, at) => [content, own[at] ?? content]));
  const imported = (content: Content): Content => ownOf.get(content) ?? content;
  const answered = new Set(own.flatMap(({ blocks }) => blocks.flatMap(answeredBy)));
  const last = own.findLastIndex(({ speaker }) => speaker === 'ai' || speaker === 'human');
  const reasonOf = (content: Content, call: ToolCallBlock): SyntheticReason =>
    reasons.get(rawIdOf(call)) ?? (content === own[last] ? 'interrupted' : 'lost');

  const log: LogEntry[] = [];
  const seen = new Set<Content>();
  const open: ClosedEntry[] = [];
  for (const entry of draft.log) {
    // The results of the same round come first.
    if (entry.kind === 'compaction' || entry.content.speaker !== 'tool') log.push(...open.splice(0));
    const fresh = contentsOf(entry).filter((content) => !seen.has(content) && seen.add(content));
    log.push(
      entry.kind === 'content'
        ? { ...entry, content: imported(entry.content) }
        : { ...entry, contents: entry.contents.map(imported) },
    );
    for (const content of fresh.map(imported)) {
      for (const call of content.blocks.filter(isOwnCall)) {
        if (answered.has(call.id)) continue;
        const reason = reasonOf(content, call);
        open.push({ kind: 'closed', callId: call.id, toolName: call.name, reason, place: entry.place });
      }
    }
  }
  const ids = canonicalIds(own);
  return { ...draft, log: [...log, ...open], subagents: draft.subagents.map((subagent) => withCall(subagent, ids)) };
}

function contentsOf(entry: ContentEntry | CompactionEntry): readonly Content[] {
  return entry.kind === 'content' ? [entry.content] : entry.contents;
}

function answeredBy(block: Block): readonly string[] {
  return block.type === 'tool_response' ? [block.callId] : [];
}

/** What the provider runs, nobody else answers. */
function isOwnCall(block: Block): block is ToolCallBlock {
  return block.type === 'tool_call' && block.executor !== 'provider';
}

function rawIdOf(call: ToolCallBlock): string {
  return call.rawId ?? call.id;
}

/** The canonical id of each call, by the agent's own; where that repeats, of the last one. */
function canonicalIds(contents: readonly Content[]): ReadonlyMap<string, string> {
  return new Map(contents.flatMap(({ blocks }) => blocks.filter(isOwnCall)).map((call) => [rawIdOf(call), call.id]));
}

function withCall({ callId, ...subagent }: Subagent, ids: ReadonlyMap<string, string>): Subagent {
  const own = callId === undefined ? undefined : ids.get(callId);
  return own === undefined ? subagent : { ...subagent, callId: own };
}
