/** Lines of JSON or of a diff, of any length. */
import type { VNode } from 'preact';
import type { LinePage } from '../asking/api.ts';
import { usePages } from '../asking/use-pages.ts';
import { visibleText } from './format.ts';
import { DiffLine } from './long-text.tsx';
import { VirtualList } from './virtual-list.tsx';

export interface LineListProps {
  readonly label: string;
  readonly path: string;
  readonly version: number;
  readonly isDiff?: boolean;
  readonly none: string;
}

export function LineList({ label, path, version, isDiff = false, none }: LineListProps): VNode {
  const { total, at, error } = usePages<string, LinePage>(path, version, ({ lines }) => lines);
  if (error !== undefined) return <p class="problem">{error}</p>;
  if (total === 0) return <p class="empty">{none}</p>;
  return (
    <div class="lines code">
      <VirtualList
        label={label}
        name={path}
        total={total ?? 0}
        guess={18}
        row={(index) => {
          const line = at(index) ?? '';
          return isDiff ? <DiffLine line={line} /> : <div>{line === '' ? ' ' : visibleText(line)}</div>;
        }}
      />
    </div>
  );
}
