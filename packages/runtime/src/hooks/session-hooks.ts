/**
 * The hooks of one session. They run one after the other, in the given order. Before an action, the first hook that does not exit with
 * 0 stops it, also if the hook itself fails. After an action nothing can be stopped, and failures are reported. Each run is recorded.
 */
import type { JsonObject } from '@interlock/transcript';
import { isAbout } from '../approval/rule-scope.ts';
import type { Emit } from '../events/session-event.ts';
import { OrphanWatch } from '../process/orphan-watch.ts';
import type { HookMoment, HookReport } from '../store/session-record.ts';
import type { Clock } from '../time/clock.ts';
import type { AgentTool } from '../tool/tool.ts';
import type { Hook, HookOptions } from './hook.ts';
import { runHook } from './run-hook.ts';

export interface SessionHooksOptions extends HookOptions {
  readonly sessionId: string;
  readonly workspace: string;
  readonly environment: Readonly<Record<string, string>>;
  readonly clock: Clock;
  readonly record: (report: HookReport) => Promise<void>;
  /** Removes keys from a hook's output. */
  readonly conceal: (text: string) => string;
}

export interface HookCall {
  readonly tool: Pick<AgentTool, 'name' | 'kind'>;
  readonly callId: string;
}

export class SessionHooks {
  readonly #options: SessionHooksOptions;
  readonly #watch = new OrphanWatch();
  #runs = 0;

  constructor(options: SessionHooksOptions) {
    this.#options = options;
  }

  /** Why the action must not happen; undefined: it may. */
  async before(
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

  /** The messages of hooks that failed. */
  async after(
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

function concerns({ tools }: Hook, { tool: { name, kind } }: HookCall): boolean {
  if (tools === undefined) return true;
  return tools.some((pattern) => isAbout(pattern, { tool: name, kind }));
}
