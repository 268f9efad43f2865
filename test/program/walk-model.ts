/** The model of the walk: at each stop it uses every kind of tool on the project, and every result has its own mark. */
import { type Model, type ScriptedCall, script } from '@interlock/simulators';
import { stops } from './stations.ts';

/** Marks are unique over the whole walk. `mark(2, 'read')` is in the third stop's file. */
export function mark(stop: number, tool: Tool): string {
  return `[[result ${stop * 10 + tools.indexOf(tool)}]]`;
}

type Tool = 'read' | 'search' | 'list' | 'command';
const tools: readonly Tool[] = ['read', 'search', 'list', 'command'];

export function marksOf(stop: number): readonly string[] {
  return tools.map((tool) => mark(stop, tool));
}

/** The files that must be in the project. */
export function filesOf(stop: number): Readonly<Record<string, string>> {
  return {
    [`read-${stop}.txt`]: `${mark(stop, 'read')}\n`,
    [`search-${stop}.txt`]: `needle ${stop} ${mark(stop, 'search')}\n`,
    [`list-${stop}/${mark(stop, 'list')}`]: '',
  };
}

export function callsOf(stop: number): readonly ScriptedCall[] {
  return [
    { tool: 'read_file', args: { path: `read-${stop}.txt` } },
    { tool: 'search_files', args: { pattern: `needle ${stop} ` } },
    { tool: 'list_files', args: { path: `list-${stop}` } },
    // The arguments must not contain the mark.
    { tool: 'run_command', args: { command: `printf '[[%s %s]]' result ${mark(stop, 'command').match(/\d+/)}` } },
    { tool: 'write_file', args: { path: `written-${stop}.txt`, content: `by stop ${stop}` } },
  ];
}

export const walkModel: Model = script([
  ...stops.flatMap(({ target }, stop) => [
    { when: { user: `^Stop ${stop}\\.`, of: 'write_file' }, say: `${target} is done.` },
    { when: { user: `^Stop ${stop}\\.` }, think: `It is stop ${stop}.`, say: 'I begin.', call: callsOf(stop) },
  ]),
]);
