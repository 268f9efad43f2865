/** One session across every provider family, with the real program and its real tools in a real folder. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Outcome } from '../../packages/cli/test/run-cli.ts';
import { complaint, marksSeen } from '../conformance/seen-marks.ts';
import { type Home, openHome } from './home.ts';
import { keptSessions } from './kept-sessions.ts';
import { openStations, type Stations, stops } from './stations.ts';
import { callsOf, filesOf, marksOf, walkModel } from './walk-model.ts';

let stations: Stations;
let home: Home;

beforeAll(async () => {
  stations = await openStations(walkModel);
  home = await openHome(stations.env);
  await home.configure({ approval: { allow: ['write_file', 'run_command'] }, tools: { confine: 'off' } });
  for (const index of stops.keys())
    for (const [path, text] of Object.entries(filesOf(index))) await home.write(path, text);
});

afterAll(async () => {
  await home.close();
  await stations.close();
});

/** Two requests at each stop: one that is answered with calls, and one with their results. */
const wayPoints = stops.flatMap(({ simulator }) => [simulator, simulator]);
/** Every mark of the earlier stops, once; and in the request with the results, those of this stop too. */
const wantedMarks = stops.flatMap((_, stop) => [marksUpTo(stop), marksUpTo(stop + 1)]);

function marksUpTo(end: number): Readonly<Record<string, number>> {
  return Object.fromEntries(stops.slice(0, end).flatMap((_, stop) => marksOf(stop).map((mark) => [mark, 1])));
}

/** The requests since `from`: which provider, what was wrong, and which results they contained. */
function judged(from: number) {
  const log = stations.log.slice(from).filter(({ verdict }) => verdict !== 'served');
  return {
    at: log.map(({ at }) => at),
    complaints: log.flatMap((request) => complaint(request) ?? []),
    marks: log.map(({ seen }) => (seen === undefined ? {} : Object.fromEntries(marksSeen(seen)))),
  };
}

async function written(): Promise<readonly string[]> {
  return Promise.all(stops.map((_, stop) => readFile(join(home.project, `written-${stop}.txt`), 'utf8')));
}

async function callsKept(state: string): Promise<readonly unknown[]> {
  const [session, ...others] = await keptSessions(state);
  expect(others).toEqual([]);
  return (session?.records ?? []).flatMap((record) =>
    record.kind === 'content' && record.content.speaker === 'ai'
      ? record.content.blocks.flatMap((block) => (block.type === 'tool_call' ? [block.name] : []))
      : [],
  );
}

const allCalls = stops.flatMap((_, stop) => callsOf(stop).map(({ tool }) => tool));

/** The first and the last stop run as separate processes, those between them in this one. */
async function played(stop: number, args: readonly string[], env: Readonly<Record<string, string>>): Promise<Outcome> {
  if (stop !== 0 && stop !== stops.length - 1) return home.run(args, env);
  const { code, out, err } = await home.start(args, env).ended;
  return { code: code ?? -1, stdout: out, stderr: err };
}

describe('with -p, --continue and --model', () => {
  test('every request is accepted without a warning, and every later model sees every earlier result', async () => {
    const state = join(home.folder, 'state-print');
    const answers: string[] = [];
    for (const [stop, { target }] of stops.entries()) {
      const goOn = stop === 0 ? [] : ['--continue'];
      const args = ['-p', `Stop ${stop}.`, '--model', target, ...goOn];
      const { code, stdout, stderr } = await played(stop, args, { XDG_STATE_HOME: state });
      expect({ code, stderr: code === 0 ? '' : stderr }).toEqual({ code: 0, stderr: '' });
      answers.push(stdout);
    }
    expect(judged(0)).toEqual({ at: wayPoints, complaints: [], marks: wantedMarks });
    expect(answers.map((answer, stop) => answer.includes(`${stops[stop]?.target} is done.`))).toEqual(
      stops.map(() => true),
    );
    expect(await callsKept(state)).toEqual(allCalls);
    expect(await written()).toEqual(stops.map((_, stop) => `by stop ${stop}`));
  });
});

describe('in a terminal, with /model', () => {
  /** From the list, by name, and by an unlisted name next to a listed one. */
  const chosen = ['', 'list', 'unlisted', 'list', 'name', 'list', 'name'];

  test('the same, by name and from the list', async () => {
    const state = join(home.folder, 'state-terminal');
    const from = stations.log.length;
    const terminal = home.openHere(['--model', stops[0]?.target ?? ''], { rows: 50, env: { XDG_STATE_HOME: state } });
    const pickFromList = async (target: string): Promise<void> => {
      await terminal.until((screen) => screen.includes(`› ${target}`));
      terminal.type('\r');
    };
    const choose: Readonly<Record<string, (target: string) => Promise<void>>> = {
      name: async (target) => terminal.type(`/model ${target}\r`),
      unlisted: async (target) => {
        terminal.type(`/model ${target}\r`);
        await pickFromList(target);
      },
      list: async (target) => {
        terminal.type('/model\r');
        await terminal.until(/Which model\?/);
        terminal.type(target);
        await pickFromList(target);
      },
    };
    await terminal.until(/Ask something/);
    for (const [stop, { target }] of stops.entries()) {
      if (stop > 0) {
        await choose[chosen[stop] ?? '']?.(target);
        await terminal.until((screen) => screen.includes(`The next message goes to ${target}`));
      }
      terminal.type(`Stop ${stop}.\r`);
      await terminal.until((screen) => screen.includes(`${target} is done.`) && screen.includes('Ask something'));
    }
    terminal.type('/quit\r');
    expect(await terminal.ended).toBe(0);
    expect(judged(from)).toEqual({ at: wayPoints, complaints: [], marks: wantedMarks });
    expect(await callsKept(state)).toEqual(allCalls);
  });
});
