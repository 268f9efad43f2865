/**
 * The TypeScript blocks of a page. Each block states after its language how it is checked:
 *
 *   ts run        runs offline and prints what the `text` block after it says
 *   ts check      type-checks; it would send requests to a real provider, or start something
 *   ts continued  continues the `ts check` before it, and is checked together with it
 */
import type { Fence, Page } from './read-page.ts';

export interface Example {
  /** `docs/page.md:12`. */
  readonly place: string;
  readonly code: string;
  /** Absent: it is not run. */
  readonly prints?: string;
}

export interface PageExamples {
  readonly examples: readonly Example[];
  /** Blocks that state nothing, or something impossible. */
  readonly problems: readonly string[];
}

export function readExamples({ file, fences }: Page): PageExamples {
  const examples: Example[] = [];
  const problems: string[] = [];
  for (const [index, fence] of fences.entries()) {
    if (fence.language !== 'ts') continue;
    const place = `${file}:${fence.line}`;
    const example = read(fence, fences[index + 1], examples.at(-1));
    if ('problem' in example) problems.push(`${place}: ${example.problem}`);
    else if (fence.marks[0] === 'continued') examples.splice(-1, 1, example);
    else examples.push({ ...example, place });
  }
  return { examples, problems };
}

function read(
  { marks: [mark], text }: Fence,
  next: Fence | undefined,
  last: Example | undefined,
): Example | { readonly problem: string } {
  const example = { place: '', code: text };
  switch (mark) {
    case 'check':
      return example;
    case 'run':
      return next?.language === 'text'
        ? { ...example, prints: next.text }
        : { problem: 'no `text` says what it prints' };
    case 'continued':
      return last === undefined || last.prints !== undefined
        ? { problem: 'there is no `ts check` before it to go on with' }
        : { ...last, code: `${last.code}\n${text}` };
    default:
      return { problem: 'write `ts run`, `ts check` or `ts continued`, so that it is known what holds' };
  }
}
