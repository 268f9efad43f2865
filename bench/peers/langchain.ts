/**
 * LangChain.js: the functions with which its chat models build the messages of a body, and that body as text. The one for Anthropic is not
 * exported; it is imported from the file in which the chat model finds it.
 */
import type { Block, Content } from '@interlock/transcript';
import { AIMessage, type BaseMessage, HumanMessage, ToolMessage } from '@langchain/core/messages';
import { convertMessagesToCompletionsMessageParams } from '@langchain/openai';
import { bytesOf, models, type Peer } from './peer.ts';

type ToAnthropic = (messages: readonly BaseMessage[]) => object;
const unexported = new URL('./utils/message_inputs.js', import.meta.resolve('@langchain/anthropic'));
const { _convertMessagesToAnthropicPayload: toAnthropic } = (await import(unexported.href)) as {
  readonly _convertMessagesToAnthropicPayload: ToAnthropic;
};

export const langchain: Peer = {
  name: 'LangChain.js',
  hold: (contents, api) => {
    const messages = contents.flatMap(messagesOf);
    const model = models[api];
    if (api === 'anthropic') return () => bytesOf({ model, max_tokens: 64_000, ...toAnthropic(messages) });
    return () => bytesOf({ model, messages: convertMessagesToCompletionsMessageParams({ messages, model }) });
  },
};

function messagesOf({ speaker, blocks }: Content): readonly BaseMessage[] {
  if (speaker === 'tool') return blocks.map(resultOf);
  const content = blocks.map((block) => (block.type === 'text' ? block.text : '')).join('');
  if (speaker !== 'ai') return [new HumanMessage(content)];
  return [new AIMessage({ content, tool_calls: blocks.flatMap(callOf) })];
}

function callOf(block: Block): { id: string; name: string; args: Record<string, unknown>; type: 'tool_call' }[] {
  if (block.type !== 'tool_call') return [];
  return [{ id: block.id, name: block.name, args: block.parameters as Record<string, unknown>, type: 'tool_call' }];
}

function resultOf(block: Block): ToolMessage {
  if (block.type !== 'tool_response') throw new Error('a result is expected');
  return new ToolMessage({ content: String(block.result), tool_call_id: block.callId, name: block.toolName });
}
