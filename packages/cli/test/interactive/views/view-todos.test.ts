import type { Todo } from '@interlock/runtime';
import { expect, test } from 'vitest';
import { viewTodos } from '../../../src/interactive/views/view-todos.ts';

const todo = (text: string, state: Todo['state'] = 'open'): Todo => ({ text, state });
const many = [...Array.from({ length: 4 }, (_, at) => todo(`did ${at}`, 'done')), todo('now', 'doing')];
const open = Array.from({ length: 7 }, (_, at) => todo(`later ${at}`));

test.each<[what: string, todos: readonly Todo[], lines: readonly string[]]>([
  ['no list', [], []],
  ['all done', [todo('a', 'done')], []],
  ['a short one', [todo('a', 'done'), todo('b', 'doing'), todo('c')], ['☑ a', '▸ b', '☐ c']],
  ['a long one', [...many, ...open], ['▸ now', ...[0, 1, 2, 3].map((at) => `☐ later ${at}`), '… 4 done, 3 more items']],
  ['hostile text', [todo('a\u001b[2J\nb'.repeat(20))], ['☐ a ba ba ba ba ba ba b…']],
])('%s', (_, todos, lines) => {
  expect(viewTodos(todos, { width: 24, colour: false, now: 0 })).toEqual(lines);
});
