/** Rules for the contents of messages and blocks. */
import type { JsonObject, JsonValue } from '@interlock/transcript';
import { asArray, asObject, asText } from '../../../json/json.ts';
import type { BodyView, Finding, Rule } from '../../../rules/rule.ts';
import { oddMessages } from './odd-messages.ts';
import { inEach, inEachBlock, pathOf, readBody, type SeenBlock, type SeenMessage } from './read-body.ts';

export const contentRules: readonly Rule[] = [
  {
    id: 'ANT-014',
    level: 'error',
    scope: 'message',
    text: 'The arguments of a call are an object.',
    fix: 'Parse the arguments before they are sent.',
    find: inEachBlock((block, type) =>
      (type === 'tool_use' || type === 'server_tool_use') && asObject(block['input']) === undefined
        ? 'The input is not an object.'
        : undefined,
    ),
  },
  {
    id: 'ANT-026',
    level: 'error',
    scope: 'message',
    text: 'Every message has content, except a last one of the assistant and a system message with settings.',
    fix: 'Omit the message, or put something in it.',
    find: findEmpty,
  },
  {
    id: 'ANT-027',
    level: 'error',
    scope: 'message',
    text: 'A text block is not empty (also GLM-002).',
    fix: 'Omit empty texts.',
    find: (view) => blankTexts(view, true, 'The text is empty.'),
  },
  {
    id: 'ANT-028',
    level: 'error',
    scope: 'message',
    text: 'A text block contains more than whitespace (also BDR-003); next to other blocks it may be blank.',
    fix: 'Omit blank texts.',
    find: (view) => blankTexts(view, false, 'The text is only whitespace.'),
  },
  {
    id: 'ANT-031',
    level: 'error',
    scope: 'message',
    text: 'The content of a result is not an empty list.',
    fix: 'Say that there was no output.',
    find: inEach('tool_result', (block) =>
      isEmptyList(block['content']) ? 'The content is an empty list.' : undefined,
    ),
  },
  {
    id: 'ANT-032',
    level: 'error',
    scope: 'message',
    text: 'A result that is an error has a text.',
    fix: 'Say what went wrong.',
    find: inEach('tool_result', (block) =>
      block['is_error'] === true && !saysSomething(block) ? 'The error has no text.' : undefined,
    ),
  },
  {
    id: 'ANT-036',
    level: 'error',
    scope: 'message',
    text: 'A result that is an error contains nothing but text.',
    fix: 'Send its media after the results.',
    find: inEach('tool_result', (block) =>
      block['is_error'] === true && saysSomething(block) && asArray(block['content']).some(isNoText)
        ? 'The error contains more than text.'
        : undefined,
    ),
  },
  {
    id: 'ANT-035',
    level: 'error',
    scope: 'message',
    text: 'Half of a character (a lone surrogate) makes the body unreadable.',
    fix: 'Replace it with U+FFFD.',
    find: findHalfPairs,
  },
];

function findEmpty(view: BodyView): readonly Finding[] {
  const found: Finding[] = [];
  for (const placed of view.once(readBody).messages) {
    const { content } = placed.message;
    const isEmpty = content === '' || isEmptyList(content) || content === undefined || content === null;
    const isOptional =
      (placed.role === 'assistant' && placed.at === view.list.length - 1) ||
      (placed.role === 'system' &&
        (content ?? null) === null &&
        asObject(placed.message['output_config']) !== undefined);
    if (isEmpty && !isOptional) found.push({ path: pathOf(placed), message: 'The message has no content.' });
  }
  return found;
}

function blankTexts(view: BodyView, empty: boolean, message: string): readonly Finding[] {
  return view
    .once(findBlankTexts)
    .filter(({ text }) => (text === '') === empty)
    .map(({ path, isAlone }) => ({ path, message, ...(!empty && !isAlone && { level: 'warning' }) }));
}

interface BlankText {
  readonly text: string;
  readonly path: string;
  /** The message has no other block. */
  readonly isAlone: boolean;
}

/** All texts: system, messages and results. */
function findBlankTexts(view: BodyView): readonly BlankText[] {
  const found: BlankText[] = [];
  const { system } = view.once(readBody);
  for (const block of system) if (isBlankText(block)) found.push(blankText(block, system.length === 1));
  for (const placed of view.once(readBody).messages) findBlankIn(placed, found);
  return found;
}

function findBlankIn(placed: SeenMessage, found: BlankText[]): void {
  const { content } = placed.message;
  // An empty string as content is ANT-026.
  if (typeof content === 'string' && content !== '' && isBlank(content)) {
    found.push({ text: content, path: `${pathOf(placed)}.content`, isAlone: true });
  }
  for (const block of placed.blocks) {
    if (isBlankText(block)) found.push(blankText(block, placed.blocks.every(isBlankText)));
    for (const inner of block.inner) if (isBlankText(inner)) found.push(blankText(inner, false));
  }
}

function isBlankText({ block, type }: SeenBlock): boolean {
  return type === 'text' && isBlank(asText(block['text']));
}

function blankText(placed: SeenBlock, isAlone: boolean): BlankText {
  return { text: asText(placed.block['text']), path: pathOf(placed), isAlone };
}

/** No character up to the space is visible; most texts start with one that is. */
function isBlank(text: string): boolean {
  return !(text.charCodeAt(0) > 0x20 && text.charCodeAt(0) < 0x7f) && text.trim() === '';
}

/** Also searches entries that are not messages. */
function findHalfPairs(view: BodyView): readonly Finding[] {
  const { messages: _, ...rest } = view.body;
  const found = [...findLoneSurrogates(rest, '')];
  const odd = new Set(oddMessages(view).map(({ at }) => at));
  for (let at = view.from; at < view.list.length; at += 1) {
    const entry = view.list[at];
    if (entry === undefined || (asObject(entry) !== undefined && !odd.has(at))) continue;
    for (const finding of findLoneSurrogates(entry, `messages.${at}`)) found.push(finding);
  }
  return found;
}

function saysSomething(result: JsonObject): boolean {
  const { content } = result;
  if (typeof content === 'string') return content !== '';
  return asArray(content).some((entry) => {
    const block = asObject(entry);
    return block?.['type'] === 'text' && asText(block['text']) !== '';
  });
}

function isNoText(entry: JsonValue): boolean {
  return asText(asObject(entry)?.['type']) !== 'text';
}

function isEmptyList(value: JsonValue | undefined): boolean {
  return Array.isArray(value) && value.length === 0;
}

interface Left {
  readonly value: JsonValue;
  readonly path: string;
}

/** In texts and keys. Uses a list instead of recursion, since a body may be nested deeper than the stack. */
function findLoneSurrogates(root: JsonValue, path: string): readonly Finding[] {
  const found: Finding[] = [];
  const left: Left[] = [{ value: root, path }];
  for (let next = left.pop(); next !== undefined; next = left.pop()) {
    const { value, path: place } = next;
    if (typeof value === 'string' && !value.isWellFormed()) found.push({ path: place, message: 'A lone surrogate.' });
    if (typeof value !== 'object' || value === null) continue;
    for (const [key, child] of Object.entries(value)) {
      if (!key.isWellFormed()) found.push({ path: place, message: 'A lone surrogate in a name.' });
      left.push({ value: child, path: place === '' ? key : `${place}.${key}` });
    }
  }
  return found;
}
