/** A conversation for reading in a terminal: messages, and calls with their results. Long results are shortened. */
import { type Block, type Content, type ToolResponseBlock, toJson } from '@interlock/transcript';
import type { Paint } from '../print/paint.ts';
import { plainText } from '../print/plain-text.ts';
import { sanitize } from '../terminal/sanitize.ts';
import { describeCall } from '../wording/describe-call.ts';
import { answererName } from './answerer-name.ts';

export interface TranscriptOptions {
  readonly paint: Paint;
  /** Results and thinking in full. */
  readonly full: boolean;
}

const maxLines = 6;

export function transcriptText(contents: readonly Content[], options: TranscriptOptions): string {
  return contents
    .map((content) => contentText(content, options))
    .filter((text) => text !== '')
    .join('\n\n');
}

function contentText(content: Content, options: TranscriptOptions): string {
  const parts = content.blocks.map((block) => blockText(block, options)).filter((part) => part !== '');
  if (parts.length === 0) return '';
  const head = content.speaker === 'tool' ? [] : [options.paint('bold', speakerOf(content))];
  return [...head, ...parts].join('\n');
}

function speakerOf(content: Content): string {
  const { speaker } = content;
  if (speaker === 'human') return 'You';
  if (speaker !== 'ai') return 'System';
  return plainText(answererName(content) ?? 'Model');
}

function blockText(block: Block, { paint, full }: TranscriptOptions): string {
  switch (block.type) {
    case 'text':
      return sanitize(block.text.trimEnd());
    case 'thinking':
      // Encrypted thinking may have no text.
      return block.thought.trim() === '' ? '' : paint('dim', indented(shortened(block.thought, full), '  ~ '));
    case 'tool_call':
      return plainText(`  > ${describeCall(block.name, toJson(block.parameters).value)}`);
    case 'tool_response':
      return paint('dim', indented(shortened(responseText(block), full), '  < '));
    case 'code':
      return indented(sanitize(block.code), '    ');
    case 'media':
      return plainText(`  [${block.mimeType}${block.filename === undefined ? '' : ` ${block.filename}`}]`);
  }
}

function responseText({ result, error }: ToolResponseBlock): string {
  if (error !== undefined) return `error: ${error}`;
  return typeof result === 'string' ? result : (JSON.stringify(result) ?? '');
}

function shortened(text: string, full: boolean): string {
  const lines = sanitize(text.trimEnd()).split('\n');
  if (full || lines.length <= maxLines) return lines.join('\n');
  return [...lines.slice(0, maxLines - 1), `… ${lines.length - maxLines + 1} more lines (--full)`].join('\n');
}

function indented(text: string, indent: string): string {
  return text
    .split('\n')
    .map((line, index) => (index === 0 ? indent : ' '.repeat(indent.length)) + line)
    .join('\n');
}
