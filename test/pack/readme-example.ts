/** The library example of a README: its first `ts` block, and the `text` block after it with the output. */

export interface ReadmeExample {
  readonly code: string;
  readonly prints: readonly string[];
}

export function readmeExample(markdown: string): ReadmeExample {
  const blocks = fencedBlocks(markdown);
  const position = blocks.findIndex(({ language }) => language === 'ts');
  const [code, output] = blocks.slice(position);
  if (position < 0 || code === undefined) throw new Error('the README has no ```ts block');
  if (output?.language !== 'text') throw new Error('the first ```ts block is not followed by a ```text block');
  return { code: `${code.lines.join('\n')}\n`, prints: output.lines };
}

interface FencedBlock {
  readonly language: string;
  readonly lines: readonly string[];
}

/** Fences of three backticks at the start of a line, the only kind the README uses. */
function fencedBlocks(markdown: string): FencedBlock[] {
  const blocks: { language: string; lines: string[] }[] = [];
  let open = false;
  for (const line of markdown.split(/\r?\n/)) {
    if (line.startsWith('```')) {
      open = !open;
      if (open) blocks.push({ language: line.slice(3).trim().split(/\s/)[0] ?? '', lines: [] });
    } else if (open) {
      blocks.at(-1)?.lines.push(line);
    }
  }
  return blocks;
}
