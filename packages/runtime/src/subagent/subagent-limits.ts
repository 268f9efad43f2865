/** How far agents may start agents. */
export interface SubagentLimits {
  /** How deep subagents may be nested. */
  readonly depth: number;
  /** How many one agent may start in a turn, and how many may run at once in the whole tree. */
  readonly children: number;
  readonly concurrent: number;
  readonly timeMs: number;
  /** Of the whole tree in one turn of the agent at the top: requests and tokens; every child gets half of what is left. */
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
