/** How records that are not part of the conversation are shown. Every kind is listed: the compiler requires new ones. Pure. */

import { type HookReport, type SessionRecord, type Todo, writeRule } from '@interlock/runtime';
import { type Content, isSummary } from '@interlock/transcript';
import { counted } from '../print/counted.ts';

/** `queued`: queued texts by number. Undefined: the record is shown elsewhere, or not at all. */
export function recordNote(record: SessionRecord, queued: ReadonlyMap<number, string>): string | undefined {
  switch (record.kind) {
    case 'setup':
      return setupText(record.system, record.tools);
    case 'turn-end':
      return turnEndText(record.outcome);
    case 'text-queued':
      return `A message waits to be sent:\n${record.text}`;
    case 'text-withdrawn':
      return `A message was withdrawn before it was sent:\n${queued.get(record.number) ?? ''}`.trimEnd();
    case 'todos':
      return todosText(record.items);
    case 'instructions-given':
      return `Instructions given with the result of a call: ${record.paths.join(', ')}`;
    case 'job-start':
      return `Background command ${record.number} started: ${record.command}`;
    case 'job-end':
      return [`Background command ${record.number} ${jobEnd(record.outcome)}.`, record.output ?? '']
        .filter((line) => line !== '')
        .join('\n');
    case 'hook':
      return hookText(record);
    case 'files-kept':
      return savedFilesText(record);
    case 'switch':
      return `Switch to ${record.to}.`;
    case 'effort':
      return `Effort: ${record.effort ?? 'default'}.`;
    case 'approval':
      return `Remembered: ${record.rule.verdict} ${writeRule(record.rule)}.`;
    case 'approval-revoked':
      return `No longer remembered: ${record.rule.verdict} ${writeRule(record.rule)}.`;
    case 'compaction':
      return compactionText(record.contents, record.shortened?.length ?? 0);
    case 'snapshot':
      return `Copied from another session: ${counted(record.contents.length, 'content')}.`;
    case 'imported':
      return importedText(record);
    // A turn is the number beside its rows; its contents, calls and usage are shown as rows, states and costs.
    case 'turn-start':
      return record.continues === undefined ? undefined : 'Another turn continues it with the next target.';
    case 'content':
    case 'call-start':
    case 'call-end':
    case 'usage':
    case 'request':
      return undefined;
    default:
      return unknownText(record);
  }
}

function turnEndText(outcome: Extract<SessionRecord, { kind: 'turn-end' }>['outcome']): string | undefined {
  if (outcome === 'done') return undefined;
  return outcome === 'moved' ? 'The turn ended because its target failed.' : `The turn ended: ${outcome}.`;
}

function setupText(system: string, tools: readonly string[]): string {
  const prompt = system === '' ? 'No system prompt' : `A system prompt of ${counted(system.length, 'character')}`;
  const offered = `${counted(tools.length, 'tool')}${tools.length === 0 ? '' : `: ${tools.join(', ')}`}`;
  return `${prompt}; ${offered}.${system === '' ? '' : `\n\n${system}`}`;
}

function todosText(items: readonly Todo[]): string {
  if (items.length === 0) return 'The to-do list is empty.';
  const boxes = { open: '[ ]', doing: '[~]', done: '[x]' } as const;
  return ['To-do list:', ...items.map(({ state, text }) => `${boxes[state]} ${text}`)].join('\n');
}

function jobEnd(outcome: Extract<SessionRecord, { kind: 'job-end' }>['outcome']): string {
  switch (outcome.state) {
    case 'exited':
      return `ended with exit code ${outcome.code}`;
    case 'signalled':
      return `ended by ${outcome.signal}`;
    case 'stopped':
      return `was stopped by the ${outcome.by}`;
    case 'lost':
      return 'ended when the program was killed';
    case 'elsewhere':
      return 'belongs to the session this one was copied from';
  }
}

function hookText({ on, command, outcome, text }: HookReport): string {
  const output = text === undefined || text === '' ? '' : `\n${text}`;
  return `Hook ${on} ${outcome}: ${command}${output}`;
}

/** So that the list fits on one line. */
const maxPaths = 5;

type SavedFiles = Extract<SessionRecord, { kind: 'files-kept' }>;

function savedFilesText({ by, files, listing, uncovered }: SavedFiles): string {
  const paths = files.slice(0, maxPaths).map(({ path, state }) => `${path}${stateText(state)}`);
  const more = files.length > maxPaths ? ` and ${files.length - maxPaths} more` : '';
  const all = listing === undefined ? '' : ', and a list of all files';
  const none = uncovered === undefined ? '' : ` Not saved: ${uncovered}.`;
  const when = by === 'rewind' ? 'before files were restored' : 'before a call';
  return `Saved ${when}: ${paths.length === 0 ? 'no file' : paths.join(', ')}${more}${all}.${none}`;
}

function stateText(state: SavedFiles['files'][number]['state']): string {
  if (state === null) return ' (did not exist yet)';
  return 'unkept' in state ? ` (not saved: ${state.unkept})` : '';
}

export function compactedText(contents: number): string {
  return `Compacted: from here on the history has ${counted(contents, 'content')}.`;
}

function compactionText(contents: readonly Content[], shortened: number): string {
  const summary = contents.find(isSummary);
  const texts = summary?.blocks.flatMap((block) => (block.type === 'text' ? [block.text] : [])) ?? [];
  const less = shortened === 0 ? '' : ` ${counted(shortened, 'result')} shortened.`;
  const head = `${compactedText(contents.length)}${less}`;
  return texts.length === 0 ? head : `${head}\n\n${texts.join('\n')}`;
}

function importedText({ from, current }: Extract<SessionRecord, { kind: 'imported' }>): string {
  const cut =
    current === undefined ? '' : ` It had been compacted there: the history has ${counted(current.length, 'content')}.`;
  return `Imported from ${from.label}: session ${from.id}.${cut}`;
}

/** Only records of a later version get here. */
function unknownText({ kind }: never): string {
  return `A record of another version: ${String(kind)}.`;
}
