/** How the scripted model describes tool results, in Markdown. */

import { extname } from 'node:path';
import type { SeenCall, SeenResult, SeenTurn } from '@interlock/simulators';
import { counted } from '../print/counted.ts';
import { fencedText } from '../print/fenced-text.ts';
import { shortLine } from './demo-texts.ts';

const maxLines = 12;

export interface CallResult {
  readonly call: SeenCall;
  readonly result: SeenResult;
}

/** The results, each with its call: matched by id where the API has ids, else in order. */
export function answeredCalls(turns: readonly SeenTurn[]): readonly CallResult[] {
  const calls = turns.flatMap((turn) => turn.calls);
  return turns
    .flatMap((turn) => turn.results)
    .flatMap((result, index) => {
      const call = calls.find(({ id }) => id !== '' && id === result.id) ?? calls[index];
      return call === undefined ? [] : [{ call, result }];
    });
}

/** `next`: what to try after several results. */
export function describeResults(answered: readonly CallResult[], next: string): string {
  if (answered.length === 1 && answered[0] !== undefined) return describeOne(answered[0]);
  const rows = answered.map(({ call, result }) => `| ${cell(nameOf(call))} | ${cell(outcomeOf(result))} |`);
  return `Here is what came back:\n\n| call | result |\n|---|---|\n${rows.join('\n')}\n\n${next}`;
}

function describeOne({ call, result }: CallResult): string {
  const lines = linesOf(result);
  if (result.isError) return `That did not work:\n\n${fencedText(lines.slice(0, maxLines).join('\n'), '')}`;
  const shown = lines.slice(0, maxLines);
  const more = lines.length > shown.length ? `\n\n… and ${counted(lines.length - shown.length, 'line')} more.` : '';
  const language = call.name === 'read_file' ? languageOf(call) : '';
  return `${headOf(call, lines.length)}\n\n${fencedText(shown.join('\n'), language)}${more}`;
}

function headOf(call: SeenCall, lines: number): string {
  return `\`${nameOf(call)}\` returned ${counted(lines, 'line')}:`;
}

function outcomeOf(result: SeenResult): string {
  const lines = linesOf(result);
  const [first = 'nothing'] = lines;
  if (result.isError) return `failed: ${first}`;
  return lines.length <= 1 ? first : `${counted(lines.length, 'line')}, first: ${first}`;
}

function nameOf({ name, args }: SeenCall): string {
  const values = typeof args === 'object' && args !== null ? Object.values(args) : [];
  return `${name} ${values.find((value) => typeof value === 'string') ?? ''}`.trim();
}

function languageOf({ args }: SeenCall): string {
  const path = typeof args === 'object' && args !== null && 'path' in args ? String(args.path) : '';
  return /^\.[a-z0-9]+$/u.test(extname(path)) ? extname(path).slice(1) : '';
}

function linesOf({ text }: SeenResult): readonly string[] {
  const whole = text.trimEnd();
  return whole === '' ? [] : whole.split('\n');
}

function cell(text: string): string {
  return shortLine(text).replaceAll('|', '\\|');
}
