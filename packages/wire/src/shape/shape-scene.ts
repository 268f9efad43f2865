/** What shaping a step may look at in addition to the step, and what it notes. */
import type { Origin } from '@interlock/transcript';
import type { ToolIds } from '../tools/tool-ids.ts';
import type { ToolNames } from '../tools/tool-names.ts';
import type { Traits } from '../traits/traits.ts';

export interface ShapeScene {
  readonly traits: Traits;
  /** Whom seals must come from. */
  readonly origin: Origin;
  readonly ids: ToolIds;
  readonly names: ToolNames;
  readonly notes: ShapeNotes;
  /** After a fault: nothing delicate is sent; no thinking, no seals. */
  readonly plain: boolean;
}

/** What shaping decided that a reader of diagnostics will ask about. Ids, places and reasons only: never a text. */
export interface SealNote {
  /** The step of the transcript, where it is known. */
  readonly step?: number;
  readonly block: 'thinking' | 'text' | 'call' | 'provider-tool';
  readonly outcome: 'replayed' | 'dropped';
  readonly why?: 'other-origin' | 'not-taken' | 'prefix-changed' | 'incomplete' | 'edited';
}

export interface MediaNote {
  readonly step: number;
  /** `replaced`: by a placeholder, because the target cannot take it and it is not text. */
  readonly outcome: 'moved' | 'replaced';
  /** Of what was replaced. */
  readonly mimeType?: string;
  readonly callId?: string;
}

export interface IdNote {
  readonly canonical: string;
  /** The same for the call and its result (REQ-915-017); '' where the target has no ids. */
  readonly call: string;
  readonly result: string;
}

export interface ShapeNotes {
  readonly ids: IdNote[];
  readonly seals: SealNote[];
  readonly media: MediaNote[];
}
