/** The tools of a walk: they succeed, fail, hang, ignore their signal or return late. Records what each call really did. */
import { type AgentTool, defineTool, type ToolContext, type ToolKind, type ToolOutput } from '@interlock/runtime';
import Type from 'typebox';

/** What happened to one call, as its tool knows it. */
export interface ToolRun {
  readonly n: number;
  readonly callId: string;
  /** The session that was running. */
  readonly owner: unknown;
  /** `stopped`: it had been told to stop by then. Absent: it has not ended. */
  end?: { readonly how: 'result' | 'failed' | 'thrown'; readonly stopped: boolean };
}

export interface ToolRuns {
  readonly tools: readonly AgentTool[];
  readonly all: ReadonlyMap<number, ToolRun>;
  /** Calls that ran a second time. */
  readonly twice: readonly number[];
  /** Lets all calls end that wait for it. */
  release(): Promise<void>;
}

/** The call that is repeated again and again has none. */
export const markOf = (n: number): string => (n > 0 ? `[[result ${n}]]` : 'nothing new');

const png = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
/** A picture of one pixel, without its media type. */
export const pixel: { readonly data: string; readonly encoding: 'base64' } = { data: png, encoding: 'base64' };
const picture = (data: string) => ({ type: 'media', mimeType: 'image/png', data, encoding: 'base64' }) as const;

export function createToolRuns(ownerOf: () => unknown): ToolRuns {
  const all = new Map<number, ToolRun>();
  const twice: number[] = [];
  const held = new Set<() => void>();

  const hold = (ms: number): Promise<void> =>
    new Promise((resolve) => {
      const go = (): void => {
        clearTimeout(timer);
        held.delete(go);
        resolve();
      };
      const timer = ms > 0 ? setTimeout(go, ms) : undefined;
      held.add(go);
    });

  const begin = (n: number, { callId }: ToolContext): ToolRun => {
    if (all.has(n) && n > 0) twice.push(n);
    const toolRun: ToolRun = { n, callId, owner: ownerOf() };
    all.set(n, toolRun);
    return toolRun;
  };

  const run = async (n: number, how: string, context: ToolContext): Promise<ToolOutput> => {
    const toolRun = begin(n, context);
    const { signal } = context;
    const mark = markOf(n);
    const end = (kind: 'result' | 'failed' | 'thrown'): void => {
      toolRun.end = { how: kind, stopped: signal.aborted };
    };
    const said = <T extends ToolOutput>(output: T): T => {
      end('result');
      return output;
    };
    const thrown = (): Error => {
      end('thrown');
      return new Error(`${mark} went wrong`);
    };
    switch (how) {
      case 'throw':
        throw thrown();
      case 'failed':
        end('failed');
        return { text: `${mark} failed`, failed: true };
      case 'data':
        return said({ value: { mark, list: [1, null, 'ü'], deep: { [mark.length]: true } } });
      case 'media':
        return said({ text: mark, media: [picture(png)] });
      case 'picture':
        return said({ text: mark, media: [{ ...picture(`${png}${'A'.repeat(20_000)}`), mimeType: 'image/x-odd' }] });
      case 'huge':
        return said(`${mark}\n${'a line of output\n'.repeat(2_000)}`);
      case 'talk':
        for (let line = 0; line < 20; line += 1) context.progress(`line ${line}\n`);
        return said(mark);
      case 'slow':
        await Promise.race([hold(2 + (n % 5)), stopped(signal)]);
        if (signal.aborted) throw thrown();
        return said(mark);
      case 'hang':
        await stopped(signal);
        throw thrown();
      // Ends properly when it is told to stop, so its effects are known.
      case 'obey':
        await stopped(signal);
        return said(mark);
      case 'deaf':
        await hold(n % 3 === 0 ? 0 : 5 + (n % 40));
        return said(mark);
      case 'never':
        return new Promise(() => {});
      default:
        return said(mark);
    }
  };

  const parameters = Type.Object({ n: Type.Integer(), how: Type.String() });
  const tool = (name: string, kind: ToolKind, alone: boolean): AgentTool =>
    defineTool({
      name,
      description: `Does what it is told (${name}).`,
      parameters,
      kind,
      access: ({ n }) => (alone ? { exclusive: true } : kind === 'read' ? {} : { writes: [`thing/${n % 3}`] }),
      subject: ({ how }) => how,
      run: ({ n, how }, context) => run(n, how, context),
    });
  const kid = defineTool({
    name: 'kid',
    description: 'A tool for subagents.',
    parameters,
    kind: 'read',
    run: async ({ n, how }) => {
      if (how === 'throw') throw new Error(`[[kid ${n}]] went wrong`);
      return `[[kid ${n}]]`;
    },
  });
  return {
    tools: [
      tool('look', 'read', false),
      tool('change', 'write', false),
      tool('alone', 'other', true),
      tool('forbidden', 'command', false),
      tool('ask', 'network', false),
      kid,
    ],
    all,
    twice,
    release: async () => {
      for (const go of [...held]) go();
      for (let tick = 0; tick < 4; tick += 1) await new Promise((resolve) => setImmediate(resolve));
    },
  };
}

function stopped(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });
}
