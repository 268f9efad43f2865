/** The current screen. Notifies its renderer of changes. */
import type { RouteView, SessionEvent, SessionState } from '@interlock/runtime';
import { readStatus } from './read-status.ts';
import { addAsked, addNotice, addUser, emptyScreen, reduceScreen } from './reduce-screen.ts';
import type { Block, Screen, Status } from './screen.ts';

export class ShownScreen {
  readonly #changed: () => void;
  readonly #now: () => number;
  #screen: Screen = emptyScreen('');

  constructor(changed: () => void, now: () => number) {
    this.#changed = changed;
    this.#now = now;
  }

  get now(): Screen {
    return this.#screen;
  }

  change(parts: Partial<Screen>): void {
    this.#show({ ...this.#screen, ...parts });
  }

  changeStatus(parts: Partial<Status>): void {
    this.change({ status: { ...this.#screen.status, ...parts } });
  }

  /** The numbers of the status line; `view`: cooldowns. */
  readStatus(state: SessionState, view?: RouteView): void {
    this.change({ status: readStatus(this.#screen.status, state, view) });
  }

  say(text: string, level: 'info' | 'warning' | 'error' = 'info'): void {
    this.#show(addNotice(this.#screen, text, level));
  }

  addUser(text: string): void {
    this.#show(addUser(this.#screen, text));
  }

  addAsked(text: string): void {
    this.#show(addAsked(this.#screen, text));
  }

  apply(event: SessionEvent): void {
    this.#show(reduceScreen(this.#screen, event, this.#now()));
  }

  ask(question: Screen['question']): void {
    const { question: _, ...rest } = this.#screen;
    this.#show(question === undefined ? rest : { ...rest, question });
  }

  /** Shows an activity in the status line while it lasts. */
  async during(activity: string, work: () => Promise<void>): Promise<void> {
    this.changeStatus({ activity, activeSince: this.#now() });
    try {
      await work();
    } finally {
      const { activity: _, activeSince: __, ...status } = this.#screen.status;
      this.change({ status });
    }
  }

  /** Takes finished blocks off the screen and returns them, without a notification. */
  takeFinished(finishedPart: (text: string) => number): readonly Block[] {
    const { finished, screen } = takeFinished(this.#screen, finishedPart);
    this.#screen = screen;
    return finished;
  }

  #show(screen: Screen): void {
    this.#screen = screen;
    this.#changed();
  }
}

export interface FinishedBlocks {
  readonly finished: readonly Block[];
  readonly screen: Screen;
}

/** `finishedPart`: how many characters of an unfinished text are final. */
export function takeFinished(screen: Screen, finishedPart: (text: string) => number): FinishedBlocks {
  const open = screen.blocks.findIndex((block) => 'done' in block && !block.done);
  if (open === -1) return { finished: screen.blocks, screen: { ...screen, blocks: [] } };
  const before = screen.blocks.slice(0, open);
  const [first, ...rest] = screen.blocks.slice(open);
  if (first?.kind !== 'text') return { finished: before, screen: { ...screen, blocks: screen.blocks.slice(open) } };
  const length = finishedPart(first.text);
  if (length === 0) return { finished: before, screen: { ...screen, blocks: [first, ...rest] } };
  const part: Block = { kind: 'text', text: first.text.slice(0, length), done: true };
  return {
    finished: [...before, part],
    screen: { ...screen, blocks: [{ ...first, text: first.text.slice(length) }, ...rest] },
  };
}
