/** Who speaks when, and in which order a message says things. */
import { asText } from '../../json.ts';
import type { BodyView, Finding, Rule } from '../../rule.ts';
import { blocksOf, messageAt, messagesOf, type PlacedMessage } from './rule-view.ts';

export const orderRules: readonly Rule[] = [
  {
    id: 'ANT-012',
    level: 'error',
    scope: 'message',
    text: 'In a user message results come first.',
    fix: 'Put text and pictures behind the results.',
    find: findLateResults,
  },
  {
    id: 'ANT-070',
    level: 'error',
    scope: 'message',
    text: 'In an assistant message no text stands behind a call.',
    fix: 'Put the text before the calls.',
    find: findLateTexts,
  },
  {
    id: 'ANT-020',
    level: 'error',
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
    scope: 'message',
    text: 'User and assistant messages alternate; some servers refuse what others merge.',
    fix: 'Merge neighbours of one role.',
    find: each((placed, view) => {
      const before = messageAt(view, placed.at - 1)?.role;
      const repeats = before === placed.role && placed.role !== 'system';
      return repeats ? `Two messages with the role ${placed.role} in a row.` : undefined;
    }),
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
    text: 'Only some models take system messages among the others (also GLM-003).',
    fix: 'Say it in a user message, marked as what it is.',
    find: each(({ role }, { traits }) =>
      role === 'system' && traits.laterSystem === 'user-text' ? 'The model takes no system message here.' : undefined,
    ),
  },
  {
    id: 'ANT-024',
    level: 'error',
    scope: 'message',
    text: 'A system message stands behind a user message and before an assistant message or the end.',
    fix: 'Move it behind the next user message.',
    find: findMisplacedSystem,
  },
  {
    id: 'ANT-029',
    level: 'error',
    scope: 'message',
    text: 'Words for the model to go on from do not end with white space.',
    fix: 'Cut the white space.',
    find: (view) => {
      const last = messageAt(view, view.list.length - 1);
      if (last?.role !== 'assistant') return [];
      const text = asText(last.message['content']) || asText(blocksOf(last).at(-1)?.block['text']);
      return text === text.trimEnd() ? [] : [{ path: last.path, message: 'It ends with white space.' }];
    },
  },
  {
    id: 'ANT-030',
    level: 'error',
    scope: 'message',
    text: 'Newer models want the conversation to end with a user message.',
    fix: 'Add a user message, or leave out the last assistant message.',
    find: (view) => {
      const last = messageAt(view, view.list.length - 1);
      return view.traits.lastMessage === 'user' && last?.role === 'assistant'
        ? [{ path: last.path, message: 'The last message is an assistant message.' }]
        : [];
    },
  },
];

function each(check: (placed: PlacedMessage, view: BodyView) => string | undefined): Rule['find'] {
  return (view) =>
    [...messagesOf(view)].flatMap((placed): readonly Finding[] => {
      const message = check(placed, view);
      return message === undefined ? [] : [{ path: placed.path, message }];
    });
}

function findLateResults(view: BodyView): readonly Finding[] {
  const found: Finding[] = [];
  for (const placed of messagesOf(view)) {
    if (placed.role !== 'user') continue;
    const blocks = blocksOf(placed);
    const other = blocks.findIndex(({ type }) => type !== 'tool_result');
    const late = other === -1 ? [] : blocks.slice(other).filter(({ type }) => type === 'tool_result');
    for (const { path } of late) found.push({ path, message: 'Something else stands before the result.' });
  }
  return found;
}

function findLateTexts(view: BodyView): readonly Finding[] {
  const found: Finding[] = [];
  for (const placed of messagesOf(view)) {
    if (placed.role !== 'assistant') continue;
    const blocks = blocksOf(placed);
    const call = blocks.findIndex(({ type }) => type === 'tool_use');
    const late = call === -1 ? [] : blocks.slice(call).filter(({ type }) => type === 'text');
    for (const { path } of late) found.push({ path, message: 'A call stands before the text.' });
  }
  return found;
}

/** The neighbour before the first new message may be a system message whose place depends on what follows it. */
function findMisplacedSystem(view: BodyView): readonly Finding[] {
  if (view.traits.laterSystem !== 'after-user') return [];
  const found: Finding[] = [];
  for (const { role, at, path } of messagesOf(view, 1)) {
    if (role !== 'system' || at === 0) continue;
    const before = messageAt(view, at - 1)?.role;
    const after = messageAt(view, at + 1)?.role;
    if (before === 'assistant') found.push({ path, message: 'It stands behind an assistant message.' });
    else if (after === 'user') found.push({ path, message: 'It stands before a user message.' });
  }
  return found;
}
