/**
 * Starts subagents. A child is a session like any other (REQ-915-029), with its own history, the parent's approval rules and a part of
 * its budget. Stopping the call stops the child.
 */

import type { SessionEvent, TurnEnd } from '../events/session-event.ts';
import type { Route } from '../route/route.ts';
import type { Clock } from '../time/clock.ts';
import type { ToolContext, ToolReport } from '../tool/tool.ts';
import type { Budget } from '../turn/budget.ts';
import type { AgentDefinition } from './agent-definition.ts';
import type { SubagentLimits } from './subagent-limits.ts';

/** Shared by a whole tree. */
export interface Family {
  running: number;
}

/** The part of a session that its parent agent uses. */
export interface Child {
  send(
    prompt: string,
    options: { readonly signal: AbortSignal },
  ): AsyncIterable<SessionEvent> & { readonly ended: Promise<TurnEnd> };
  close(): Promise<void>;
}

export interface SubagentsOptions {
  readonly limits: SubagentLimits;
  /** The depth of the session that starts them. */
  readonly spawnDepth: number;
  readonly family: Family;
  readonly budget: Budget;
  readonly clock: Clock;
  readonly open: (route: Route, budget: Budget, title: string, agent?: AgentDefinition) => Promise<Child>;
}

export interface Task {
  readonly description: string;
  readonly prompt: string;
  readonly agent?: AgentDefinition;
}

export class Subagents {
  readonly #options: SubagentsOptions;
  #started = 0;

  constructor(options: SubagentsOptions) {
    this.#options = options;
  }

  /** A new turn of the parent has started. */
  renew(): void {
    this.#started = 0;
  }

  async run(task: Task, route: Route, context: ToolContext): Promise<ToolReport> {
    const refusal = this.#refusal();
    if (refusal !== undefined) return { text: refusal, failed: true };
    const { family } = this.#options;
    this.#started += 1;
    family.running += 1;
    try {
      return await this.#work(task, route, context);
    } finally {
      family.running -= 1;
    }
  }

  /** Why no other subagent can be started, as a sentence for the model. */
  #refusal(): string | undefined {
    const { limits, spawnDepth, family, budget } = this.#options;
    if (spawnDepth >= limits.depth)
      return `No subagent was started: this agent is ${spawnDepth} levels deep, which is the limit. Do the work yourself.`;
    if (this.#started >= limits.children)
      return `No subagent was started: this agent has started ${limits.children} in this turn, which is the limit. Do the work yourself.`;
    if (family.running >= limits.concurrent)
      return `No subagent was started: ${limits.concurrent} are running, which is the limit. Try again when one has finished.`;
    const used = budget.exhausted();
    return used === undefined ? undefined : `No subagent was started. ${used}`;
  }

  async #work(task: Task, route: Route, { signal, progress }: ToolContext): Promise<ToolReport> {
    const { limits, budget, clock, open } = this.#options;
    const share = budget.share(limits.timeMs);
    const child = await open(route, share, task.description, task.agent);
    const over = new AbortController();
    const outOfTime = new AbortController();
    clock.sleep(share.timeLeft, over.signal).then(() => {
      if (!over.signal.aborted) outOfTime.abort();
    });
    try {
      const turn = child.send(task.prompt, { signal: AbortSignal.any([signal, outOfTime.signal]) });
      for await (const event of turn) report(event, progress);
      const { outcome, text, why, failure } = await turn.ended;
      if (outcome === 'done') return { text: text === '' ? 'The subagent ended without an answer.' : text };
      const reason = outOfTime.signal.aborted ? 'It ran out of time.' : (why ?? failure?.message ?? outcome);
      const lastMessage = text === '' ? '' : `\nIts last message:\n${text}`;
      if (signal.aborted) throw new Error(`The subagent was stopped.${lastMessage}`);
      return { text: `The subagent did not finish: ${reason}${lastMessage}`, failed: true };
    } finally {
      over.abort();
      // Its answer counts even if the store failed to close.
      await child.close().catch(() => {});
    }
  }
}

function report(event: SessionEvent, progress: (text: string) => void): void {
  if (event.type === 'text-delta') progress(event.text);
  if (event.type === 'tool-call') progress(`\n[${event.name}]\n`);
}
