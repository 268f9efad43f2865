/**
 * When a session runs its hooks, and their input. Hooks for tools also run in subagents; hooks for turns and sessions run only in the
 * user's own session.
 */
import type { JsonObject } from '@interlock/transcript';
import type { Emit, TurnEnd } from '../events/session-event.ts';
import { type Input, inputText } from '../history/user-input.ts';
import { type Outcome, withNote } from '../scheduler/outcome.ts';
import type { RunCall } from '../scheduler/scheduler.ts';
import type { SessionHooks } from './session-hooks.ts';

export class HookedMoments {
  readonly #hooks: SessionHooks | undefined;
  /** For turns and the session; absent in a subagent. */
  readonly #own: SessionHooks | undefined;
  #hasBegun = false;

  constructor(hooks: SessionHooks | undefined, spawnDepth: number) {
    this.#hooks = hooks;
    this.#own = spawnDepth === 0 ? hooks : undefined;
  }

  /** Throws if a hook stops the turn, or, in the first turn, the session: then nothing is sent. */
  async beforeTurn(turn: string, inputs: readonly Input[], emit: Emit, signal: AbortSignal): Promise<void> {
    if (this.#own === undefined) return;
    const stop = (why: string | undefined): void => {
      if (why !== undefined) throw new Error(why);
    };
    if (!this.#hasBegun) stop(await this.#own.before('before-session', {}, emit, { signal }));
    this.#hasBegun = true;
    const texts = inputs.map(inputText).filter((text) => text !== '');
    stop(await this.#own.before('before-turn', { turn, text: texts.join('\n\n') }, emit, { signal }));
  }

  async afterTurn(turn: string, end: Pick<TurnEnd, 'outcome' | 'text' | 'why'>, emit: Emit): Promise<void> {
    const { outcome, text, why } = end;
    const facts = { turn, outcome, text, ...(why === undefined ? {} : { why }) };
    const messages = (await this.#own?.after('after-turn', facts, emit)) ?? [];
    for (const note of messages) emit({ type: 'notice', text: note });
  }

  /** Only if the session was used. */
  async afterSession(): Promise<void> {
    if (this.#hasBegun) await this.#own?.after('after-session', {}, () => {});
  }

  /** Returns why the call must not run. */
  async beforeTool(run: RunCall, emit: Emit, signal: AbortSignal): Promise<string | undefined> {
    const call = { tool: run.tool, callId: run.call.id };
    return this.#hooks?.before('before-tool', factsOf(run), emit, { signal, call });
  }

  /** The result stands; messages of hooks are added to it for the model. */
  async afterTool(run: RunCall, outcome: Outcome, emit: Emit): Promise<Outcome> {
    // A user who cancels does not want to wait.
    if (outcome.state === 'interrupted') return outcome;
    const call = { tool: run.tool, callId: run.call.id };
    const messages =
      (await this.#hooks?.after('after-tool', { ...factsOf(run), result: resultOf(outcome) }, emit, call)) ?? [];
    return messages.length === 0 ? outcome : withNote(outcome, messages.join('\n'));
  }
}

function factsOf({ call, tool, args }: RunCall): JsonObject {
  return { call: { id: call.id, name: tool.name, kind: tool.kind, args } };
}

/** Without media. */
function resultOf(outcome: Outcome): JsonObject {
  if (outcome.state === 'complete') return { state: outcome.state, result: outcome.result };
  if (outcome.state === 'error') return { state: outcome.state, error: outcome.error };
  const { state, partial } = outcome;
  return { state, ...(partial === undefined ? {} : { partial }) };
}
