/** Rules for calls and their results. */
import type { Finding, Rule } from '../../../rules/rule.ts';
import { idsOf, inEachMessage } from './read-body.ts';

export const pairingRules: readonly Rule[] = [
  {
    id: 'CNV-009',
    level: 'error',
    scope: 'message',
    text: 'Every call of an assistant message is answered in the next message.',
    fix: 'Answer each call, in one user message right after it.',
    find: (view) => [
      ...inEachMessage((message, before) => {
        if (before === undefined) return [];
        const answered = new Set(idsOf(message, 'toolResult'));
        const open = idsOf(before, 'toolUse').filter((id) => !answered.has(id));
        return open.length === 0 ? [] : [{ path: message.path, message: `Calls without a result: ${open.join(', ')}` }];
      })(view),
      ...inEachMessage((message, _, { list }) => {
        const open = message.at === list.length - 1 ? idsOf(message, 'toolUse') : [];
        return open.length === 0 ? [] : [{ path: message.path, message: `Calls without a result: ${open.join(', ')}` }];
      })(view),
    ],
  },
  {
    id: 'CNV-010',
    level: 'error',
    scope: 'message',
    text: 'Every result answers a call of the message before it.',
    fix: 'Omit a result without a call, or put its call back before it.',
    find: inEachMessage((message, before) => {
      const called = new Set(before === undefined ? [] : idsOf(before, 'toolUse'));
      const lost = idsOf(message, 'toolResult').filter((id) => !called.has(id));
      return lost.map((id): Finding => ({ path: message.path, message: `A result without a call: ${id}` }));
    }),
  },
  {
    id: 'CNV-011',
    level: 'error',
    scope: 'message',
    text: 'No id appears twice in a message, neither of calls nor of results.',
    fix: 'Keep one result for each call, and give each call a unique id.',
    find: inEachMessage((message) =>
      (['toolUse', 'toolResult'] as const).flatMap((kind) => {
        const ids = idsOf(message, kind);
        const twice = ids.filter((id, at) => ids.indexOf(id) !== at);
        return twice.map((id): Finding => ({ path: message.path, message: `The id appears twice: ${id}` }));
      }),
    ),
  },
];
