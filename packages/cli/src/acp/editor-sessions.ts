/** The sessions that a client has open, and those it can open: new ones, earlier ones, copies, and those of other agents. */
import { realpath, stat } from 'node:fs/promises';
import { isAbsolute } from 'node:path';
import type {
  AgentContext,
  ClientCapabilities,
  ListSessionsRequest,
  ListSessionsResponse,
  McpServer,
} from '@agentclientprotocol/sdk';
import { costOf, type Session, type SessionStore } from '@interlock/runtime';
import type { Agent, SessionCallbacks } from '../agent/agent.ts';
import type { EditorParts } from '../agent/editor-parts.ts';
import { modelFacts } from '../agent/model-facts.ts';
import { openAgent } from '../agent/open-agent.ts';
import type { AgentFlags } from '../config/agent-flags.ts';
import { CommandError } from '../io/command-error.ts';
import type { Io } from '../io/io.ts';
import { machineOf } from '../sessions/find-source.ts';
import { openStore } from '../sessions/open-store.ts';
import { forkSession } from '../sessions/read-session.ts';
import { askPermission } from './ask-permission.ts';
import { clientFiles } from './client-files.ts';
import { clientServers } from './client-servers.ts';
import { clientTerminal } from './client-terminal.ts';
import { EditNotes } from './edit-notes.ts';
import { EditorSession } from './editor-session.ts';
import { foreignSession, listSessions } from './list-sessions.ts';
import { invalidParams, invalidRequest, notConfigured, sessionNotFound } from './protocol-error.ts';

/** The client's request to open a session. */
export interface OpenRequest {
  readonly cwd: string;
  readonly mcpServers?: readonly McpServer[] | null | undefined;
  readonly additionalDirectories?: readonly string[] | null | undefined;
}

type OpenSession = (agent: Agent, callbacks: SessionCallbacks) => Promise<Session>;

export class EditorSessions {
  readonly #flags: AgentFlags;
  readonly #io: Io;
  readonly #open = new Map<string, EditorSession>();
  /** Ids that are being opened or closed: requests about one session must not overlap. */
  readonly #busy = new Set<string>();
  #capabilities: ClientCapabilities = {};
  #count = 0;

  /** `flags`: of the command line; they apply to every session. */
  constructor(flags: AgentFlags, io: Io) {
    this.#flags = flags;
    this.#io = io;
  }

  /** The client's capabilities, from `initialize`. */
  setCapabilities(capabilities: ClientCapabilities): void {
    this.#capabilities = capabilities;
  }

  find(sessionId: string): EditorSession | undefined {
    return this.#open.get(sessionId);
  }

  get(sessionId: string): EditorSession {
    const session = this.find(sessionId);
    if (session === undefined) throw sessionNotFound(sessionId);
    return session;
  }

  begin(request: OpenRequest, client: AgentContext): Promise<EditorSession> {
    return this.#start(request, client, (agent, callbacks) => (agent.begin ?? agent.open)(callbacks));
  }

  /** An existing session, or one of another agent, which is imported first. */
  async resume(sessionId: string, request: OpenRequest, client: AgentContext): Promise<EditorSession> {
    return this.#exclusively(sessionId, async () => {
      const before = this.#open.get(sessionId);
      if (before?.isBusy === true)
        throw invalidRequest('A prompt is running in this session. Wait for it, or cancel it first.');
      await this.#closeOpen(sessionId);
      return this.#start(request, client, async (agent, callbacks) => {
        await this.#importMissing(sessionId, agent);
        return agent.resume(sessionId, callbacks);
      });
    });
  }

  /** A copy of the records, with the model of the original. */
  async fork(sessionId: string, request: OpenRequest, client: AgentContext): Promise<EditorSession> {
    const chosen = this.#open.get(sessionId)?.session.state.chosen;
    return this.#start(request, client, async (agent, callbacks) => {
      await this.#importMissing(sessionId, agent);
      const copy = await agent.resume(await forkSession(agent.store, sessionId, undefined), callbacks);
      const choice = chosen === undefined ? undefined : agent.named?.(chosen);
      if (choice?.usable === true && !copy.state.targets.includes(choice.name)) copy.switchTo(choice.to);
      return copy;
    });
  }

  async list({ cwd, cursor }: ListSessionsRequest): Promise<ListSessionsResponse> {
    const workspace = typeof cwd === 'string' ? await folderOf(cwd, 'cwd') : undefined;
    return this.#withStore(workspace, (store) =>
      listSessions(
        store,
        {
          machine: machineOf(this.#io),
          ...(workspace === undefined ? {} : { workspace }),
          ...(typeof cursor === 'string' ? { cursor } : {}),
        },
        new Set(this.#open.keys()),
      ),
    );
  }

  async close(sessionId: string): Promise<void> {
    await this.#exclusively(sessionId, async () => {
      if (!(await this.#closeOpen(sessionId))) throw sessionNotFound(sessionId);
    });
  }

  async delete(sessionId: string): Promise<void> {
    await this.#exclusively(sessionId, async () => {
      await this.#closeOpen(sessionId);
      await this.#withStore(undefined, async (store) => {
        const isStored = (await store.list()).some(({ header }) => header.id === sessionId);
        if (!isStored) throw sessionNotFound(sessionId);
        await store.delete(sessionId);
      });
    });
  }

  /** Called when the client has disconnected. Never rejects. */
  async closeAll(): Promise<void> {
    await Promise.all([...this.#open.keys()].map((id) => this.#closeOpen(id).catch(() => false)));
  }

  async #closeOpen(sessionId: string): Promise<boolean> {
    const session = this.#open.get(sessionId);
    if (session === undefined) return false;
    this.#open.delete(sessionId);
    await session.close();
    return true;
  }

  async #exclusively<T>(sessionId: string, work: () => Promise<T>): Promise<T> {
    if (this.#busy.has(sessionId))
      throw invalidRequest(`Session ${sessionId} is being opened or closed. Wait for the answer.`);
    this.#busy.add(sessionId);
    try {
      return await work();
    } finally {
      this.#busy.delete(sessionId);
    }
  }

  async #start(request: OpenRequest, client: AgentContext, open: OpenSession): Promise<EditorSession> {
    const cwd = await folderOf(request.cwd, 'cwd');
    const folders = await Promise.all(
      (request.additionalDirectories ?? []).map((path, at) => folderOf(path, `additionalDirectories[${at}]`)),
    );
    // Set once it exists; whatever needs it runs later.
    let opened: EditorSession | undefined;
    const sessionId = (): string => opened?.id ?? '';
    const buffers = clientFiles(client, this.#capabilities, sessionId);
    const edits = new EditNotes(buffers);
    const terminals = new Map<string, string>();
    const hasTerminals = this.#capabilities.terminal === true && process.platform !== 'win32';
    const run = clientTerminal({
      client,
      sessionId,
      opened: async (callId, terminalId) => {
        terminals.set(callId, terminalId);
        await opened?.openedTerminal(callId, terminalId);
      },
    });
    const editor: EditorParts = {
      servers: (taken) => clientServers(request.mcpServers ?? [], taken),
      folders,
      ...(buffers === undefined ? {} : { buffers }),
      ...(hasTerminals ? { run } : {}),
      adapt: edits.adapt,
    };
    // A user is present, so slow servers are only awaited when they are needed.
    const agent = await openAgent({ ...this.#flags, cwd }, this.#io, { interactive: true, editor }).catch(
      asProtocolError,
    );
    const callbacks: SessionCallbacks = {
      approve: (request, signal) => {
        const { permissions, workspace } = agent;
        const allow: Parameters<typeof askPermission>[0]['allow'] = (rule) =>
          opened?.session.remember(rule, { kept: false });
        const editOf: Parameters<typeof askPermission>[0]['editOf'] = (asked) => edits.previewEdit(asked, workspace);
        return askPermission(
          { client, sessionId: sessionId(), workspace, permissions, editOf, allow },
          request,
          signal,
        );
      },
      onEvent: (event) => {
        if (event.type === 'notice') opened?.say(event.text, 'warning').catch(() => {});
      },
    };
    try {
      const session = await open(agent, callbacks);
      this.#count += 1;
      const { notices, compaction } = this.#capabilities.session ?? {};
      const cost = await pastCost(agent, session.id);
      opened = new EditorSession({
        ...{
          agent,
          session,
          client,
          edits,
          terminals,
          prefix: `${session.id.slice(0, 8)}-${Date.now().toString(36)}-${this.#count}`,
        },
        showsNotices: notices !== undefined && notices !== null,
        showsCompactions: compaction !== undefined && compaction !== null,
        ...(cost === undefined ? {} : { cost }),
      });
      this.#open.set(session.id, opened);
      return opened;
    } catch (error) {
      await agent.close();
      throw error;
    }
  }

  /** The id of another agent's session comes from the list; nothing is stored before it is opened. */
  async #importMissing(sessionId: string, { store, workspace }: Agent): Promise<void> {
    const isStored = (await store.list()).some(({ header }) => header.id === sessionId);
    if (isStored) return;
    const machine = machineOf(this.#io);
    const found = await foreignSession(sessionId, workspace, machine);
    if (found === undefined) throw sessionNotFound(sessionId);
    const [{ mapTools, readSession }, { storeImport }] = await Promise.all([
      import('@interlock/import'),
      import('../sessions/store-import.ts'),
    ]);
    await storeImport(mapTools(await readSession(found, { machine })), store, workspace);
  }

  async #withStore<T>(cwd: string | undefined, use: (store: SessionStore) => Promise<T>): Promise<T> {
    const { config, offline } = this.#flags;
    const flags = {
      ...(cwd === undefined ? {} : { cwd }),
      ...(config === undefined ? {} : { config }),
      ...(offline === undefined ? {} : { offline }),
    };
    const { store, close } = await openStore(flags, this.#io);
    try {
      return await use(store);
    } finally {
      await close();
    }
  }
}

/** A problem that the user has to fix in the configuration or the environment is not an invalid request. */
function asProtocolError(error: unknown): never {
  if (error instanceof CommandError) throw notConfigured(error.message);
  throw error;
}

/** The folder with its links resolved. Throws a protocol error if there is none. */
async function folderOf(path: string, parameter: string): Promise<string> {
  if (!isAbsolute(path)) throw invalidParams(`${parameter} must be an absolute path.`, parameter);
  const isFolder = await stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  );
  if (!isFolder) throw invalidParams(`There is no folder ${path}.`, parameter);
  return realpath(path);
}

/** The cost of a session before it was opened, at published prices. Undefined: no price is known. */
async function pastCost({ store, choices, named }: Agent, id: string): Promise<number | undefined> {
  const { records } = await store.read(id);
  let total: number | undefined;
  for await (const { record } of records) {
    if (record.kind === 'request' && record.by === undefined && record.usage !== undefined) {
      const cost = costOf(record.price, record.usage);
      if (cost !== undefined) total = (total ?? 0) + cost;
    }
    if (record.kind !== 'usage') continue;
    const { target, usage } = record;
    const choice = choices.find(({ name }) => name === target) ?? named?.(target);
    const isOne = choice !== undefined && !('targets' in choice.to) && !('begin' in choice.to);
    const facts = isOne ? modelFacts(choice.to) : undefined;
    const cost = facts === undefined || 'problem' in facts ? undefined : costOf(facts.price, usage);
    if (cost !== undefined) total = (total ?? 0) + cost;
  }
  return total;
}
