/** /v1/messages: a request of Anthropic's clients as an Ollama chat (OLL-011). */
import type { Violation } from '../api/api.ts';
import { arrayOf, isObject, type JsonObject, objectOf, textOf } from '../api/json.ts';
import type { Translated } from './from-completion.ts';

/** `body` has been read as a Go struct. */
export function fromMessages(body: JsonObject): Translated {
  const messages = arrayOf(body['messages']).map(objectOf);
  if (messages.length === 0) return refused('gate-messages', 'messages is required', 'messages');
  const limit = body['max_tokens'];
  if (typeof limit !== 'number' || limit <= 0) {
    return refused('gate-max-tokens', 'max_tokens is required and must be positive', 'max_tokens');
  }
  for (const [at, message] of messages.entries()) {
    for (const [index, block] of blocksOf(message['content']).entries()) {
      const missing = missingField(block);
      const path = `messages[${at}].content[${index}]`;
      if (missing !== undefined) {
        return refused('OLL-011', `${textOf(block['type'])} block missing required '${missing}' field`, path);
      }
    }
  }
  const system = textIn(blocksOf(body['system']));
  const thinking = objectOf(body['thinking'])['type'];
  return {
    chat: {
      model: body['model'],
      messages: [...(system === '' ? [] : [{ role: 'system', content: system }]), ...messages.flatMap(translate)],
      stream: body['stream'] === true,
      options: { num_predict: limit },
      ...(thinking === 'enabled' || thinking === 'adaptive' ? { think: true } : {}),
    },
  };
}

/** The tools as Ollama's clients send them. */
export function toolsFromMessages(tools: unknown): readonly JsonObject[] {
  return arrayOf(tools).map((value) => {
    const { name, description, input_schema: parameters } = objectOf(value);
    return { type: 'function', function: { name, description, parameters } };
  });
}

function missingField(block: JsonObject): string | undefined {
  if (block['type'] === 'tool_use') return ['id', 'name'].find((field) => textOf(block[field]) === '');
  return block['type'] === 'tool_result' && textOf(block['tool_use_id']) === '' ? 'tool_use_id' : undefined;
}

/** Results become separate messages, before the user's other text. */
function translate(message: JsonObject): readonly JsonObject[] {
  const blocks = blocksOf(message['content']);
  const of = (type: string): readonly JsonObject[] => blocks.filter((block) => block['type'] === type);
  const results = of('tool_result').map((block) => ({
    role: 'tool',
    content: textIn(blocksOf(block['content'])),
    tool_call_id: block['tool_use_id'],
  }));
  const said = {
    role: message['role'],
    content: textIn(blocks),
    thinking: of('thinking')
      .map((block) => textOf(block['thinking']))
      .join('\n'),
    images: of('image').map((block) => objectOf(block['source'])['data']),
    tool_calls: of('tool_use').map((block) => ({
      id: block['id'],
      function: { name: block['name'], arguments: block['input'] },
    })),
  };
  const isOnlyResults = results.length > 0 && results.length === blocks.length;
  return isOnlyResults ? results : [...results, said];
}

function blocksOf(content: unknown): readonly JsonObject[] {
  if (typeof content === 'string') return content === '' ? [] : [{ type: 'text', text: content }];
  return arrayOf(content).filter(isObject);
}

function textIn(blocks: readonly JsonObject[]): string {
  return blocks
    .filter((block) => block['type'] === 'text')
    .map((block) => textOf(block['text']))
    .join('\n');
}

function refused(rule: string, message: string, path: string): { readonly violation: Violation } {
  return { violation: { rule, status: 400, message, path } };
}
