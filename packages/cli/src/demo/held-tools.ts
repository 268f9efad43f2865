/** Real tools of which only the first calls run through; the others have begun, and continue until they are stopped. */
import type { AgentTool } from '@interlock/runtime';

export interface HeldTools {
  readonly tools: readonly AgentTool[];
  /** From now on all of them run through. */
  release(): void;
}

export function holdTools(tools: readonly AgentTool[], through: number): HeldTools {
  let left = through;
  return {
    tools: tools.map((tool) => ({
      ...tool,
      run: async (args, context) => {
        left -= 1;
        if (left < 0) await stopped(context.signal);
        context.signal.throwIfAborted();
        return tool.run(args, context);
      },
    })),
    release: () => {
      left = Number.POSITIVE_INFINITY;
    },
  };
}

function stopped(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve();
  return new Promise((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
}
