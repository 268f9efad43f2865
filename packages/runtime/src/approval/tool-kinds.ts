/** The kinds of tools as data, for whoever reads one from text. */
import type { ToolKind } from '../tool/tool.ts';

export type { ToolKind };

export const toolKinds: readonly ToolKind[] = ['read', 'write', 'command', 'network', 'mcp', 'agent', 'other'];
