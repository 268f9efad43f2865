/** `interlock acp` in this process, with the SDK's own client at the other end of two streams. Every line is recorded, and checked at the end. */
import { PassThrough } from 'node:stream';
import {
  type ClientApp,
  type ClientCapabilities,
  type ClientContext,
  client,
  methods,
  ndJsonStream,
  type RequestPermissionRequest,
  type RequestPermissionResponse,
  type SessionUpdate,
} from '@agentclientprotocol/sdk';
import { expect } from 'vitest';
import { runAcp } from '../../src/acp/run-acp.ts';
import type { AgentFlags } from '../../src/config/agent-flags.ts';
import { type Line, wrongLines } from './protocol-lines.ts';

export interface Connection {
  readonly agent: ClientContext;
  /** All updates so far, of all sessions. */
  readonly updates: SessionUpdate[];
  readonly permissions: RequestPermissionRequest[];
  readonly lines: readonly Line[];
  /** The text on standard error. */
  readonly told: () => string;
  /** Resolves with the first update that matches, past or future. */
  until<Found extends SessionUpdate>(fits: (update: SessionUpdate) => update is Found): Promise<Found>;
  until(fits: (update: SessionUpdate) => boolean): Promise<SessionUpdate>;
  /** Writes to the agent's standard output, as a careless module would. */
  stray(text: string): void;
  /** Sends bytes as they are. */
  raw(text: string): void;
  /** Ends the connection, and checks every line against the schema. Returns the exit code. */
  close(): Promise<number>;
}

export interface ConnectOptions {
  readonly env: Readonly<Record<string, string>>;
  readonly flags?: AgentFlags;
  readonly capabilities?: ClientCapabilities;
  /** Default: allows once. */
  readonly permit?: (
    request: RequestPermissionRequest,
  ) => RequestPermissionResponse | Promise<RequestPermissionResponse>;
  /** The client sends invalid lines, so only the agent's lines are checked. */
  readonly isRude?: boolean;
  /** Additional client capabilities. */
  readonly more?: (app: ClientApp) => void;
}

export function chosen(request: RequestPermissionRequest, kind: string): RequestPermissionResponse {
  const option = request.options.find((each) => each.kind === kind);
  return {
    outcome: option === undefined ? { outcome: 'cancelled' } : { outcome: 'selected', optionId: option.optionId },
  };
}

export async function connect(options: ConnectOptions): Promise<Connection> {
  const { env, flags = {}, capabilities = {}, permit = (request) => chosen(request, 'allow_once') } = options;
  const [toAgent, toClient, stderr] = [new PassThrough(), new PassThrough(), new PassThrough()];
  let said = '';
  stderr.setEncoding('utf8').on('data', (text) => (said += text));
  const lines: Line[] = [];
  const exit = runAcp(flags, { stdin: toAgent, stdout: toClient, stderr, env });
  const updates: SessionUpdate[] = [];
  const permissions: RequestPermissionRequest[] = [];
  const waiting = new Set<(update: SessionUpdate) => void>();
  const app = client({ name: 'test' })
    .onNotification(methods.client.session.update, ({ params }) => {
      updates.push(params.update);
      for (const hear of waiting) hear(params.update);
    })
    .onRequest(methods.client.session.requestPermission, async ({ params }) => {
      permissions.push(params);
      return permit(params);
    });
  options.more?.(app);
  const connection = app.connect(
    ndJsonStream(
      new WritableStream({
        write: (bytes) => {
          keep('client', Buffer.from(bytes).toString());
          toAgent.write(bytes);
        },
      }),
      readLines(toClient, (text) => keep('agent', text)),
    ),
  );
  function keep(from: Line['from'], text: string): void {
    for (const line of text.split('\n')) if (line !== '') lines.push({ from, text: line });
  }
  await connection.agent.request(methods.agent.initialize, { protocolVersion: 1, clientCapabilities: capabilities });
  return {
    agent: connection.agent,
    updates,
    permissions,
    lines,
    told: () => said,
    until: (fits: (update: SessionUpdate) => boolean) =>
      new Promise<never>((resolve) => {
        const take = (update: SessionUpdate): void => {
          if (!fits(update)) return;
          waiting.delete(take);
          resolve(update as never);
        };
        waiting.add(take);
        updates.find((update) => {
          take(update);
          return !waiting.has(take);
        });
      }),
    stray: (text) => {
      toClient.write(text);
    },
    raw: (text) => {
      toAgent.write(text);
    },
    close: async () => {
      toAgent.end();
      const code = await exit;
      connection.close();
      const wrong = wrongLines(lines);
      expect(options.isRude === true ? wrong.filter((line) => line.startsWith('agent:')) : wrong).toEqual([]);
      return code;
    },
  };
}

/** Whole lines only: a chunk may end anywhere. */
function readLines(from: PassThrough, keep: (text: string) => void): ReadableStream<Uint8Array> {
  let rest = '';
  return new ReadableStream({
    start: (controller) => {
      from.on('data', (chunk: Buffer) => {
        rest += chunk.toString('latin1');
        const end = rest.lastIndexOf('\n') + 1;
        if (end > 0) keep(Buffer.from(rest.slice(0, end), 'latin1').toString());
        rest = rest.slice(end);
        controller.enqueue(chunk);
      });
      from.on('end', () => controller.close());
    },
  });
}
