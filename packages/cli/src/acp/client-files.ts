/** The editor's files for the tools: the model reads and changes what the user sees, saved or not. */
import { existsSync } from 'node:fs';
import { type AgentContext, type ClientCapabilities, methods, RequestError } from '@agentclientprotocol/sdk';
import type { Buffers } from '@interlock/runtime';

/** Undefined: the client offers no file access. `sessionId` is known by the time a tool runs. */
export function clientFiles(
  client: AgentContext,
  { fs }: ClientCapabilities,
  sessionId: () => string,
): Buffers | undefined {
  const { readTextFile = false, writeTextFile = false } = fs ?? {};
  if (!readTextFile && !writeTextFile) return undefined;
  return {
    ...(readTextFile ? { read: (path, signal) => readFrom(client, sessionId(), path, signal) } : {}),
    ...(writeTextFile
      ? {
          write: async (path, content, signal) => {
            const { writeTextFile: method } = methods.client.fs;
            await client.request(method, { sessionId: sessionId(), path, content }, cancelledBy(signal));
          },
        }
      : {}),
  };
}

/**
 * A file that the client cannot read, such as one outside its project, is read from disk. Some clients report a missing file as empty, so
 * that it can be created: such a file is not read.
 */
async function readFrom(
  client: AgentContext,
  sessionId: string,
  path: string,
  signal: AbortSignal | undefined,
): Promise<string | undefined> {
  try {
    const { content } = await client.request(methods.client.fs.readTextFile, { sessionId, path }, cancelledBy(signal));
    return content === '' && !existsSync(path) ? undefined : content;
  } catch (error) {
    signal?.throwIfAborted();
    if (error instanceof RequestError) return undefined;
    throw error;
  }
}

function cancelledBy(signal: AbortSignal | undefined): { cancellationSignal?: AbortSignal; stopWaitingOnCancel: true } {
  return { ...(signal === undefined ? {} : { cancellationSignal: signal }), stopWaitingOnCancel: true };
}
