/** A tool that waits until the test releases it, so that the test decides what happens while it runs. */
import Type from 'typebox';
import { type AgentTool, defineTool, type ToolKind } from '../src/index.ts';

export interface Gate {
  readonly tool: AgentTool;
  /** Resolves when this many calls have started in total. */
  begun(count: number): Promise<void>;
  /** Releases the call with this `n`. */
  open(n: number): void;
  readonly finished: readonly number[];
}

export interface GateOptions {
  readonly name?: string;
  readonly kind?: ToolKind;
  /** Keeps running when it is told to stop. */
  readonly deaf?: boolean;
}

export function createGate({ name = 'work', kind = 'read', deaf = false }: GateOptions = {}): Gate {
  const locks = new Map<number, PromiseWithResolvers<void>>();
  const lockOf = (n: number): PromiseWithResolvers<void> => {
    const known = locks.get(n) ?? Promise.withResolvers<void>();
    locks.set(n, known);
    return known;
  };
  const watchers: { readonly count: number; readonly resolve: () => void }[] = [];
  const finished: number[] = [];
  let begun = 0;
  const tool = defineTool({
    name,
    description: 'Works until it is done.',
    parameters: Type.Object({ n: Type.Integer() }),
    kind,
    access: () => ({}),
    run: async ({ n }, { signal, progress }) => {
      begun += 1;
      progress(`working on ${n}`);
      for (const watcher of watchers.splice(0))
        if (watcher.count <= begun) watcher.resolve();
        else watchers.push(watcher);
      await new Promise<void>((resolve, reject) => {
        lockOf(n).promise.then(resolve);
        if (!deaf) signal.addEventListener('abort', () => reject(new Error('stopped')), { once: true });
      });
      finished.push(n);
      return `[[done ${n}]]`;
    },
  });
  return {
    tool,
    begun: (count) =>
      begun >= count ? Promise.resolve() : new Promise((resolve) => watchers.push({ count, resolve })),
    open: (n) => lockOf(n).resolve(),
    finished,
  };
}
