/** What shaping reads in addition to the step, and the notes it takes for the diagnostics. */
import type { Origin } from '@interlock/transcript';
import type { ToolIds } from '../tools/tool-ids.ts';
import type { ToolNames } from '../tools/tool-names.ts';
import type { Traits } from '../traits/traits.ts';

export interface ShapeContext {
  readonly traits: Traits;
  /** The required origin of seals. */
  readonly origin: Origin;
  readonly ids: ToolIds;
  readonly names: ToolNames;
  readonly notes: ShapeNotes;
  /** After a fault: no thinking, seals or media are sent. */
  readonly plain: boolean;
}

/** Decisions of shaping for the diagnostics. Only ids, paths and reasons, never a text. */
export interface SealNote {
  /** The step of the transcript, where it is known. */
  readonly step?: number;
  readonly block: 'thinking' | 'text' | 'call' | 'media' | 'provider-tool';
  readonly outcome: 'replayed' | 'dropped';
  readonly why?: 'other-origin' | 'not-taken' | 'prefix-changed' | 'incomplete' | 'edited';
}

export interface MediaNote {
  readonly step: number;
  /** `replaced`: by a placeholder, because the target does not accept it and it is not text. */
  readonly outcome: 'moved' | 'replaced';
  /** The type of what was replaced. */
  readonly mimeType?: string;
  readonly callId?: string;
}

export interface IdNote {
  readonly canonical: string;
  /** The same for the call and its result (REQ-915-017); '' if the target has no ids. */
  readonly call: string;
  readonly result: string;
}

export interface ShapeNotes {
  readonly ids: IdNote[];
  readonly seals: SealNote[];
  readonly media: MediaNote[];
}
