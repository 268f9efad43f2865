/** llm-bridge: a request in one provider's format, as its users have it, translated for another provider. */
import type { Block, Content } from '@interlock/transcript';
import { type AnthropicBody, type OpenAIBody, translateBetweenProviders } from 'llm-bridge';
import { bytesOf, models, type Peer } from './peer.ts';

export const llmBridge: Peer = {
  name: 'llm-bridge',
  hold: (contents, api) => {
    const model = models[api];
    if (api === 'anthropic') {
      const body = { model, max_tokens: 64_000, messages: contents.map(chatMessage) } as OpenAIBody;
      return () => bytesOf(translateBetweenProviders('openai', 'anthropic', body));
    }
    const body = { model, max_tokens: 64_000, messages: contents.map(anthropicMessage) } as AnthropicBody;
    return () => bytesOf(translateBetweenProviders('anthropic', 'openai', body));
  },
};

function chatMessage({ speaker, blocks }: Content): object {
  const [first] = blocks;
  if (first?.type === 'tool_response') return { role: 'tool', tool_call_id: first.callId, content: first.result };
  const content = blocks.map((block) => (block.type === 'text' ? block.text : '')).join('');
  const calls = blocks.flatMap(chatCall);
  return { role: speaker === 'ai' ? 'assistant' : 'user', content, ...(calls.length > 0 && { tool_calls: calls }) };
}

function chatCall(block: Block): readonly object[] {
  if (block.type !== 'tool_call') return [];
  const { id, name, parameters } = block;
  return [{ id, type: 'function', function: { name, arguments: JSON.stringify(parameters) } }];
}

function anthropicMessage({ speaker, blocks }: Content): object {
  return { role: speaker === 'ai' ? 'assistant' : 'user', content: blocks.map(anthropicBlock) };
}

function anthropicBlock(block: Block): object {
  switch (block.type) {
    case 'tool_call':
      return { type: 'tool_use', id: block.id, name: block.name, input: block.parameters };
    case 'tool_response':
      return { type: 'tool_result', tool_use_id: block.callId, content: block.result };
    default:
      return block;
  }
}
