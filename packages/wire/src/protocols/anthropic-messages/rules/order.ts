/** Rules for the order of roles, and of blocks within a message. */
import { asText } from '../../../json/json.ts';
import type { BodyView, Finding, Rule } from '../../../rules/rule.ts';
import { inEachMessage, messageAt, pathOf, readBody, type SeenMessage } from './read-body.ts';
import { isServerCall, isServerResult } from './server-tools.ts';

export const orderRules: readonly Rule[] = [
  {
    id: 'ANT-012',
    level: 'error',
    scope: 'message',
    text: 'In a user message results come first.',
    fix: 'Put text and images after the results.',
    find: findLateResults,
  },
  {
    id: 'ANT-070',
    level: 'error',
    scope: 'message',
    text: 'In an assistant message no text comes after a call.',
    fix: 'Put the text before the calls.',
    find: findLateTexts,
  },
  {
    id: 'ANT-020',
    level: 'error',
    acceptedBy: ['anthropic'],
    scope: 'request',
    text: 'The first message is a user message.',
    fix: 'Put a user message before it.',
    find: (view) =>
      view.traits.firstMessage === 'user' && messageAt(view, 0)?.role === 'assistant'
        ? [{ path: 'messages.0', message: 'It is an assistant message.' }]
        : [],
  },
  {
    id: 'ANT-021',
    level: 'error',
    acceptedBy: ['anthropic'],
    scope: 'message',
    text: 'User and assistant messages alternate; some servers refuse what others merge.',
    fix: 'Merge adjacent messages of one role.',
    find: inEachMessage(({ role, before }) =>
      before?.role === role && role !== 'system' ? `Two messages with the role ${role} in a row.` : undefined,
    ),
  },
  {
    id: 'ANT-022',
    level: 'error',
    scope: 'request',
    text: 'The system text at the start is the field `system`, not a message.',
    fix: 'Move it to the top-level field `system`.',
    find: (view) =>
      messageAt(view, 0)?.role === 'system' ? [{ path: 'messages.0', message: 'It is a system message.' }] : [],
  },
  {
    id: 'ANT-023',
    level: 'error',
    scope: 'message',
    text: 'Only some models accept system messages among the others (also GLM-003).',
    fix: 'Put it into a user message, marked as system text.',
    find: inEachMessage(({ role }, { traits }) =>
      role === 'system' && traits.laterSystem === 'user-text' ? 'The model accepts no system message here.' : undefined,
    ),
  },
  {
    id: 'ANT-024',
    level: 'error',
    scope: 'message',
    text: 'A system message comes after a user message and before an assistant message or the end.',
    fix: 'Move it after the next user message.',
    find: findMisplacedSystem,
  },
  {
    id: 'ANT-029',
    level: 'error',
    scope: 'message',
    text: 'A prefill for the model to continue does not end with whitespace.',
    fix: 'Trim the whitespace.',
    find: (view) => {
      const last = messageAt(view, view.list.length - 1);
      if (last?.role !== 'assistant') return [];
      const text = asText(last.message['content']) || asText(last.blocks.at(-1)?.block['text']);
      return text === text.trimEnd() ? [] : [{ path: pathOf(last), message: 'It ends with whitespace.' }];
    },
  },
  {
    id: 'ANT-030',
    level: 'error',
    scope: 'message',
    text: 'Newer models require the conversation to end with a user message, unless the model only paused.',
    fix: 'Add a user message, or omit the last assistant message.',
    find: (view) => {
      const last = messageAt(view, view.list.length - 1);
      return view.traits.lastMessage === 'user' && last?.role === 'assistant' && !isPaused(last)
        ? [{ path: pathOf(last), message: 'The last message is an assistant message.' }]
        : [];
    },
  },
];

/** A turn that ended with `pause_turn` ends with a server tool: it is sent back as it is, and the model goes on. */
function isPaused({ blocks }: SeenMessage): boolean {
  const type = blocks.at(-1)?.type ?? '';
  return isServerCall(type) || isServerResult(type);
}

function findLateResults(view: BodyView): readonly Finding[] {
  const found: Finding[] = [];
  for (const { blocks, results } of view.once(readBody).messages) {
    if (results.length === 0 || results.length === blocks.length) continue;
    let isLate = false;
    for (const block of blocks) {
      if (block.type !== 'tool_result') isLate = true;
      else if (isLate) found.push({ path: pathOf(block), message: 'Something else comes before the result.' });
    }
  }
  return found;
}

function findLateTexts(view: BodyView): readonly Finding[] {
  const found: Finding[] = [];
  for (const { blocks, calls } of view.once(readBody).messages) {
    if (calls.length === 0) continue;
    let isLate = false;
    for (const block of blocks) {
      if (block.type === 'tool_use') isLate = true;
      else if (isLate && block.type === 'text') {
        found.push({ path: pathOf(block), message: 'A call comes before the text.' });
      }
    }
  }
  return found;
}

/** The neighbour before the first new message may be a system message whose position depends on what follows it. */
function findMisplacedSystem(view: BodyView): readonly Finding[] {
  const found: Finding[] = [];
  if (view.traits.laterSystem !== 'after-user') return found;
  for (const placed of view.once(readBody).around) {
    const { role, before, next, at } = placed;
    if (role !== 'system' || at === 0) continue;
    const path = pathOf(placed);
    if (before?.role === 'assistant') found.push({ path, message: 'It comes after an assistant message.' });
    else if (next?.role === 'user') found.push({ path, message: 'It comes before a user message.' });
  }
  return found;
}
