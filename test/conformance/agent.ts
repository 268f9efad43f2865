/**
 * A small agent that uses only the library: it sends requests and runs tools until the model makes no more calls. Every tool result has a
 * unique mark, so that a test can count what a provider was shown.
 */
import type { Block, Content, ToolCallBlock } from '@interlock/transcript';
import {
  createTransport,
  prepareRequest,
  type Reply,
  readResponse,
  readStream,
  type Settings,
  sendRequest,
  type Tool,
} from '@interlock/wire';
import type { Station } from './stations.ts';

/** A call that the provider did not run itself. */
export function isOurs(block: Block): block is ToolCallBlock {
  return block.type === 'tool_call' && block.executor !== 'provider';
}

export const tools: readonly Tool[] = [
  {
    name: 'read_file',
    description: 'Reads a file.',
    parameters: { type: 'object', properties: { path: { type: 'string' } }, required: ['path'] },
  },
  {
    name: 'search',
    description: 'Searches the web.',
    // As schema libraries write it: with keywords that some targets refuse (GEM-021, KIM-014).
    parameters: {
      $schema: 'http://json-schema.org/draft-07/schema#',
      type: 'object',
      properties: {
        query: { $ref: '#/definitions/words' },
        limit: { type: ['integer', 'null'], exclusiveMinimum: 0, default: 3 },
        kind: { const: 'web' },
      },
      required: ['query'],
      additionalProperties: false,
      definitions: { words: { type: 'string', examples: ['trains'] } },
    },
  },
  { name: 'browser/take screenshot', description: 'Shows the page.', parameters: { type: 'object', properties: {} } },
];

const picture = { type: 'media', mimeType: 'image/png', data: 'iVBORw0KGgo=', encoding: 'base64' } as const;

export interface Agent {
  /** One request over HTTP; rejects if it is refused. */
  ask(station: Station, history: readonly Content[], settings: Settings): Promise<Reply>;
  /** Runs the calls of an answer; those selected by `skip` get no result, as when a turn is cancelled. */
  run(answer: Content, skip?: (index: number) => boolean): Content;
  close(): Promise<void>;
}

export function createAgent(): Agent {
  const transport = createTransport({ proxy: 'none' });
  let marks = 0;
  return {
    ask: async ({ target }, history, settings) => {
      const policy = { onFault: 'throw' } as const;
      const request = prepareRequest({ contents: history, tools, target, settings, policy });
      const reply = await sendRequest(transport, request);
      // A target that cannot stream sends the whole answer at once.
      const streams = reply.headers['content-type']?.includes('application/json') !== true;
      return streams ? readStream(request, reply.chunks).reply() : readResponse(request, await reply.text());
    },
    run: (answer, skip = () => false) => {
      const calls = answer.blocks.filter(isOurs);
      const blocks = calls.flatMap(({ id, name }, index): Content['blocks'] => {
        if (skip(index)) return [];
        marks += 1;
        const done = {
          type: 'tool_response',
          callId: id,
          toolName: name,
          result: `[[result ${marks}]] of ${name}`,
          isComplete: true,
        } as const;
        return name.startsWith('browser') ? [done, picture] : [done];
      });
      return {
        speaker: 'tool',
        blocks,
        ...(answer.metadata === undefined ? {} : { metadata: { turnId: answer.metadata.turnId ?? '' } }),
      };
    },
    close: () => transport.close(),
  };
}
