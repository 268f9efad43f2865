/** A call, as rules see it. */
import type { CallConfinement, ToolKind } from '../tool/tool.ts';

export interface WeighedCall {
  readonly tool: string;
  readonly kind: ToolKind;
  readonly subject: string;
  readonly confinement?: CallConfinement;
  /** The MCP server whose tool it is. */
  readonly server?: string;
}
