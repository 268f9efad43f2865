/**
 * The AI SDK: a provider's model gets a prompt in the SDK's form, up to its call of `fetch`. What `generateText` does before that
 * (validating and converting its messages) is left out, in its favor.
 */
import { createAnthropic } from '@ai-sdk/anthropic';
import { createOpenAI } from '@ai-sdk/openai';
import type { Block, Content } from '@interlock/transcript';
import { type Api, bytesOf, models, type Peer } from './peer.ts';

type Model = ReturnType<ReturnType<typeof createAnthropic>>;
type Prompt = Parameters<Model['doGenerate']>[0]['prompt'];

export const aiSdk: Peer = {
  name: 'AI SDK',
  hold: (contents, api) => {
    const prompt = contents.map(messageOf) as Prompt;
    return () =>
      new Promise((resolve) => {
        const fetch = (_: unknown, init?: { readonly body?: unknown }): Promise<never> => {
          resolve(bytesOf(init?.body));
          return Promise.reject(new Error('not sent'));
        };
        modelOf(api, fetch)
          .doGenerate({ prompt })
          .then(undefined, () => undefined);
      });
  },
};

function modelOf(api: Api, fetch: typeof globalThis.fetch): Model {
  const options = { apiKey: 'none', fetch };
  return api === 'anthropic'
    ? createAnthropic(options)(models.anthropic)
    : createOpenAI(options).chat(models['openai-chat']);
}

const roles = { human: 'user', ai: 'assistant', tool: 'tool', system: 'system' } as const;

function messageOf({ speaker, blocks }: Content): object {
  return { role: roles[speaker], content: blocks.map(partOf) };
}

function partOf(block: Block): object {
  switch (block.type) {
    case 'tool_call':
      return { type: 'tool-call', toolCallId: block.id, toolName: block.name, input: block.parameters };
    case 'tool_response': {
      const output = { type: 'text', value: block.result };
      return { type: 'tool-result', toolCallId: block.callId, toolName: block.toolName, output };
    }
    default:
      return block;
  }
}
