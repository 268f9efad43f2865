/** Counts which of our functions run during an action, and how often, with V8's coverage. */
import { Session } from 'node:inspector/promises';

export interface CalledFunction {
  readonly package: string;
  /** Relative to `src`. */
  readonly file: string;
  /** '' if it has no name. */
  readonly name: string;
  /** For an async function, the number of times it was entered, including after each await. */
  readonly calls: number;
}

/** Functions that were not called are left out, and so is the loading of modules. */
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
