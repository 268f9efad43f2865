/** A tool as a request declares it, before a protocol writes it. */
import type { JsonObject } from '@interlock/transcript';
import type { FreeForm } from '../traits/settings.ts';

/** A tool with its projected name and its schema in the target's dialect. */
export interface DeclaredTool {
  readonly name: string;
  readonly description?: string;
  /** The full description, if the one above is only its start (OAC-006): it goes into the system text. */
  readonly wholeDescription?: string;
  /** Absent if the dialect declares a tool without arguments without a schema (GEM-023). */
  readonly schema?: JsonObject;
  /** Calls must follow the schema, and the target can enforce it. */
  readonly strict?: boolean;
  /** Set if it takes one text, and the target has such tools: it has no schema then. */
  readonly freeForm?: FreeForm;
  /** Parts of the schema accept anything, because it was too large. */
  readonly isCut?: boolean;
}
