/** pi-ai: its stream functions up to `onPayload`, where the body is ready to be sent. */
import { stream as streamAnthropic } from '@earendil-works/pi-ai/api/anthropic-messages';
import { stream as streamChat } from '@earendil-works/pi-ai/api/openai-completions';
import { normalizeContext } from '@earendil-works/pi-ai/utils/transcript';
import type { Block, Content } from '@interlock/transcript';
import { type Api, bytesOf, models, type Peer } from './peer.ts';

type Context = Parameters<typeof normalizeContext>[0];
type AnthropicModel = Parameters<typeof streamAnthropic>[0];
type ChatModel = Parameters<typeof streamChat>[0];

export const piAi: Peer = {
  name: 'pi-ai',
  hold: (contents, api) => {
    const context = { messages: contents.map((content) => messageOf(content, api)) } as Context;
    return () =>
      new Promise((resolve) => {
        const onPayload = (payload: unknown): never => {
          resolve(bytesOf(payload));
          throw new Error('not sent');
        };
        const options = { apiKey: 'none', onPayload };
        if (api === 'anthropic') streamAnthropic(anthropic, normalizeContext(context), options);
        else streamChat(chat, normalizeContext(context), options);
      });
  },
};

const known = {
  name: 'a model',
  reasoning: false,
  input: ['text'] as ('text' | 'image')[],
  cost: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 },
  contextWindow: 1_000_000,
  maxTokens: 64_000,
};
const anthropic: AnthropicModel = {
  ...known,
  id: models.anthropic,
  api: 'anthropic-messages',
  provider: 'anthropic',
  baseUrl: 'https://api.anthropic.com',
};
const chat: ChatModel = {
  ...known,
  id: models['openai-chat'],
  api: 'openai-completions',
  provider: 'openai',
  baseUrl: 'https://api.openai.com/v1',
};

const usage = {
  input: 0,
  output: 0,
  cacheRead: 0,
  cacheWrite: 0,
  totalTokens: 0,
  cost: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, total: 0 },
};

/** As the same model wrote it: another model's messages would cost pi an additional pass. */
function messageOf({ speaker, blocks }: Content, api: Api): object {
  const [first] = blocks;
  if (first?.type === 'tool_response') {
    const content = [{ type: 'text', text: String(first.result) }];
    const about = { toolCallId: first.callId, toolName: first.toolName, isError: false, timestamp: 0 };
    return { role: 'toolResult', content, ...about };
  }
  if (speaker !== 'ai') return { role: 'user', content: blocks.map(partOf), timestamp: 0 };
  const { api: spoken, provider, id: model } = api === 'anthropic' ? anthropic : chat;
  const stopReason = blocks.some(({ type }) => type === 'tool_call') ? 'toolUse' : 'stop';
  const author = { api: spoken, provider, model, usage, stopReason, timestamp: 0 };
  return { role: 'assistant', content: blocks.map(partOf), ...author };
}

function partOf(block: Block): object {
  if (block.type !== 'tool_call') return block;
  return { type: 'toolCall', id: block.id, name: block.name, arguments: block.parameters };
}
