/** The agent side of ACP: which method does what. The SDK checks parameters before they get here. */
import {
  type AgentApp,
  type AgentCapabilities,
  agent,
  type InitializeResponse,
  methods,
  PROTOCOL_VERSION,
} from '@agentclientprotocol/sdk';
import { approvalModes } from '@interlock/runtime';
import { readVersion } from '../io/version.ts';
import type { EditorSession } from './editor-session.ts';
import type { EditorSessions } from './editor-sessions.ts';
import { forkMethod, readFork } from './fork-request.ts';
import { invalidParams, protocolError } from './protocol-error.ts';

export function createApp(sessions: EditorSessions): AgentApp {
  const { session: sessionMethods } = methods.agent;
  return (
    agent({ name: 'interlock' })
      .onRequest(methods.agent.initialize, ({ params }) => {
        sessions.setCapabilities(params.clientCapabilities ?? {});
        return initialized;
      })
      .onRequest(methods.agent.authenticate, () => {
        throw invalidParams('No authentication is needed: keys are read from the environment and the configuration.');
      })
      .onRequest(sessionMethods.new, ({ params, client }) =>
        withProtocolErrors(async () => {
          const session = await sessions.begin(params, client);
          return { sessionId: session.id, ...withIntroduction(session) };
        }),
      )
      .onRequest(sessionMethods.load, ({ params, client }) =>
        withProtocolErrors(async () => {
          const session = await sessions.resume(params.sessionId, params, client);
          await session.replay();
          return withIntroduction(session);
        }),
      )
      .onRequest(sessionMethods.resume, ({ params, client }) =>
        withProtocolErrors(async () => withIntroduction(await sessions.resume(params.sessionId, params, client))),
      )
      .onRequest(forkMethod, readFork, ({ params, client }) =>
        withProtocolErrors(async () => {
          const session = await sessions.fork(params.sessionId, params, client);
          return { sessionId: session.id, ...withIntroduction(session) };
        }),
      )
      .onRequest(sessionMethods.list, ({ params }) => withProtocolErrors(() => sessions.list(params)))
      .onRequest(sessionMethods.close, ({ params }) =>
        withProtocolErrors(() => sessions.close(params.sessionId).then(() => ({}))),
      )
      .onRequest(sessionMethods.delete, ({ params }) =>
        withProtocolErrors(() => sessions.delete(params.sessionId).then(() => ({}))),
      )
      .onRequest(sessionMethods.prompt, ({ params, signal }) =>
        withProtocolErrors(() => sessions.get(params.sessionId).prompt(params.prompt, signal)),
      )
      .onRequest(sessionMethods.setConfigOption, ({ params }) =>
        withProtocolErrors(async () => {
          const { sessionId, configId, value } = params;
          const session = sessions.get(sessionId);
          if (typeof value !== 'string') throw invalidParams(`Invalid value for ${configId}.`, 'value');
          return { configOptions: await session.setOption(configId, value) };
        }),
      )
      .onRequest(sessionMethods.setMode, ({ params }) =>
        withProtocolErrors(async () => {
          const session = sessions.get(params.sessionId);
          const mode = approvalModes.find((each) => each === params.modeId);
          if (mode === undefined)
            throw invalidParams(
              `There is no mode ${JSON.stringify(params.modeId)}. Possible values: ${approvalModes.join(', ')}.`,
              'modeId',
            );
          await session.setMode(mode);
          return {};
        }),
      )
      // A notification: an unknown session cannot be reported.
      .onNotification(sessionMethods.cancel, async ({ params }) => {
        await sessions.find(params.sessionId)?.cancel();
      })
  );
}

/** `fork` belongs to the unstable part of the protocol, and so does its capability. */
const capabilities: AgentCapabilities = {
  loadSession: true,
  promptCapabilities: { image: true, audio: false, embeddedContext: true },
  mcpCapabilities: { http: true, sse: false },
  sessionCapabilities: {
    ...{ list: {}, delete: {}, resume: {}, close: {}, additionalDirectories: {} },
    ...{ fork: {} },
  },
};

const initialized: InitializeResponse = {
  protocolVersion: PROTOCOL_VERSION,
  agentInfo: { name: 'interlock', title: 'Interlock', version: readVersion() },
  agentCapabilities: capabilities,
  authMethods: [],
};

/** Updates follow after the response: the editor must know the session first. */
function withIntroduction(session: EditorSession): EditorSession['setup'] {
  setImmediate(() => void session.introduce());
  return session.setup;
}

async function withProtocolErrors<T>(work: () => T | Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw protocolError(error);
  }
}
