/**
 * A list of any length of which only the visible part is in the page. Rows have variable heights: they are estimated
 * until measured, and what is in view stays in place when rows above it turn out higher.
 */
import type { VNode } from 'preact';
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';

export interface VirtualListProps {
  readonly label: string;
  readonly total: number;
  /** Pixels of a row that was not measured yet. */
  readonly guess: number;
  readonly row: (index: number) => VNode | null;
  /** A new list starts at its top. */
  readonly name: string;
  /** The row to scroll to; a new object scrolls there again. */
  readonly goTo?: { readonly index: number } | undefined;
  /** Stays at the end when something is added there. */
  readonly follows?: boolean;
}

/** Rows beyond the visible part, at both ends. */
const beyond = 8;
const mostRows = 120;
/** Browsers draw nothing beyond some thirty million pixels. */
const highest = 15_000_000;

export function VirtualList({ label, total, guess, row, name, goTo, follows = false }: VirtualListProps): VNode {
  const box = useRef<HTMLElement>(null);
  const heights = useRef<{ readonly name: string; known: Map<number, number> }>({ name, known: new Map() });
  const [view, setView] = useState({ top: 0, height: 600 });
  const [measured, setMeasured] = useState(0);
  const wasAtEnd = useRef(false);
  const before = useRef(0);
  /** The End key was the last key pressed: rows that turn out higher must not move the view away from the end. */
  const isPinned = useRef(false);
  if (heights.current.name !== name) heights.current = { name, known: new Map() };
  const usual = Math.min(guess, highest / Math.max(1, total));
  const { known } = heights.current;

  const offsets = useMemo(() => offsetsOf(total, usual, known), [total, usual, known, measured]);
  const whole = offsets[total] ?? 0;
  const first = Math.max(0, indexAt(offsets, view.top) - beyond);
  const end = Math.min(total, indexAt(offsets, view.top + view.height) + 1 + beyond, first + mostRows);

  const look = (): void => {
    const element = box.current;
    if (element === null) return;
    wasAtEnd.current = element.scrollTop + element.clientHeight >= element.scrollHeight - 4;
    setView({ top: element.scrollTop, height: element.clientHeight });
  };

  /** Not smooth: smooth scrolling would stop when rows that are measured on the way move the list. */
  const press = (event: KeyboardEvent): void => {
    const element = box.current;
    isPinned.current = event.key === 'End';
    if (element === null || event.target !== element || (event.key !== 'Home' && event.key !== 'End')) return;
    event.preventDefault();
    element.scrollTop = event.key === 'Home' ? 0 : element.scrollHeight;
    look();
  };

  const unpin = (): void => {
    isPinned.current = false;
  };

  useEffect(() => {
    const element = box.current;
    if (element === null) return;
    const watch = new ResizeObserver(look);
    watch.observe(element);
    return () => watch.disconnect();
  }, []);

  useLayoutEffect(() => {
    const element = box.current;
    if (element !== null) element.scrollTop = 0;
    look();
  }, [name]);

  useLayoutEffect(() => {
    const element = box.current;
    if (element === null || goTo === undefined) return;
    element.scrollTop = offsets[Math.min(goTo.index, total)] ?? 0;
    look();
  }, [goTo]);

  useLayoutEffect(() => {
    const element = box.current;
    // New entries are followed; an empty list starts at its top.
    const isLonger = before.current > 0 && total > before.current;
    before.current = total;
    if (element !== null && follows && isLonger && wasAtEnd.current) element.scrollTop = element.scrollHeight;
  }, [total, follows]);

  // After each drawing: measure what was estimated.
  useLayoutEffect(() => {
    const element = box.current;
    if (element === null) return;
    if (isPinned.current) element.scrollTop = element.scrollHeight;
    let moved = 0;
    let changed = false;
    for (const child of element.querySelectorAll<HTMLElement>(':scope > .rows > [data-index]')) {
      const index = Number(child.dataset['index']);
      const height = child.getBoundingClientRect().height;
      const before = known.get(index) ?? usual;
      if (Math.abs(height - before) < 0.5) continue;
      known.set(index, height);
      changed = true;
      if ((offsets[index + 1] ?? 0) <= view.top) moved += height - before;
    }
    if (!changed) return;
    if (moved !== 0) element.scrollTop += moved;
    setMeasured((count) => count + 1);
  });

  const indexes = Array.from({ length: Math.max(0, end - first) }, (_, at) => first + at);
  return (
    <section
      class="virtual"
      ref={box}
      onScroll={look}
      onKeyDown={press}
      onWheel={unpin}
      onPointerDown={unpin}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
      tabIndex={0}
      aria-label={label}
    >
      <ol class="rows" style={{ paddingTop: `${offsets[first] ?? 0}px`, height: `${whole}px` }}>
        {indexes.map((index) => (
          <li key={index} data-index={index} aria-setsize={total} aria-posinset={index + 1}>
            {row(index)}
          </li>
        ))}
      </ol>
    </section>
  );
}

/** The offset of each row, and of the end of the list. */
function offsetsOf(total: number, usual: number, known: ReadonlyMap<number, number>): Float64Array {
  const offsets = new Float64Array(total + 1);
  for (let index = 0; index < total; index += 1)
    offsets[index + 1] = (offsets[index] ?? 0) + (known.get(index) ?? usual);
  return offsets;
}

/** The row at this offset in pixels. */
function indexAt(offsets: Float64Array, top: number): number {
  let low = 0;
  let high = Math.max(0, offsets.length - 2);
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((offsets[middle] ?? 0) <= top) low = middle;
    else high = middle - 1;
  }
  return low;
}
