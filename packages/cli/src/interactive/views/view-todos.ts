/** The model's to-do list, above the prompt: current and next items first. */
import type { Todo } from '@interlock/runtime';
import { counted } from '../../print/counted.ts';
import { cut, plainLine } from '../../terminal/lines.ts';
import type { View } from '../screen.ts';
import { paletteOf } from './palette.ts';

const mostLines = 6;
const signs = { open: '☐', doing: '▸', done: '☑' } as const;

/** Empty if nothing is left to do. */
export const viewTodos: View<readonly Todo[]> = (todos, drawing) => {
  const left = todos.filter(({ state }) => state !== 'done');
  if (left.length === 0) return [];
  const paint = paletteOf(drawing);
  const done = todos.length - left.length;
  const isLong = todos.length > mostLines;
  const shown = isLong ? left.slice(0, mostLines - 1) : todos;
  const rest = left.length - (isLong ? shown.length : left.length);
  const more = [...(done > 0 ? [`${done} done`] : []), ...(rest > 0 ? [counted(rest, 'more item')] : [])];
  return [
    ...shown.map(({ text, state }) => {
      const line = cut(`${signs[state]} ${plainLine(text)}`, drawing.width);
      return state === 'doing' ? paint('bold', line) : paint('dim', line);
    }),
    ...(isLong ? [paint('dim', cut(`… ${more.join(', ')}`, drawing.width))] : []),
  ];
};
