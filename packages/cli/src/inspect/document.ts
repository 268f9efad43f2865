/** The inspector's model of a document: a stored session, a history, a request body, or another agent's session. */
import type { Activity, CallState, DocumentKind, ReadProblem } from '@interlock/inspector';
import type { Content, JsonObject, JsonValue } from '@interlock/transcript';
import type { Settings, Tool, Usage } from '@interlock/wire';

export interface InspectedDocument {
  readonly name: string;
  readonly kind: DocumentKind;
  /** The protocol of a body, or the agent of a session. Absent: our own format. */
  readonly format?: string;
  /** Everything recorded, in order. */
  readonly log: readonly LogItem[];
  /** The contents that would be sent now. After a compaction they are shorter than the log. */
  readonly current: () => Promise<readonly Content[]>;
  readonly tools: readonly Tool[];
  /** Names of tools whose description is not known. */
  readonly bareTools?: readonly string[];
  /** Activity in a session whose last turn has not ended. */
  readonly activity?: Activity;
  readonly system: string;
  readonly settings: Settings;
  /** By canonical id; empty if only the history is known. */
  readonly calls: ReadonlyMap<string, CallFacts>;
  readonly usages: readonly RecordedUsage[];
  /** By turn, from 1. */
  readonly outcomes: ReadonlyMap<number, string>;
  readonly problems: readonly ReadProblem[];
  /** The original input, for the doctor. */
  readonly source?: JsonValue;
  readonly body?: { readonly protocol: string; readonly value: JsonObject };
}

export type LogItem =
  | { readonly kind: 'content'; readonly content: Content; readonly at?: number }
  | { readonly kind: 'note'; readonly text: string; readonly at?: number };

export interface CallFacts {
  readonly state: CallState;
  readonly startedAt?: number;
  readonly endedAt?: number;
  readonly approvalMs?: number;
  readonly late?: boolean;
}

export interface RecordedUsage {
  /** Number of log items before it. */
  readonly after: number;
  readonly at?: number;
  readonly target: string;
  readonly usage: Usage;
  readonly isSummary?: boolean;
}

export function contentsIn({ log }: Pick<InspectedDocument, 'log'>): readonly Content[] {
  return log.flatMap((item) => (item.kind === 'content' ? [item.content] : []));
}

/** The turn of each log item, from 1; 0 before the first. */
export function turnsIn(log: readonly LogItem[]): readonly number[] {
  let turn = 0;
  let turnId: string | undefined;
  let wasHuman = false;
  return log.map((item) => {
    if (item.kind === 'note') return turn;
    const { speaker, metadata } = item.content;
    const id = metadata?.turnId;
    const begins = speaker === 'human' && (id === undefined ? !wasHuman : id !== turnId);
    if (begins) turn += 1;
    // Only a user message starts a turn; a system text before it may have the same turn id.
    if (speaker === 'human') turnId = id;
    wasHuman = speaker === 'human';
    return turn;
  });
}
