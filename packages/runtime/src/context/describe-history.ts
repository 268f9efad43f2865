/**
 * A history as plain text, for the model that summarises it. Messages are complete. Arguments and results are shortened, and indented
 * so that nothing in them looks like a message.
 */
import { type Block, type Content, jsonText, type Ledger, mediaPlaceholder, toJson } from '@interlock/transcript';

export interface DescriptionLimits {
  /** Maximum length of the whole text, in characters. */
  readonly total?: number;
  readonly args?: number;
  readonly result?: number;
}

const speakers = { human: 'User', ai: 'Assistant', tool: 'Tool', system: 'System' } as const;

export function describeHistory(contents: readonly Content[], limits: DescriptionLimits = {}, ledger?: Ledger): string {
  const answered = new Set(
    contents.flatMap(({ blocks }) =>
      (blocks ?? []).flatMap((one) => (one.type === 'tool_response' ? [one.callId] : [])),
    ),
  );
  const lines = contents.flatMap(({ speaker, blocks }) =>
    (blocks ?? []).flatMap((block) => {
      const described = describeBlock(speakers[speaker] ?? 'Tool', block, limits);
      const late = block.type === 'tool_call' && !answered.has(block.id) ? fromLedger(block.id, limits, ledger) : [];
      return [...described, ...late];
    }),
  );
  return clip(lines.join('\n\n'), limits.total ?? 400_000);
}

function describeBlock(speaker: string, block: Block, { args = 1_000, result = 2_000 }: DescriptionLimits): string[] {
  switch (block.type) {
    case 'text':
      return textOf(block.text).trim() === '' ? [] : [`${speaker}: ${textOf(block.text)}`];
    case 'code':
      return [`${speaker}: ${textOf(block.code)}`];
    case 'thinking':
      return [];
    case 'tool_call':
      return [`${speaker} calls ${textOf(block.name)}:\n${indent(clip(textOf(block.parameters), args))}`];
    case 'tool_response':
      return [describeResult(textOf(block.toolName), block.result, block.error, result)];
    case 'media':
      return [`${speaker}: ${mediaPlaceholder(block)}`];
    default:
      return [];
  }
}

/** A call whose result arrived too late for the history. */
function fromLedger(id: string, { result = 2_000 }: DescriptionLimits, ledger: Ledger | undefined): string[] {
  const entry = ledger?.get(id);
  if (entry === undefined) return [];
  if (entry.state !== 'complete' && entry.state !== 'error') return [`It ended as: ${entry.state}.`];
  return [describeResult(entry.name, entry.result, entry.error, result)];
}

function describeResult(tool: string, result: unknown, error: unknown, limit: number): string {
  const failed = textOf(error) === '' ? '' : ` (failed: ${clip(textOf(error), limit)})`;
  return `Result of ${tool}${failed}:\n${indent(clip(textOf(result), limit))}`;
}

function textOf(value: unknown): string {
  if (value === undefined || value === null) return '';
  return typeof value === 'string' ? value : jsonText(toJson(value).value);
}

function indent(text: string): string {
  return text.replaceAll(/^/gm, '  ');
}

/** Three quarters from the start, one quarter from the end: errors and totals come last. */
function clip(text: string, limit: number): string {
  if (text.length <= limit) return text;
  const head = Math.floor(limit * 0.75);
  const tail = limit - head;
  return `${text.slice(0, head)}\n[${text.length - limit} characters left out]\n${text.slice(text.length - tail)}`;
}
