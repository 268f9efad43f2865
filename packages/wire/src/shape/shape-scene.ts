/** What shaping a step may look at in addition to the step. */
import type { Origin } from '@interlock/transcript';
import type { ToolIds } from '../tools/tool-ids.ts';
import type { ToolNames } from '../tools/tool-names.ts';
import type { Traits } from '../traits/traits.ts';
import type { ShapeNotes } from './shape-notes.ts';

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
