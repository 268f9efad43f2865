/** An earlier conversation as blocks, for the scrollback of a resumed session. */
import { type Content, type Block as ContentBlock, type ToolResponseBlock, toJson } from '@interlock/transcript';
import { foldedText } from '../print/folded-text.ts';
import { pastOutcome } from '../wording/past-outcome.ts';
import { summariseArguments } from '../wording/summarise-arguments.ts';
import { planOf } from './reduce-screen.ts';
import type { Block, ToolView } from './screen.ts';

/** The last contents are enough to see where the conversation stopped. */
const maxContents = 60;

/** `readers`: names of tools that only read. */
export function blocksOfContents(contents: readonly Content[], readers: readonly string[]): readonly Block[] {
  const shown = contents.slice(-maxContents);
  const results = new Map(
    shown.flatMap(({ blocks }) =>
      blocks.flatMap((block) => (block.type === 'tool_response' ? [[block.callId, block] as const] : [])),
    ),
  );
  const hidden = contents.length - shown.length;
  const blocks = shown.flatMap((content) => blocksOf(content, results, readers));
  return hidden === 0 ? blocks : [{ kind: 'notice', level: 'info', text: `… ${hidden} earlier entries` }, ...blocks];
}

function blocksOf(
  { speaker, blocks }: Content,
  results: ReadonlyMap<string, ToolResponseBlock>,
  readers: readonly string[],
): readonly Block[] {
  if (speaker === 'human') {
    const text = blocks
      .map(shownBlock)
      .filter((part) => part !== '')
      .join('\n');
    return text === '' ? [] : [{ kind: 'user', text }];
  }
  if (speaker !== 'ai') return [];
  const calls = blocks.flatMap((block) =>
    block.type === 'tool_call' ? [viewOfCall(block, results.get(block.id), readers)] : [],
  );
  const shownBlocks = blocks.flatMap((block): readonly Block[] => {
    if (block.type === 'text' && block.text.trim() !== '') return [{ kind: 'text', text: block.text, done: true }];
    if (block.type === 'tool_call') return planOf(block.name, block.parameters);
    return block.type === 'thinking' && block.thought !== ''
      ? [{ kind: 'thinking', text: block.thought, done: true }]
      : [];
  });
  return calls.length === 0 ? shownBlocks : [...shownBlocks, { kind: 'tools', calls, done: true }];
}

function shownBlock(block: ContentBlock): string {
  if (block.type === 'text')
    return foldedText(block.text.replace(/^<(file|folder) path=("[^\n]*")>\n.*<\/\1>$/s, '[$1 $2]'));
  if (block.type === 'media')
    return `[${block.mimeType.startsWith('image/') ? 'image' : 'file'} ${block.filename ?? ''}]`;
  return '';
}

function viewOfCall(
  call: Extract<ContentBlock, { readonly type: 'tool_call' }>,
  response: ToolResponseBlock | undefined,
  readers: readonly string[],
): ToolView {
  const { id, name, parameters } = call;
  const summary = summariseArguments(toJson(parameters ?? {}).value);
  const reads = readers.includes(name) ? ({ reads: true } as const) : {};
  return { id, name, summary, state: 'ended', progress: '', outcome: pastOutcome(response), ...reads };
}
