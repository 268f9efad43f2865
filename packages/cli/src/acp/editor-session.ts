/**
 * A session in an editor: prompts become turns or commands, events become updates, approval questions become permission requests. One turn
 * runs at a time; later prompts wait.
 */

import {
  type AgentContext,
  type ContentBlock,
  methods,
  type PromptResponse,
  type SessionConfigOption,
  type SessionModeState,
  type SessionUpdate,
} from '@agentclientprotocol/sdk';
import type { ApprovalMode, Session, SessionEvent, TurnEnd } from '@interlock/runtime';
import type { DiagnosticEvent } from '@interlock/transcript';
import type { Agent } from '../agent/agent.ts';
import { expandCustomCommand } from '../agent/expand-custom-command.ts';
import { serverFailures } from '../agent/open-agent.ts';
import { whyNotConfined } from '../agent/session-mode.ts';
import { messageOf } from '../io/command-error.ts';
import { titleOf } from '../sessions/session-title.ts';
import type { SlashContext } from '../slash/slash-command.ts';
import { describeUnsent } from '../wording/describe-unsent.ts';
import { eventNotice } from '../wording/event-notice.ts';
import { configOptions, modeState } from './config-options.ts';
import type { EditNotes } from './edit-notes.ts';
import { availableCommands, isEditorCommand, runEditorCommand, runsDuringTurn } from './editor-commands.ts';
import {
  type EventContext,
  type Mapping,
  mapEvent,
  messageUpdates,
  noticeUpdates,
  planUpdate,
  usageUpdate,
} from './map-event.ts';
import { pastEvents } from './past-events.ts';
import { commandIn, promptInput } from './prompt-input.ts';
import { PromptQueue } from './prompt-queue.ts';
import { invalidParams, invalidRequest, turnFailed } from './protocol-error.ts';
import { setOption } from './set-option.ts';

export interface EditorSessionParts {
  readonly agent: Agent;
  readonly session: Session;
  readonly client: AgentContext;
  readonly edits: EditNotes;
  /** The client's terminal of each call, by call id. */
  readonly terminals: ReadonlyMap<string, string>;
  readonly showsNotices: boolean;
  readonly showsCompactions: boolean;
  /** Cost of the session so far. Absent: no price is known. */
  readonly cost?: number;
  /** Distinguishes this connection's messages from those of others. */
  readonly prefix: string;
}

export class EditorSession {
  readonly #parts: EditorSessionParts;
  readonly #repairs = new Map<string, readonly DiagnosticEvent[]>();
  /** Servers that could not be started and were reported. */
  readonly #failures = new Set<string>();
  #mapping: Mapping;
  /** Updates are sent in order, and the response to a prompt after all of its updates. */
  #sent: Promise<void> = Promise.resolve();
  readonly #queue = new PromptQueue();
  /** Cancel the running prompt, and commands that run next to it. */
  readonly #work = new Set<AbortController>();
  #isTitled = false;
  /** The commands that were sent last. */
  #offered = '';
  #isInTurn = false;
  /** A switch between turns was already reported. The next turn emits its event again, which is then not shown. */
  #isSwitchReported = false;

  constructor(parts: EditorSessionParts) {
    this.#parts = parts;
    const { session, showsNotices, showsCompactions, cost, prefix } = parts;
    this.#mapping = {
      workspace: session.state.workspace,
      ...{ showsNotices, showsCompactions, prefix, messages: 0, compactions: 0, calls: new Map() },
      ...(cost === undefined ? {} : { cost }),
    };
    this.#isTitled = session.state.turns > 0;
  }

  get id(): string {
    return this.#parts.session.id;
  }

  get session(): Session {
    return this.#parts.session;
  }

  get agent(): Agent {
    return this.#parts.agent;
  }

  get isBusy(): boolean {
    return this.#queue.isBusy;
  }

  /** For the response that opens the session. */
  get setup(): { configOptions: SessionConfigOption[]; modes: SessionModeState } {
    const { agent, session } = this.#parts;
    return { configOptions: [...configOptions(agent, session)], modes: modeState(agent, session.state) };
  }

  /** The earlier conversation, replayed as updates. */
  async replay(): Promise<void> {
    for (const event of pastEvents(await this.#parts.session.history())) await this.#show(event);
  }

  /** Sends everything else that an editor needs once it knows the session. */
  async introduce(): Promise<void> {
    const { agent, session } = this.#parts;
    const { todos, warnings, queued } = session.state;
    await this.#sendCommands();
    if (todos.length > 0) await this.#send([planUpdate(todos)]);
    await this.#send([usageUpdate(this.#mapping, this.#eventContext(false))]);
    for (const text of agent.notices) await this.say(text, 'info');
    for (const { message } of warnings) await this.say(message, 'warning');
    if (queued.length > 0) await this.say(describeUnsent(queued), 'warning');
  }

  /** Sends the commands when they have changed: MCP prompts are known only once servers have started. */
  async #sendCommands(): Promise<void> {
    const commands = availableCommands(this.#parts.agent.commands?.() ?? []);
    const names = JSON.stringify(commands);
    if (names === this.#offered) return;
    this.#offered = names;
    await this.#send([{ sessionUpdate: 'available_commands_update', availableCommands: commands }]);
  }

  async say(text: string, level: 'info' | 'warning' | 'error'): Promise<void> {
    const { mapping, updates } = noticeUpdates(this.#mapping, level, text);
    this.#mapping = mapping;
    await this.#send(updates);
  }

  /** A call runs in a terminal of the client, which shows its output. */
  async openedTerminal(toolCallId: string, terminalId: string): Promise<void> {
    await this.#send([{ sessionUpdate: 'tool_call_update', toolCallId, content: [{ type: 'terminal', terminalId }] }]);
  }

  /** Resolves when the prompt has run. A prompt that is cancelled while it waits is never sent. */
  async prompt(blocks: readonly ContentBlock[], signal: AbortSignal): Promise<PromptResponse> {
    const input = promptInput(blocks);
    const line = commandIn(input);
    if (line !== undefined && this.isBusy && runsDuringTurn(line))
      return this.#cancellable(signal, (own) => this.#command(line, own));
    if (!(await this.#queue.enter(signal))) return cancelled;
    try {
      return await this.#cancellable(signal, (own) => this.#run(input, line, own));
    } finally {
      await this.#sent;
      this.#queue.leave();
    }
  }

  async #run(
    input: ReturnType<typeof promptInput>,
    line: string | undefined,
    signal: AbortSignal,
  ): Promise<PromptResponse> {
    await Promise.race([this.#startServers(), aborted(signal)]);
    if (signal.aborted) return cancelled;
    if (line === undefined) return this.#turn(input, signal);
    const expanded = await this.#expand(line);
    if (expanded === undefined) return this.#command(line, signal);
    return this.#turn([{ type: 'text', text: expanded }], signal);
  }

  /** Aborted when the request is withdrawn or the session is cancelled, which may be before the turn starts. */
  async #cancellable<T>(signal: AbortSignal, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
    const own = new AbortController();
    this.#work.add(own);
    try {
      return await work(AbortSignal.any([signal, own.signal]));
    } finally {
      this.#work.delete(own);
    }
  }

  /** Undefined: the line is a built-in command, or not a command. */
  async #expand(line: string): Promise<string | undefined> {
    if (isEditorCommand(line)) return undefined;
    return expandCustomCommand(line, this.#parts.agent).catch((error: unknown) => {
      throw invalidParams(messageOf(error), 'prompt');
    });
  }

  /** Waits for servers that are still starting; failures are reported once. */
  async #startServers(): Promise<void> {
    const { mcp } = this.#parts.agent;
    await mcp?.start();
    await this.#sendCommands();
    for (const text of serverFailures(mcp)) {
      if (this.#failures.has(text)) continue;
      this.#failures.add(text);
      await this.say(text, 'warning');
    }
  }

  /** Resolves when nothing is running and all prompts, including queued ones, have been answered. */
  async cancel(): Promise<void> {
    this.#queue.cancelWaiting();
    for (const work of this.#work) work.abort();
    await this.#parts.session.cancel();
  }

  async setOption(id: string, value: string): Promise<SessionConfigOption[]> {
    await setOption({ id, value }, { ...this.#parts, setMode: (mode) => this.setMode(mode), report: this.#switched });
    return this.setup.configOptions;
  }

  async setMode(mode: ApprovalMode): Promise<void> {
    const { agent, session } = this.#parts;
    const missing = mode === 'confined' ? whyNotConfined(agent.confinement) : undefined;
    if (missing !== undefined) throw invalidParams(missing, 'value');
    session.setMode(mode);
    await this.#send([{ sessionUpdate: 'current_mode_update', currentModeId: mode }, this.#options()]);
  }

  async close(): Promise<void> {
    await this.cancel();
    await this.#parts.session.close();
    await this.#parts.agent.close();
  }

  async #turn(input: ReturnType<typeof promptInput>, signal: AbortSignal): Promise<PromptResponse> {
    const { session } = this.#parts;
    const turn = session.send(input, { signal });
    this.#isInTurn = true;
    let isTooLong = false;
    try {
      for await (const event of turn) {
        if (event.type === 'reply-cut') isTooLong = event.why === 'max-tokens';
        await this.#onEvent(event);
      }
    } finally {
      this.#isInTurn = false;
    }
    const end = await turn.ended;
    await this.#send([{ sessionUpdate: 'session_info_update', updatedAt: new Date().toISOString() }]);
    return promptResponse(end, isTooLong);
  }

  async #onEvent(event: SessionEvent): Promise<void> {
    if (event.type === 'repair') this.#repairs.set(event.target, event.repairs);
    const isReported = event.type === 'switch-applied' && this.#isSwitchReported;
    if (event.type === 'switch-applied') this.#isSwitchReported = false;
    if (!isReported) await this.#show(event);
    if (event.type === 'tool-result') this.#parts.edits.forget(event.id);
    if (event.type === 'request') await this.#sendTitle();
  }

  async #show(event: Parameters<typeof mapEvent>[1]): Promise<void> {
    const { mapping, updates } = mapEvent(
      this.#mapping,
      event,
      this.#eventContext(changesOptions.includes(event.type)),
    );
    this.#mapping = mapping;
    await this.#send(updates);
  }

  /** The first words of the conversation, as in the list of sessions. */
  async #sendTitle(): Promise<void> {
    if (this.#isTitled) return;
    this.#isTitled = true;
    const title = titleOf(this.#parts.session.state.contents);
    if (title !== '') await this.#send([{ sessionUpdate: 'session_info_update', title }]);
  }

  /** `withOptions`: the options are expensive to build, and few events need them. */
  #eventContext(withOptions: boolean): EventContext {
    const { agent, session, edits, terminals } = this.#parts;
    const { tokens, window, tools } = session.state;
    return {
      tokens,
      window,
      kinds: new Map([...agent.tools, ...tools].map(({ name, kind }) => [name, kind])),
      options: withOptions ? configOptions(agent, session) : [],
      edits: edits.edits,
      terminals,
    };
  }

  #options(): SessionUpdate {
    const { agent, session } = this.#parts;
    return { sessionUpdate: 'config_option_update', configOptions: [...configOptions(agent, session)] };
  }

  /** During a turn, the session's own events report a switch. */
  readonly #switched = async (text: string | undefined): Promise<void> => {
    if (text === undefined) return;
    this.#isSwitchReported = true;
    await this.#send([this.#options()]);
    await this.say(text, 'info');
  };

  async #command(line: string, signal: AbortSignal): Promise<PromptResponse> {
    const before = JSON.stringify(this.setup.configOptions.map(({ id, currentValue }) => [id, currentValue]));
    await runEditorCommand(line, this.#context(signal));
    await this.#sent;
    const after = JSON.stringify(this.setup.configOptions.map(({ id, currentValue }) => [id, currentValue]));
    if (after !== before) await this.#send([this.#options()]);
    return signal.aborted ? cancelled : { stopReason: 'end_turn' };
  }

  /** The output of a command is the response to its prompt. */
  #context(signal: AbortSignal): SlashContext {
    const { agent, session } = this.#parts;
    const answer = (text: string): void => {
      // A separate message, even if a turn continues after it.
      const { mapping, updates } = messageUpdates(this.#mapping, `${text}\n`);
      this.#mapping = mapping;
      void this.#send(updates);
    };
    const unsupported = async (): Promise<never> => {
      throw invalidRequest('An editor opens sessions itself.');
    };
    return {
      agent,
      session,
      repairs: this.#repairs,
      say: answer,
      choose: async (title, items) => {
        const lines = items.map(({ name, note }) => `- ${name}${note === '' ? '' : `: ${note}`}`);
        answer([title, '', ...lines].join('\n'));
        return undefined;
      },
      work: (_, run) => run(signal),
      begin: unsupported,
      moveTo: unsupported,
      resume: unsupported,
      onEvent: (event) => {
        void this.#show(event);
      },
      fill: (text) => answer(text),
      toggleThinking: () => true,
      setMode: (mode) => {
        const missing = mode === 'confined' ? whyNotConfined(agent.confinement) : undefined;
        if (missing !== undefined) answer(missing);
        else session.setMode(mode);
        return missing === undefined;
      },
      switched: () => {
        this.#isSwitchReported = !this.#isInTurn;
      },
      exit: () => undefined,
    };
  }

  /** Sends updates in order. Updates for a client that has disconnected are dropped. */
  #send(updates: readonly SessionUpdate[]): Promise<void> {
    const { client } = this.#parts;
    for (const update of updates) {
      this.#sent = this.#sent
        .then(() => client.notify(methods.client.session.update, { sessionId: this.id, update }))
        .catch(() => undefined);
    }
    return this.#sent;
  }
}

const cancelled: PromptResponse = { stopReason: 'cancelled' };

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    signal.addEventListener('abort', () => resolve(), { once: true });
  });
}

/** Events that change the options. */
const changesOptions: readonly string[] = ['switch-queued', 'switch-cancelled', 'switch-applied', 'mode-changed'];

/** Throws if the turn failed: the failure is the response. */
function promptResponse(end: TurnEnd, isTooLong: boolean): PromptResponse {
  switch (end.outcome) {
    case 'done':
      return { stopReason: 'end_turn' };
    case 'cancelled':
      return cancelled;
    case 'limit':
      return { stopReason: isTooLong ? 'max_tokens' : 'max_turn_requests' };
    case 'failed': {
      if (end.failure?.reason === 'content-filter') return { stopReason: 'refusal' };
      const { reason, status } = end.failure ?? {};
      const data = { ...(reason === undefined ? {} : { reason }), ...(status === undefined ? {} : { status }) };
      throw turnFailed(eventNotice(end)?.text ?? 'The turn failed.', data);
    }
  }
}
