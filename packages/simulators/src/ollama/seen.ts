/** What the model sees: the messages that fit, with leading system messages as the system text. */
import { objectOf, textOf } from '../api/json.ts';
import type { Seen, SeenTurn } from '../api/model.ts';
import { type ChatMessage, type ChatRequest, isThinking } from './chat-request.ts';

export function seenOf(request: ChatRequest, messages: readonly ChatMessage[]): Seen {
  const leading = messages.findIndex(({ role }) => role !== 'system');
  const count = leading < 0 ? messages.length : leading;
  const { tools, maxTokens, model } = request;
  return {
    system: messages
      .slice(0, count)
      .map(({ content }) => content)
      .join('\n'),
    tools: tools.map((tool) => {
      const { name, description, parameters } = objectOf(tool['function']);
      return { name: textOf(name), description: textOf(description), schema: objectOf(parameters) };
    }),
    turns: messages.slice(count).map((message) => turnOf(message, model.vision)),
    // There is no tool choice here.
    toolChoice: 'auto',
    ...(maxTokens === undefined ? {} : { maxTokens }),
    thinks: isThinking(request),
  };
}

function turnOf(message: ChatMessage, vision: boolean): SeenTurn {
  const { role, content, thinking, calls, toolName, toolCallId, images } = message;
  // The type of a picture is not known; a model without vision sees none.
  const media = vision ? Array.from({ length: images }, () => 'image') : [];
  const nothing = { text: '', thinking: '', calls: [], results: [], media: [] } as const;
  if (role === 'tool') {
    const result = { id: toolCallId, name: toolName, text: content, isError: false, media };
    return { ...nothing, role: 'user', results: [result] };
  }
  if (role === 'assistant') return { role: 'model', text: content, thinking, calls, results: [], media };
  return { ...nothing, role: role === 'system' ? 'system' : 'user', text: content, media };
}
