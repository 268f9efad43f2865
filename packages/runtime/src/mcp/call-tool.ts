/** One call over an open connection: its response, or what is known about a call without one. */

import { isJsonObject, type JsonObject } from '@interlock/transcript';
import type { Client, RequestOptions } from '@modelcontextprotocol/client';
import type { ToolContext, ToolReport } from '../tool/tool.ts';
import { lostAnswer, unreadableAnswer } from './answer-codes.ts';
import { anyResult } from './any-result.ts';
import { whileWanted } from './deadline.ts';
import { describeError, httpStatus, invalidAnswer, isInvalidAnswer, isUnsent } from './describe-error.ts';
import { readElicitation } from './elicitation.ts';
import type { ListedTool } from './list-tools.ts';
import { isHttpServer, type McpServerConfig } from './mcp-config.ts';
import { type SignInNeed, signInNeedOf } from './oauth/sign-in-need.ts';
import { readResult } from './read-result.ts';
import { noLimit, type ServerLink } from './server-link.ts';

export interface CallConnection {
  readonly client: Client;
  readonly link: ServerLink;
  readonly config: McpServerConfig;
}

export type CallAnswer =
  | { readonly type: 'report'; readonly report: ToolReport }
  /** The server, or a proxy in front of it, refused the call. */
  | { readonly type: 'refused'; readonly why: string }
  /** The response says nothing useful. */
  | { readonly type: 'unclear'; readonly why: string }
  /** The connection is unusable. */
  | { readonly type: 'lost'; readonly words: string; readonly why: string; readonly isSent: boolean }
  /** The server has lost our session. */
  | { readonly type: 'expired' }
  /** The user must sign in, or grant more; nothing was done. */
  | { readonly type: 'sign-in'; readonly need: SignInNeed };

/** The tool as listed by the server. */
export type CalledTool = Pick<ListedTool, 'name' | 'schema'>;

interface ProgressUpdate {
  readonly progress: number;
  readonly total?: number | undefined;
  readonly message?: string | undefined;
}

const longestProgress = 1_000;

/** Rejects only with the signal's reason; the server has been notified then. The scheduler enforces the time limit. */
export async function callTool(
  { client, link, config }: CallConnection,
  tool: CalledTool,
  args: JsonObject,
  context: Pick<ToolContext, 'signal' | 'progress'>,
): Promise<CallAnswer> {
  const onprogress = (update: ProgressUpdate): void => context.progress(`${progressText(update)}\n`);
  try {
    const result = await whileWanted(context.signal, (signal) =>
      send(client, tool, args, { ...noLimit, signal, onprogress }),
    );
    return { type: 'report', report: readResult(result) };
  } catch (error) {
    context.signal.throwIfAborted();
    return explain(error, link, config);
  }
}

function send(
  client: Client,
  { name, schema }: CalledTool,
  args: JsonObject,
  options: RequestOptions,
): Promise<unknown> {
  const params = { name, arguments: args };
  if (client.getProtocolEra() !== 'modern') return client.request({ method: 'tools/call', params }, anyResult, options);
  // The definition tells the library which arguments the 2026-07-28 revision also wants in headers. Without an output
  // schema: the library would compile it, which runs code derived from server data.
  return client.callTool(params, { ...options, toolDefinition: { name, inputSchema: { ...schema, type: 'object' } } });
}

function progressText({ progress, total, message }: ProgressUpdate): string {
  const count = total === undefined ? `${progress}` : `${progress}/${total}`;
  return message === undefined || message === '' ? count : message.toWellFormed().slice(0, longestProgress);
}

async function explain(error: unknown, link: ServerLink, config: McpServerConfig): Promise<CallAnswer> {
  if (httpStatus(error) === 404 && link.hasSession()) return { type: 'expired' };
  const need = signInNeedOf(error);
  if (need !== undefined) return { type: 'sign-in', need };
  const how = await Promise.race([link.ended, Promise.resolve(undefined)]);
  if (how !== undefined) return { type: 'lost', words: 'stopped', why: how, isSent: true };
  const why = describeError(error, config);
  const code = codeOf(error);
  if (code === lostAnswer) return { type: 'unclear', why };
  if (code === unreadableAnswer || isInvalidAnswer(error)) return { type: 'unclear', why: invalidAnswer };
  // A status from 500 on may come from a proxy.
  const status = httpStatus(error);
  if (status !== undefined) return { type: status >= 500 ? 'unclear' : 'refused', why };
  if (typeof code === 'number') return { type: 'refused', why: `${why}${addressesIn(error)}` };
  if (isHttpServer(config)) return { type: 'lost', words: 'cannot be reached', why, isSent: !isUnsent(error) };
  // The process no longer reads, so it is ending or must be ended.
  await link.close('it closed its input');
  return { type: 'lost', words: 'stopped', why: await link.ended, isSent: true };
}

/** The user must open a URL first (URLElicitationRequiredError): the model can say so. */
function addressesIn(error: unknown): string {
  const data = error instanceof Error && codeOf(error) === -32042 && 'data' in error ? error.data : undefined;
  const listed = isJsonObject(data) && Array.isArray(data['elicitations']) ? data['elicitations'].slice(0, 5) : [];
  const asked = listed.map(readElicitation).flatMap((each) => (each?.mode === 'url' ? [each.url] : []));
  return asked.length === 0 ? '' : `. The user must open ${asked.join(' and ')} first; then the call can be repeated`;
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined;
}
