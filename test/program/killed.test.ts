/** The program is killed during parallel calls, and the session continues at another provider. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { script } from '@interlock/simulators';
import { syntheticTexts } from '@interlock/transcript';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { complaint } from '../conformance/seen-marks.ts';
import { type Home, openHome } from './home.ts';
import { openStations, type Stations } from './stations.ts';
import { until } from './until.ts';

const hold = 'echo begun; echo $$ > held.pid; while [ ! -e gate ]; do sleep 0.05; done';
const model = script([
  {
    when: { user: '^Fan out' },
    say: 'Five at once.',
    call: [
      { tool: 'read_file', args: { path: 'a.txt' } },
      { tool: 'read_file', args: { path: 'b.txt' } },
      { tool: 'run_command', args: { command: hold } },
      { tool: 'run_command', args: { command: 'echo never > never.txt' } },
      { tool: 'list_files', args: {} },
    ],
  },
  { when: { user: '^And now' }, say: 'So we go on.' },
]);

let stations: Stations;
let home: Home;

beforeAll(async () => {
  stations = await openStations(model);
  home = await openHome(stations.env);
  // A machine without a sandbox would say so on the screen.
  await home.configure({ approval: { allow: ['run_command'] }, tools: { confine: 'off' } });
  await home.write('a.txt', 'first');
  await home.write('b.txt', 'second');
});

afterAll(async () => {
  await home.close(['held.pid']);
  await stations.close();
});

test('REQ-915-011: killed during a fan-out: --continue shows it, closes what was open, and another provider continues', async () => {
  const first = home.open(['--model', 'anthropic/claude-opus-4-8'], { rows: 30 });
  await first.until(/Ask something/);
  first.type('Fan out.\r');
  await first.until(/✓ read_file a.*✓ read_file b/s);
  await until('the third call runs', () => existsSync(join(home.project, 'held.pid')));
  first.kill('SIGKILL');
  await first.ended;

  const second = home.open(['--continue', '--model', 'openai/gpt-5.6-terra'], { rows: 30 });
  await second.until(/Ask something.*gpt-5\.6-terra · .*~\/project$/s);
  expect(masked(second.screen())).toBe(
    `> Fan out.

Five at once.

✓ read_file a.txt                        ✓ read_file b.txt
  first                                    second
– run_command echo begun… · interrupted  – run_command echo never >… · cancelled
  It may have taken effect, partly or
  fully.
– list_files · cancelled

! Session … was taken over.

> Ask something; /help lists the commands
openai/gpt-5.6-terra · ask mode`,
  );

  second.type('And now?\r');
  await second.until(/So we go on\..*Ask something/s);
  second.type('/quit\r');
  expect(await second.ended).toBe(0);
  const asked = stations.log.filter(({ verdict }) => verdict !== 'served');
  expect(asked.map(({ at }) => at)).toEqual(['anthropic', 'openai-responses']);
  expect(asked.flatMap((request) => complaint(request) ?? [])).toEqual([]);
  const seen = asked[1]?.seen?.turns ?? [];
  expect(seen.flatMap(({ results }) => results.map(({ name, text }) => [name, text]))).toEqual([
    ['read_file', 'first'],
    ['read_file', 'second'],
    ['run_command', syntheticTexts.interrupted],
    ['run_command', syntheticTexts.cancelled],
    ['list_files', syntheticTexts.cancelled],
  ]);
  expect(existsSync(join(home.project, 'never.txt'))).toBe(false);
});

/** Without ids, processes and numbers, which differ every time. */
function masked(screen: string): string {
  return screen
    .replace(/! Session .*? was taken over\./s, '! Session … was taken over.')
    .replace(/ · [^·\n]*%\).*$/u, '');
}
