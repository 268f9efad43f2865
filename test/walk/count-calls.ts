/** Which of our functions run while something is done, and how often: V8's own count. */
import { Session } from 'node:inspector/promises';

export interface CalledFunction {
  readonly package: string;
  /** From `src` on. */
  readonly file: string;
  /** '' where it has no name. */
  readonly name: string;
  /** Of an async function: how often it was entered, after each pause too. */
  readonly calls: number;
}

/** Functions that were not called are left out, and so is the loading of a module. */
export async function countCalls(act: () => Promise<unknown>): Promise<readonly CalledFunction[]> {
  const inspector = new Session();
  inspector.connect();
  try {
    await inspector.post('Profiler.enable');
    await inspector.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
    await act();
    const { result } = await inspector.post('Profiler.takePreciseCoverage');
    return result.flatMap(({ url, functions }) => {
      const [, owner = '', file] = /\/packages\/([a-z]+)\/src\/(.+\.tsx?)(\?|$)/.exec(url) ?? [];
      if (file === undefined) return [];
      return functions.flatMap(({ functionName: name, ranges: [range] }) =>
        range === undefined || range.count === 0 || range.startOffset === 0
          ? []
          : [{ package: owner, file, name, calls: range.count }],
      );
    });
  } finally {
    inspector.disconnect();
  }
}
