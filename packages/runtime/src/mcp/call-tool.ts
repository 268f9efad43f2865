/** One call over a line that stands: its answer, or what is known about a call that got none. */

import type { JsonObject } from '@interlock/transcript';
import type { Client } from '@modelcontextprotocol/sdk/client/index.js';
import type { ToolContext, ToolReport } from '../tool/tool.ts';
import { lostAnswer, unreadableAnswer } from './answer-codes.ts';
import { whileWanted } from './deadline.ts';
import { describeError, httpStatus, isMisshapen, isUnsent, misshapen } from './describe-error.ts';
import { type Line, noLimit } from './line.ts';
import type { Sdk } from './load-sdk.ts';
import { isHttpServer, type McpServerConfig } from './mcp-config.ts';
import { readResult } from './read-result.ts';

export interface CallLine {
  readonly sdk: Sdk;
  readonly client: Client;
  readonly line: Line;
  readonly config: McpServerConfig;
}

export type Answer =
  | { readonly type: 'report'; readonly report: ToolReport }
  /** The server, or what is in front of it, has said no. */
  | { readonly type: 'refused'; readonly why: string }
  /** There was an answer that tells nothing. */
  | { readonly type: 'unclear'; readonly why: string }
  /** The line is of no more use. */
  | { readonly type: 'lost'; readonly words: string; readonly why: string; readonly isSent: boolean }
  /** The server does not know us any more. */
  | { readonly type: 'expired' };

interface Progress {
  readonly progress: number;
  readonly total?: number | undefined;
  readonly message?: string | undefined;
}

const longestProgress = 1_000;

/** Rejects only with the signal's reason; the server has then been told. The time limit is the scheduler's. */
export async function callTool(
  { sdk, client, line, config }: CallLine,
  tool: string,
  args: JsonObject,
  context: Pick<ToolContext, 'signal' | 'progress'>,
): Promise<Answer> {
  const onprogress = (news: Progress): void => context.progress(`${progressText(news)}\n`);
  const request = { method: 'tools/call' as const, params: { name: tool, arguments: args } };
  try {
    const result = await whileWanted(context.signal, (signal) =>
      client.request(request, sdk.ResultSchema, { ...noLimit, signal, onprogress }),
    );
    return { type: 'report', report: readResult(result) };
  } catch (error) {
    context.signal.throwIfAborted();
    return explain(error, line, config);
  }
}

function progressText({ progress, total, message }: Progress): string {
  const count = total === undefined ? `${progress}` : `${progress}/${total}`;
  return message === undefined || message === '' ? count : message.toWellFormed().slice(0, longestProgress);
}

async function explain(error: unknown, line: Line, config: McpServerConfig): Promise<Answer> {
  if (httpStatus(error) === 404 && line.hasSession()) return { type: 'expired' };
  const how = await Promise.race([line.ended, Promise.resolve(undefined)]);
  if (how !== undefined) return { type: 'lost', words: 'stopped', why: how, isSent: true };
  const why = describeError(error, config);
  const code = codeOf(error);
  if (code === lostAnswer) return { type: 'unclear', why: bare(why) };
  if (code === unreadableAnswer || isMisshapen(error)) return { type: 'unclear', why: misshapen };
  // From 500 on, somebody in the middle may be speaking.
  if (httpStatus(error) !== undefined) return { type: Number(code) >= 500 ? 'unclear' : 'refused', why };
  if (typeof code === 'number') return { type: 'refused', why };
  if (isHttpServer(config)) return { type: 'lost', words: 'cannot be reached', why, isSent: !isUnsent(error) };
  // It does not listen any more: it is ending, or will be ended.
  await line.close('it closed its input');
  return { type: 'lost', words: 'stopped', why: await line.ended, isSent: true };
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined;
}

function bare(message: string): string {
  return message.replace(/^MCP error -?\d+: /, '');
}
