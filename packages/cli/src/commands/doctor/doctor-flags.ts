/** The flags of `interlock doctor`. */
import type { StoreFlags } from '../../sessions/open-store.ts';

export interface DoctorFlags extends StoreFlags {
  readonly for?: string;
  readonly repair?: boolean;
  readonly json?: boolean;
  /** Providers are contacted, and MCP servers started. */
  readonly online?: boolean;
}
