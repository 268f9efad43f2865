/**
 * One server: started once, restarted by the next call if it has stopped, given up if that happens too often in a row. Its failures
 * affect only its own calls.
 */

import { isJsonObject, type JsonObject } from '@interlock/transcript';
import type { OrphanWatch } from '../process/orphan-watch.ts';
import type { AgentTool, ToolContext, ToolReport } from '../tool/tool.ts';
import { answerElicitations } from './answer-elicitation.ts';
import { anyResult } from './any-result.ts';
import { type CalledTool, callTool } from './call-tool.ts';
import { type Conceal, concealing } from './conceal.ts';
import { Connection, explainStart, withLastOutput } from './connection.ts';
import { whileWanted, withDeadline } from './deadline.ts';
import { describeError } from './describe-error.ts';
import { loadSdk } from './load-sdk.ts';
import type { McpOptions, McpServerConfig, McpStatus, McpTimeouts } from './mcp-config.ts';
import { ServerLogin } from './oauth/server-login.ts';
import { type SignInNeed, SignInNeeded, signInNeedOf } from './oauth/sign-in-need.ts';
import { readResult } from './read-result.ts';
import { Revision } from './revision.ts';
import { isConfined, isSandboxed, looksStopped, StoppedInSandbox, sandboxHint, withGrant } from './sandbox-grant.ts';
import { quietly, ServerHealth } from './server-health.ts';
import { createClient, noLimit, openLink, type ServerLink } from './server-link.ts';
import { ServerLists } from './server-lists.ts';
import { promptText, type ServerPrompt } from './server-prompts.ts';

const defaults: Required<Omit<McpTimeouts, 'callMs'>> = {
  startMs: 30_000,
  probeMs: 1_000,
  listMs: 30_000,
  pingMs: 5_000,
  closeMs: 2_000,
  backoffMs: 500,
  reloadMs: 200,
};

export class McpServer {
  readonly #name: string;
  /** Including what the user has granted for this session. */
  #config: McpServerConfig;
  readonly #options: McpOptions;
  readonly #limits: typeof defaults;
  readonly #watch: OrphanWatch;
  readonly #conceal: Conceal;
  readonly #life = new AbortController();
  readonly #login: ServerLogin;
  readonly #revision = new Revision();
  readonly #links = new Set<ServerLink>();
  /** Links that are being closed. */
  readonly #leaving = new Set<Promise<void>>();
  readonly #lists: ServerLists;
  readonly #health: ServerHealth;
  #connection: Connection | undefined;
  #opening: Promise<Connection> | undefined;
  /** The user has answered the question about a grant. */
  #isAnswered = false;

  constructor(name: string, config: McpServerConfig, options: McpOptions, watch: OrphanWatch) {
    this.#name = name;
    this.#watch = watch;
    this.#config = config;
    this.#options = options;
    this.#limits = { ...defaults, ...options.timeouts };
    this.#login = new ServerLogin(name, options, this.#life.signal);
    this.#conceal = concealing(config, this.#login.secrets);
    this.#health = new ServerHealth(name, config.disabled === true ? 'off' : 'idle', options.onNotice);
    this.#lists = new ServerLists({
      server: name,
      filter: config.tools ?? {},
      timeoutMs: config.timeoutMs ?? options.timeouts?.callMs,
      call: (tool, args, context) => this.#call(tool, args, context),
      isConfined: () => isConfined(this.#config, options.sandbox),
      clock: options.clock,
      ...this.#limits,
      onChange: () => quietly(() => options.onChange?.()),
      onProblem: (problem) => this.#health.notice(`: ${this.#conceal(problem)}`),
      onPromptsFailed: (error) => this.#health.notice(`: its prompts could not be listed: ${this.#describe(error)}`),
      onReloadFailed: (error) =>
        this.#health.notice(`has a new list of tools, but it could not be loaded: ${this.#describe(error)}`),
    });
  }

  get tools(): readonly AgentTool[] {
    return this.#lists.tools;
  }

  get prompts(): readonly ServerPrompt[] {
    return this.#lists.prompts;
  }

  get status(): McpStatus {
    const { state, why } = this.#health;
    return { server: this.#name, state, tools: this.tools.length, ...(why === undefined ? {} : { why }) };
  }

  /** Never rejects. */
  async start(): Promise<void> {
    if (this.#health.state !== 'idle') return void (await this.#opening?.catch(() => {}));
    try {
      await this.#openOnce(() => this.#open());
    } catch (error) {
      if (this.#life.signal.aborted) return;
      this.#health.is('failed', sentence(error));
      if (error instanceof StoppedInSandbox && (await this.#isGranted(error.message))) return this.restart();
      if (error instanceof SignInNeeded && (await this.#login.askToSignIn(error.need))) return this.restart();
      if (this.#life.signal.aborted) return;
      this.#health.notice(`could not be started: ${sentence(error)}`);
    }
  }

  /** Never rejects. */
  async restart(): Promise<void> {
    if (this.#health.state === 'off' || this.#life.signal.aborted) return;
    await this.#opening?.catch(() => {});
    const connection = this.#connection;
    this.#connection = undefined;
    await connection?.link.close('it is restarting');
    this.#health.forgetStops();
    this.#health.is('idle');
    await this.start();
  }

  /** Whether the user grants it more than before. Does not wait when the session closes. */
  async #isGranted(why: string): Promise<boolean> {
    const { askGrant } = this.#options;
    if (askGrant === undefined || this.#isAnswered) return false;
    const answer = await whileWanted(this.#life.signal, () => askGrant(this.#name, why)).catch(() => undefined);
    this.#isAnswered = answer !== undefined;
    if (answer === undefined || answer === 'no') return false;
    this.#config = withGrant(this.#config, answer);
    return true;
  }

  /** Never rejects; nothing is running anymore when it resolves. */
  async close(): Promise<void> {
    const why = 'the session has closed it';
    this.#life.abort(new Error(why));
    this.#health.close();
    await this.#opening?.catch(() => {});
    await Promise.all([...this.#links].map((link) => link.close(why)));
  }

  /** For when this process exits and cannot wait. */
  kill(): void {
    for (const link of this.#links) link.kill();
  }

  async #call(tool: CalledTool, args: JsonObject, context: ToolContext): Promise<ToolReport> {
    const first = await this.#callOnce(tool, args, context);
    // The server has lost our session or requires a sign-in, and has not run anything.
    const isRepeated = isNeed(first) ? await this.#login.askToSignIn(first) : first === 'expired';
    const report = isRepeated ? await this.#callOnce(tool, args, context) : first;
    if (isNeed(report)) return this.#failed(`refused the call: ${this.#login.describeNeed(report)}`);
    return report === 'expired' ? this.#failed('has lost its session twice; the call was not made.') : report;
  }

  async #callOnce(
    tool: CalledTool,
    args: JsonObject,
    context: ToolContext,
  ): Promise<ToolReport | 'expired' | SignInNeed> {
    let connection: Connection;
    try {
      connection = await this.#ready(context.signal);
    } catch (error) {
      context.signal.throwIfAborted();
      return this.#failed(`is not available, so the call was not made: ${sentence(error)}`);
    }
    const open = { ...connection, config: this.#config };
    const answer = await connection.during(context.signal, () => callTool(open, tool, args, context));
    switch (answer.type) {
      case 'report':
        this.#health.forgetStops();
        return this.#login.withoutSecrets(answer.report);
      case 'refused':
        this.#health.forgetStops();
        return this.#failed(`refused the call: ${this.#conceal(answer.why, 4_000)}`);
      case 'unclear':
        return this.#failed(`gave no clear answer (${this.#conceal(answer.why)}); ${effect(true)}`);
      case 'lost':
        if (this.#drop(connection)) this.#stopped(withLastOutput(answer.why, connection.link));
        this.#leave(connection.retire(answer.why));
        return this.#failed(`${answer.words} (${this.#conceal(answer.why)}); ${effect(answer.isSent)}`);
      case 'sign-in':
        return answer.need;
      case 'expired':
        this.#drop(connection);
        this.#leave(connection.retire('its session has expired'));
        return 'expired';
    }
  }

  /** The text of a prompt. Rejects with a sentence. */
  async prompt(name: string, args: Readonly<Record<string, string>>, signal: AbortSignal): Promise<string> {
    return promptText(await this.#ask('prompts/get', { name, arguments: args }, signal));
  }

  /** The contents of a resource. Rejects with a sentence. */
  async resource(uri: string, signal: AbortSignal): Promise<ToolReport> {
    const answer = await this.#ask('resources/read', { uri }, signal);
    const contents = isJsonObject(answer) && Array.isArray(answer['contents']) ? answer['contents'] : [];
    const report = readResult({ content: contents.map((resource) => ({ type: 'resource', resource })) });
    return this.#login.withoutSecrets(report);
  }

  async #ask(method: string, params: Record<string, unknown>, signal: AbortSignal): Promise<unknown> {
    try {
      const { client } = await this.#ready(signal);
      const send = (limit: AbortSignal): Promise<unknown> =>
        client.request({ method, params }, anyResult, { ...noLimit, signal: limit });
      return await withDeadline(this.#options.clock, this.#limits.listMs, signal, send);
    } catch (error) {
      signal.throwIfAborted();
      const need = signInNeedOf(error);
      const why = need === undefined ? this.#describe(error) : this.#login.describeNeed(need);
      throw new Error(`The MCP server ${JSON.stringify(this.#name)} did not answer: ${why}.`);
    }
  }

  /** A running server, restarted if necessary. Rejects with a sentence that says why there is none. */
  async #ready(signal: AbortSignal): Promise<Connection> {
    this.#life.signal.throwIfAborted();
    const connection = this.#connection;
    const { clock } = this.#options;
    if (connection !== undefined && (await connection.answers(clock, this.#limits.pingMs))) return connection;
    if (this.#health.state === 'failed') throw new Error(this.#health.why);
    return whileWanted(signal, () => this.#openOnce(() => this.#reopen()));
  }

  #openOnce(open: () => Promise<Connection>): Promise<Connection> {
    this.#opening ??= open().finally(() => {
      this.#opening = undefined;
    });
    return this.#opening;
  }

  async #reopen(): Promise<Connection> {
    const { clock } = this.#options;
    const { stops } = this.#health;
    if (stops > 1) await clock.sleep(this.#limits.backoffMs * 4 ** (stops - 2), this.#life.signal);
    try {
      return await this.#open();
    } catch (error) {
      this.#life.signal.throwIfAborted();
      this.#stopped(`it could not be restarted: ${sentence(error)}`);
      throw error;
    }
  }

  async #open(): Promise<Connection> {
    this.#health.is('starting');
    const connection = await this.#connect();
    const { client, link } = connection;
    const { clock } = this.#options;
    try {
      await withDeadline(clock, this.#startMs, this.#life.signal, async (signal) => {
        await client.connect(link.transport, {
          ...noLimit,
          signal,
          ...this.#revision.prior,
        });
        await this.#lists.load(connection, signal);
      });
      this.#revision.learn(connection);
      void this.#lists.watch(connection);
    } catch (error) {
      if (!this.#life.signal.aborted && (await this.#revision.learnFrom(error, connection, this.#config))) {
        await link.close('it is restarting');
        return this.#open();
      }
      const need = signInNeedOf(error);
      if (need !== undefined) {
        this.#leave(link.close('the user must sign in'));
        throw new SignInNeeded(need, this.#login.describeNeed(need));
      }
      const reason = this.#conceal(await explainStart(link, error, this.#config), 1_500);
      const why = isConfined(this.#config, this.#options.sandbox) ? `${reason}${sandboxHint}` : reason;
      this.#leave(link.close(why));
      throw isSandboxed(this.#config, this.#options.sandbox) && looksStopped(error, link)
        ? new StoppedInSandbox(why)
        : new Error(why);
    }
    void link.ended.then((how) => {
      if (this.#drop(connection)) this.#stopped(withLastOutput(how, link));
    });
    this.#connection = connection;
    this.#health.is('ready');
    return connection;
  }

  get #startMs(): number {
    return this.#config.startTimeoutMs ?? this.#limits.startMs;
  }

  /** Nothing is started yet. */
  async #connect(): Promise<Connection> {
    const fault = faultOf(this.#config);
    if (fault !== undefined) throw new Error(fault);
    const { environment, cwd, clock, sandbox } = this.#options;
    const onGarbage = this.#garbageNotice();
    const sdk = await loadSdk();
    // Two processes of one server could conflict.
    await Promise.all(this.#leaving);
    const { closeMs } = this.#limits;
    const link = await openLink(this.#config, {
      sdk,
      environment,
      cwd,
      clock,
      closeMs,
      watch: this.#watch,
      onGarbage,
      sandbox,
      bearer: this.#login.bearer(this.#config, sdk),
    });
    this.#links.add(link);
    void link.ended.then(() => link.close('it has ended')).then(() => this.#links.delete(link));
    const client = createClient(sdk, this.#revision.negotiation(this.#config, this.#limits.probeMs), {
      onListChange: () => void this.#lists.reload(connection),
      onGarbage,
      onLost: () => void link.close('the connection was lost'),
    });
    answerElicitations(client, {
      server: this.#name,
      ask: this.#options.askElicitation,
      onDeclined: (why) => this.#health.notice(this.#conceal(why)),
    });
    const connection = new Connection(link, client);
    return connection;
  }

  /** Whether it was the current connection. */
  #drop(connection: Connection): boolean {
    if (this.#connection !== connection) return false;
    this.#connection = undefined;
    return true;
  }

  #leave(closing: Promise<void>): void {
    this.#leaving.add(closing);
    void closing.finally(() => this.#leaving.delete(closing));
  }

  #stopped(how: string): void {
    this.#health.stopped(this.#conceal(how, 1_500));
  }

  #describe(error: unknown): string {
    return this.#conceal(describeError(error, this.#config));
  }

  #failed(text: string): ToolReport {
    return { text: `The MCP server ${JSON.stringify(this.#name)} ${text}`, failed: true };
  }

  /** Reports this once for each start: some servers write their log to standard output. */
  #garbageNotice(): (text: string) => void {
    let count = 0;
    return (text) => {
      count += 1;
      if (count === 1)
        this.#health.notice(`sends something that is not a message, which is ignored: ${this.#conceal(text, 200)}`);
    };
  }
}

function faultOf(config: McpServerConfig): string | undefined {
  if (!('url' in config)) {
    return typeof config.command === 'string' && config.command !== ''
      ? undefined
      : 'it has neither a "command" nor a "url" in its configuration';
  }
  return /^https?:$/.test(URL.parse(config.url)?.protocol ?? '') ? undefined : 'its "url" is not an http(s) URL';
}

function isNeed(answer: ToolReport | 'expired' | SignInNeed): answer is SignInNeed {
  return typeof answer === 'object' && 'isStepUp' in answer;
}

function effect(isSent: boolean): string {
  return isSent ? 'the call may have taken effect.' : 'the call was not made.';
}

function sentence(error: unknown): string {
  return error instanceof Error ? error.message : 'unknown error';
}
