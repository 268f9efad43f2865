/** Repairs a history permanently: applies what rendering would repair for every request, and loses nothing. */
import {
  type Block,
  type Content,
  checkContents,
  type DiagnosticEvent,
  type JsonValue,
  render,
  toContents,
} from '@interlock/transcript';
import { isList } from '../input/read-json.ts';
import { repairText } from './repair-text.ts';

export interface RepairedHistory {
  readonly contents: readonly Content[];
  /** The repairs, one sentence each. */
  readonly done: readonly string[];
}

export function repairHistory(list: JsonValue): RepairedHistory {
  const { contents, leftOut } = readableContents(list);
  // Results without a call are kept as a note: a repair loses nothing.
  const { transcript, diagnostics } = render(contents, { policy: { reasoning: 'all', orphans: 'note' } });
  const repairs = diagnostics.events.filter(({ fault }) => fault !== 'none').map(sentence);
  return { contents: toContents(transcript).map(closeLostCalls), done: [...leftOut, ...repairs] };
}

/** A call whose outcome is unknown is closed permanently, with a sentence that says so. */
function closeLostCalls(content: Content): Content {
  return { ...content, blocks: content.blocks.map(closeIfLost) };
}

function closeIfLost(block: Block): Block {
  if (block.type !== 'tool_response' || block.synthetic !== 'lost') return block;
  const { synthetic: _, ...rest } = block;
  return { ...rest, isComplete: true };
}

function sentence(event: DiagnosticEvent): string {
  return `${event.at}: ${repairText(event).message}`;
}

/** Entries that are not valid contents are left out one by one. */
export function readableContents(list: JsonValue): {
  readonly contents: readonly Content[];
  readonly leftOut: readonly string[];
} {
  const whole = checkContents(list);
  if (whole.contents !== undefined) return { contents: whole.contents, leftOut: [] };
  const leftOut: string[] = [];
  const contents = (isList(list) ? list : []).flatMap((entry, at) => {
    const { contents: one, problems } = checkContents([entry]);
    if (one === undefined) {
      const why = problems.find(({ severity }) => severity === 'error')?.message ?? 'It cannot be read.';
      leftOut.push(`$[${at}]: Left out. ${why}`);
    }
    return one ?? [];
  });
  return { contents, leftOut };
}
