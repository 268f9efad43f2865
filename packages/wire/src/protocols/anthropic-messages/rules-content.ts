/** What a message and its blocks hold. */
import type { JsonObject, JsonValue } from '@interlock/transcript';
import { asObject, asText } from '../../json.ts';
import type { BodyView, Finding, Rule } from '../../rule.ts';
import { findLoneSurrogates } from './find-lone-surrogates.ts';
import { blocksIn, eachBlock, messagesOf } from './rule-view.ts';

export const contentRules: readonly Rule[] = [
  {
    id: 'ANT-014',
    level: 'error',
    scope: 'message',
    text: 'The arguments of a call are an object.',
    fix: 'Parse the arguments before they are sent.',
    find: eachBlock((block, type) =>
      (type === 'tool_use' || type === 'server_tool_use') && asObject(block['input']) === undefined
        ? 'The input is no object.'
        : undefined,
    ),
  },
  {
    id: 'ANT-026',
    level: 'error',
    scope: 'message',
    text: 'Every message has content, except a last one of the assistant.',
    fix: 'Leave out the message, or say something in it.',
    find: findEmpty,
  },
  {
    id: 'ANT-027',
    level: 'error',
    scope: 'message',
    text: 'A text block is not empty (also GLM-002).',
    fix: 'Leave out empty texts.',
    find: (view) => texts(view, (text) => (text === '' ? 'The text is empty.' : undefined)),
  },
  {
    id: 'ANT-028',
    level: 'error',
    scope: 'message',
    text: 'A text block holds more than white space (also BDR-003).',
    fix: 'Leave out blank texts.',
    find: (view) =>
      texts(view, (text) => (text !== '' && text.trim() === '' ? 'The text is nothing but white space.' : undefined)),
  },
  {
    id: 'ANT-031',
    level: 'error',
    scope: 'message',
    text: 'The content of a result is no empty list.',
    fix: 'Say that there was no output.',
    find: eachBlock((block, type) =>
      type === 'tool_result' && isEmptyList(block['content']) ? 'The content is an empty list.' : undefined,
    ),
  },
  {
    id: 'ANT-032',
    level: 'error',
    scope: 'message',
    text: 'A result that is an error has a text.',
    fix: 'Say what went wrong.',
    find: eachBlock((block, type) => {
      if (type !== 'tool_result' || block['is_error'] !== true) return undefined;
      return saysSomething(block) ? undefined : 'The error has no text.';
    }),
  },
  {
    id: 'ANT-035',
    level: 'error',
    scope: 'message',
    text: 'Half of a character (a lone surrogate) makes the body unreadable.',
    fix: 'Replace it by U+FFFD.',
    find: ({ body, list, from }) => {
      const { messages: _, ...rest } = body;
      return [
        ...findLoneSurrogates(rest, ''),
        ...list.slice(from).flatMap((entry, at) => findLoneSurrogates(entry, `messages.${from + at}`)),
      ];
    },
  },
];

function findEmpty(view: BodyView): readonly Finding[] {
  const found: Finding[] = [];
  for (const { message, role, at, path } of messagesOf(view)) {
    const { content } = message;
    const isEmpty = content === '' || isEmptyList(content) || content === undefined || content === null;
    const isOptional = role === 'assistant' && at === view.list.length - 1;
    if (isEmpty && !isOptional) found.push({ path, message: 'The message has no content.' });
  }
  return found;
}

/** Every text there is: of the system, of messages, of results. */
function texts(view: BodyView, check: (text: string) => string | undefined): readonly Finding[] {
  const found: Finding[] = [];
  const look = (block: JsonObject, path: string): void => {
    const message = block['type'] === 'text' ? check(asText(block['text'])) : undefined;
    if (message !== undefined) found.push({ path, message });
  };
  for (const { block, path } of blocksIn(view.body['system'], 'system')) look(block, path);
  for (const { message, path } of messagesOf(view)) {
    const { content } = message;
    // An empty string as content is ANT-026.
    if (typeof content === 'string' && content !== '') look({ type: 'text', text: content }, `${path}.content`);
    for (const outer of blocksIn(content, `${path}.content`)) {
      look(outer.block, outer.path);
      if (outer.type !== 'tool_result') continue;
      for (const inner of blocksIn(outer.block['content'], `${outer.path}.content`)) look(inner.block, inner.path);
    }
  }
  return found;
}

function saysSomething(result: JsonObject): boolean {
  const { content } = result;
  if (typeof content === 'string') return content !== '';
  return blocksIn(content, '').some(({ block, type }) => type === 'text' && asText(block['text']) !== '');
}

function isEmptyList(value: JsonValue | undefined): boolean {
  return Array.isArray(value) && value.length === 0;
}
