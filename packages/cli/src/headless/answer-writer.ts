/** Writes the answer to standard output, in each output format. */
import type { SessionEvent } from '@interlock/runtime';
import { readVersion } from '../io/version.ts';
import { jsonLine } from '../print/json-text.ts';
import type { Output } from '../print/output.ts';
import { sanitize } from '../terminal/sanitize.ts';
import { formatVersion, publicEvent } from './public-event.ts';
import type { PrintResult } from './result.ts';

export interface Header {
  readonly session: string;
  readonly kept: boolean;
  readonly workspace: string;
  readonly targets: readonly string[];
}

export interface AnswerWriter {
  begin(header: Header): void;
  event(event: SessionEvent): void;
  end(result: PrintResult): void;
}

export function createAnswerWriter(
  format: OutputFormat,
  output: Output,
  { terminal }: { readonly terminal: boolean },
): AnswerWriter {
  if (format === 'stream-json') return eventWriter(output);
  if (format === 'json') return { begin: ignore, event: ignore, end: (result) => output.write(jsonLine(result)) };
  return terminal ? streamedText(output) : wholeText(output);
}

function eventWriter(output: Output): AnswerWriter {
  return {
    begin: (header) =>
      output.write(jsonLine({ type: 'header', version: formatVersion, interlock: readVersion(), ...header })),
    event: (event) => {
      const shown = publicEvent(event);
      if (shown !== undefined) output.write(jsonLine(shown));
    },
    end: (result) => output.write(jsonLine(result)),
  };
}

/** For pipes and files: the model's last text, byte for byte, and a newline. */
function wholeText(output: Output): AnswerWriter {
  return {
    begin: ignore,
    event: ignore,
    end: ({ text }) => output.write(text === '' || text.endsWith('\n') ? text : `${text}\n`),
  };
}

/** For a terminal: all text as it arrives, sanitized. */
function streamedText(output: Output): AnswerWriter {
  let atLineStart = true;
  const write = (text: string): void => {
    if (text === '') return;
    output.write(text);
    atLineStart = text.endsWith('\n');
  };
  const endLine = (): void => {
    if (!atLineStart) write('\n');
  };
  return {
    begin: ignore,
    event: (event) => {
      if (event.type === 'text-delta') write(sanitize(event.text));
      else if (event.type !== 'thinking-delta') endLine();
    },
    end: endLine,
  };
}

function ignore(): void {}

/** The output formats of `-p` (docs/json-events.md). */
export type OutputFormat = 'text' | 'json' | 'stream-json';
