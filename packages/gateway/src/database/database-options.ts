/** How to reach the database that several instances of a gateway use. */
import type { PostgresConnection } from '@interlock/runtime';

export interface DatabaseOptions extends PostgresConnection {
  /** Where the tables are; made when absent. Default: `interlock`. */
  readonly schema?: string;
  /** How long a request waits for the database before it goes on without. Default: 2 seconds. */
  readonly deadlineMs?: number;
}
