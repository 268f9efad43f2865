/** The walk of one line by folder: the rows of ARCHITECTURE's table, each with the folders it uses. */
import type { CalledFunction } from './count-calls.ts';

export interface Stop {
  /** The folder as named in the table: `wire/shape`, `wire/protocols/x/rules`. */
  readonly room: string;
  readonly files: ReadonlyMap<string, readonly string[]>;
}

/** The command line, the gateway and the simulators are not part of the walk. */
const walked: readonly string[] = ['transcript', 'wire', 'runtime'];

export function walkRooms(called: readonly CalledFunction[]): readonly Stop[] {
  const counted = called.filter((each) => walked.includes(each.package));
  return [...Map.groupBy(counted, roomOf)]
    .map(([room, functions]) => ({ room, files: filesOf(functions) }))
    .toSorted((a, b) => (a.room < b.room ? -1 : 1));
}

/** Every protocol has the same folders, one for each direction, so they are counted together. */
function roomOf({ package: owner, file }: CalledFunction): string {
  const folders = file.split('/').slice(0, -1);
  if (folders[0] === 'protocols' && folders.length > 1)
    return [owner, 'protocols', 'x', ...folders.slice(2, 3)].join('/');
  return [owner, ...folders.slice(0, 1)].join('/');
}

function filesOf(functions: readonly CalledFunction[]): ReadonlyMap<string, readonly string[]> {
  const files = Map.groupBy(functions, ({ file }) => file);
  return new Map([...files].map(([file, each]) => [file, each.map(({ name }) => name)]));
}

export interface Row {
  readonly number: string;
  readonly rooms: readonly string[];
}

/** The rows of the table under "How one line is processed". */
export function readTable(markdown: string): readonly Row[] {
  const [, section = ''] = markdown.split('## How one line is processed\n');
  const table = section.split('\n## ')[0] ?? '';
  return [...table.matchAll(/^\| \**(\d+)\** \| (.+?) \|/gm)].map(([, number = '', where = '']) => ({
    number,
    rooms: where
      .replaceAll('*', '')
      .split(',')
      .map((room) => room.trim()),
  }));
}

/** Folders that the walk uses but no row names, and folders that a row names but the walk does not use. */
export function compareWalk(
  stops: readonly Stop[],
  rows: readonly Row[],
): { readonly unnamed: readonly string[]; readonly unwalked: readonly string[] } {
  const seen = stops.map(({ room }) => room);
  const named = rows
    .flatMap(({ rooms }) => rooms)
    .filter((room) => walked.some((owner) => room.startsWith(`${owner}/`)));
  return {
    unnamed: seen.filter((room) => !named.includes(room)),
    unwalked: named.filter((room) => !seen.includes(room)),
  };
}
