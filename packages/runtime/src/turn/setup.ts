/** What comes before every conversation: the system prompt and the tools. */

import type { AgentTool } from '../tool/tool.ts';

/** A file with instructions that is part of the system prompt. */
export interface ToldInstructions {
  readonly path: string;
  readonly characters: number;
  readonly cut: boolean;
}

export interface Setup {
  readonly system: string;
  readonly instructions: readonly ToldInstructions[];
  readonly tools: readonly AgentTool[];
}
