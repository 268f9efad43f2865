/** A tool as a request declares it: what every protocol writes down in its own way. */
import type { JsonObject } from '@interlock/transcript';

/** A tool with its projected name and its schema in the target's dialect. */
export interface DeclaredTool {
  readonly name: string;
  readonly description?: string;
  /** The whole description, where the one above is only its beginning (OAC-006): the system text has it. */
  readonly wholeDescription?: string;
  /** Absent where the dialect wants a tool without arguments declared without a schema (GEM-023). */
  readonly schema?: JsonObject;
  /** Parts of the schema take anything, because it was too large. */
  readonly isCut?: boolean;
}
