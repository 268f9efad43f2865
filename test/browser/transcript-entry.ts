/** What the browser gets: the public API of `@interlock/transcript` behind one function from JSON to JSON. */

import type { Content } from '@interlock/transcript';
import * as transcript from '@interlock/transcript';

/** Uses the whole API, so that the bundle contains all of it. */
export const exportedNames: readonly string[] = Object.keys(transcript).sort();

export function renderAll(cases: readonly (readonly Content[])[]): string {
  return JSON.stringify(
    cases.map((contents) => {
      const { transcript: rendered, diagnostics } = transcript.render(contents);
      return { imported: transcript.importContents(contents), steps: rendered.steps, diagnostics };
    }),
  );
}
