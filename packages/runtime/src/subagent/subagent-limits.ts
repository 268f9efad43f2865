/** Limits for subagents. */
export interface SubagentLimits {
  /** How deep subagents may be nested. */
  readonly depth: number;
  /** How many one agent may start in a turn, and how many may run at the same time in the whole tree. */
  readonly children: number;
  readonly concurrent: number;
  readonly timeMs: number;
  /** Requests and tokens of the whole tree in one turn of the top agent; every child gets half of what is left. */
  readonly steps: number;
  readonly tokens: number;
}

export const defaultSubagentLimits: SubagentLimits = {
  depth: 5,
  children: 5,
  concurrent: 8,
  timeMs: 15 * 60_000,
  steps: 1_000,
  tokens: 100_000_000,
};
