/** A tool that waits until it is let go, so that a test decides what happens while it runs. */
import Type from 'typebox';
import { type AgentTool, defineTool, type ToolKind } from '../src/index.ts';

export interface Gate {
  readonly tool: AgentTool;
  /** Resolves when so many calls have begun, over its whole life. */
  begun(count: number): Promise<void>;
  /** Lets the call with this `n` end. */
  open(n: number): void;
  readonly finished: readonly number[];
}

export interface GateOptions {
  readonly name?: string;
  readonly kind?: ToolKind;
  /** Continues when it is told to stop. */
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
