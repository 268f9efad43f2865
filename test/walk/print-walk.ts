/**
 * `npm run walk`: plays one turn with two calls and prints the folders it used, in the order of ARCHITECTURE's table. `-- --all` names the
 * functions, `-- --json` prints the raw counts.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type PlayedTurn, playTurn } from './play-turn.ts';
import { compareWalk, readTable, walkRooms } from './walk-rooms.ts';

const played = await playTurn();
if (process.argv.includes('--json')) console.log(JSON.stringify(played));
else printWalk(played, process.argv.includes('--all'));

function printWalk({ called }: PlayedTurn, all: boolean): void {
  const stops = walkRooms(called);
  const rows = readTable(readFileSync(join(import.meta.dirname, '../../ARCHITECTURE.md'), 'utf8'));
  const count = (files: ReadonlyMap<string, readonly string[]>): number =>
    [...files.values()].reduce((sum, names) => sum + names.length, 0);

  for (const { number, rooms } of rows) {
    for (const room of rooms) {
      const stop = stops.find((each) => each.room === room);
      if (stop === undefined) continue;
      console.log(`${number.padStart(2)}  ${room}: ${stop.files.size} files, ${count(stop.files)} functions`);
      for (const [file, names] of stop.files) {
        const named = names.filter((name) => name !== '');
        console.log(`      ${file}${all ? `: ${named.join(', ')}` : ` (${names.length})`}`);
      }
    }
  }
  const { unnamed } = compareWalk(stops, rows);
  if (unnamed.length > 0) console.log(`No row of the table names: ${unnamed.join(', ')}`);
  const files = stops.reduce((sum, stop) => sum + stop.files.size, 0);
  const functions = stops.reduce((sum, stop) => sum + count(stop.files), 0);
  // V8 also counts callbacks and field initializers.
  const named = stops.flatMap((stop) => [...stop.files.values()].flat()).filter((name) => /^[^<]/.test(name));
  console.log(`\n${files} files, ${functions} functions (${named.length} with a name)`);
}
