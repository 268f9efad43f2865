/** The model's to-do list, above the prompt: current and next items first. */
import type { Todo } from '@interlock/runtime';
import { counted } from '../../print/counted.ts';
import { cut, plainLine } from '../../terminal/lines.ts';
import type { View } from '../screen.ts';
import { paletteOf } from './palette.ts';

const maxLines = 6;
const signs = { open: '☐', doing: '▸', done: '☑' } as const;

/** Empty if nothing is left to do. */
export const viewTodos: View<readonly Todo[]> = (todos, drawing) => {
  const unfinished = todos.filter(({ state }) => state !== 'done');
  if (unfinished.length === 0) return [];
  const paint = paletteOf(drawing);
  const done = todos.length - unfinished.length;
  const isLong = todos.length > maxLines;
  const shown = isLong ? unfinished.slice(0, maxLines - 1) : todos;
  const rest = unfinished.length - (isLong ? shown.length : unfinished.length);
  const more = [...(done > 0 ? [`${done} done`] : []), ...(rest > 0 ? [counted(rest, 'more item')] : [])];
  return [
    ...shown.map(({ text, state }) => {
      const line = cut(`${signs[state]} ${plainLine(text)}`, drawing.width);
      return state === 'doing' ? paint('bold', line) : paint('dim', line);
    }),
    ...(isLong ? [paint('dim', cut(`… ${more.join(', ')}`, drawing.width))] : []),
  ];
};
