/**
 * Runs the hooks of one session: before and after a tool call, a turn and the session. Hooks for tools also run in subagents; hooks for
 * turns and sessions run only in the user's own session.
 *
 * Hooks run one after the other, in the given order. Before an action, the first hook that does not exit with 0 stops the action, even
 * if the hook itself failed. After an action nothing can be stopped, and failures are reported. Each run is recorded.
 */
import type { JsonObject } from '@interlock/transcript';
import { isAbout } from '../approval/rule-scope.ts';
import type { Emit, TurnEnd } from '../events/session-event.ts';
import { type Input, inputText } from '../history/user-input.ts';
import { OrphanWatch } from '../process/orphan-watch.ts';
import { type Outcome, withNote } from '../scheduler/outcome.ts';
import type { RunCall } from '../scheduler/scheduler.ts';
import type { HookMoment, HookReport } from '../store/session-record.ts';
import type { Clock } from '../time/clock.ts';
import type { AgentTool } from '../tool/tool.ts';
import type { Hook, HookOptions } from './hook.ts';
import { runHook } from './run-hook.ts';

export interface SessionHooksOptions extends HookOptions {
  readonly sessionId: string;
  /** 0 for the user's own session; more for a subagent. */
  readonly spawnDepth: number;
  readonly workspace: string;
  readonly environment: Readonly<Record<string, string>>;
  readonly clock: Clock;
  readonly record: (report: HookReport) => Promise<void>;
  /** Removes keys from a hook's output. */
  readonly conceal: (text: string) => string;
}

interface HookCall {
  readonly tool: Pick<AgentTool, 'name' | 'kind'>;
  readonly callId: string;
}

export class SessionHooks {
  readonly #options: SessionHooksOptions;
  readonly #watch = new OrphanWatch();
  #runs = 0;
  /** The first turn has begun, so the hooks for the start of the session have run. */
  #hasBegun = false;

  constructor(options: SessionHooksOptions) {
    this.#options = options;
  }

  /** Throws if a hook stops the turn or, before the first turn, the session. Nothing has been sent then. */
  async beforeTurn(turn: string, inputs: readonly Input[], emit: Emit, signal: AbortSignal): Promise<void> {
    if (this.#options.spawnDepth > 0) return;
    const texts = inputs.map(inputText).filter((text) => text !== '');
    let reason = this.#hasBegun ? undefined : await this.#before('before-session', {}, emit, { signal });
    if (reason === undefined) {
      this.#hasBegun = true;
      reason = await this.#before('before-turn', { turn, text: texts.join('\n\n') }, emit, { signal });
    }
    if (reason !== undefined) throw new Error(reason);
  }

  async afterTurn(turn: string, end: Pick<TurnEnd, 'outcome' | 'text' | 'why'>, emit: Emit): Promise<void> {
    if (this.#options.spawnDepth > 0) return;
    const { outcome, text, why } = end;
    const facts = { turn, outcome, text, ...(why === undefined ? {} : { why }) };
    for (const note of await this.#after('after-turn', facts, emit)) emit({ type: 'notice', text: note });
  }

  /** Runs nothing if the session had no turn. */
  async afterSession(): Promise<void> {
    if (this.#hasBegun) await this.#after('after-session', {}, () => {});
  }

  /** Returns the reason if the call must not run. */
  beforeTool(run: RunCall, emit: Emit, signal: AbortSignal): Promise<string | undefined> {
    const call = { tool: run.tool, callId: run.call.id };
    return this.#before('before-tool', factsOf(run), emit, { signal, call });
  }

  /** Returns the outcome with the messages of the hooks added for the model. Hooks cannot change the result itself. */
  async afterTool(run: RunCall, outcome: Outcome, emit: Emit): Promise<Outcome> {
    // A user who cancels does not want to wait.
    if (outcome.state === 'interrupted') return outcome;
    const call = { tool: run.tool, callId: run.call.id };
    const messages = await this.#after('after-tool', { ...factsOf(run), result: resultOf(outcome) }, emit, call);
    return messages.length === 0 ? outcome : withNote(outcome, messages.join('\n'));
  }

  /** Returns the reason if a hook stops the action. */
  async #before(
    on: 'before-session' | 'before-turn' | 'before-tool',
    facts: JsonObject,
    emit: Emit,
    { signal, call }: { readonly signal?: AbortSignal; readonly call?: HookCall } = {},
  ): Promise<string | undefined> {
    for (const hook of this.#at(on, call)) {
      const why = await this.#run(hook, facts, signal);
      await this.#report(hook, why === undefined ? 'passed' : 'vetoed', why, emit, call);
      if (why !== undefined) return `A hook stopped it (${hook.command}): ${why}`;
    }
    return undefined;
  }

  /** Returns the messages of the hooks that failed. */
  async #after(
    on: 'after-session' | 'after-turn' | 'after-tool',
    facts: JsonObject,
    emit: Emit,
    call?: HookCall,
  ): Promise<readonly string[]> {
    const messages: string[] = [];
    for (const hook of this.#at(on, call)) {
      const why = await this.#run(hook, facts);
      await this.#report(hook, why === undefined ? 'passed' : 'failed', why, emit, call);
      if (why !== undefined) messages.push(`[The hook ${JSON.stringify(hook.command)} says: ${why}]`);
    }
    return messages;
  }

  #at(on: HookMoment, call: HookCall | undefined): readonly Hook[] {
    return this.#options.hooks.filter((hook) => hook.on === on && (call === undefined || concerns(hook, call)));
  }

  async #run(hook: Hook, facts: JsonObject, signal?: AbortSignal): Promise<string | undefined> {
    const { sessionId, workspace, environment, clock, sandbox, conceal } = this.#options;
    this.#runs += 1;
    const why = await runHook({
      ...{ hook, cwd: workspace, environment, clock, watch: this.#watch },
      input: { event: hook.on, session: sessionId, workspace, ...facts },
      mark: `hook ${sessionId} ${this.#runs}`,
      ...(sandbox === undefined ? {} : { sandbox }),
      ...(signal === undefined ? {} : { signal }),
    });
    return why === undefined ? undefined : conceal(why);
  }

  async #report(
    { on, command }: Hook,
    outcome: HookReport['outcome'],
    text: string | undefined,
    emit: Emit,
    call: HookCall | undefined,
  ): Promise<void> {
    const report: HookReport = {
      on,
      command,
      outcome,
      ...(text === undefined ? {} : { text }),
      ...(call === undefined ? {} : { callId: call.callId }),
    };
    await this.#options.record(report);
    emit({ type: 'hook', ...report });
  }
}

function factsOf({ call, tool, args }: RunCall): JsonObject {
  return { call: { id: call.id, name: tool.name, kind: tool.kind, args } };
}

/** The outcome as JSON for a hook, without media. */
function resultOf(outcome: Outcome): JsonObject {
  if (outcome.state === 'complete') return { state: outcome.state, result: outcome.result };
  if (outcome.state === 'error') return { state: outcome.state, error: outcome.error };
  const { state, partial } = outcome;
  return { state, ...(partial === undefined ? {} : { partial }) };
}

function concerns({ tools }: Hook, { tool: { name, kind } }: HookCall): boolean {
  if (tools === undefined) return true;
  return tools.some((pattern) => isAbout(pattern, { tool: name, kind }));
}
