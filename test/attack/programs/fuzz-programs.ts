/**
 * The programs that run without a question, with generated options and words, under `strace`: whatever they open must be in what the reader
 * said, and nothing may be written. Each is played as this system has it, with options only before words, and as busybox has it.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { knownReaders } from '../../../packages/runtime/src/approval/known-readers.ts';
import { weighRules } from '../../../packages/runtime/src/approval/weigh-rules.ts';
import { createDice, type Dice } from '../../sessions/dice.ts';
import { openStage, type Stage } from '../shells/play-lines.ts';

export interface ProgramTally {
  readonly lines: number;
  /** Lines that run without a question, and were played. */
  readonly played: number;
  /** Files of the stage that they opened. */
  readonly opened: number;
  /** Programs that opened something. */
  readonly programs: readonly string[];
  readonly wrong: readonly string[];
}

interface Toolset {
  readonly name: string;
  /** `PATH`. */
  readonly programs: string;
  readonly has: (program: string) => boolean;
  readonly environment?: Readonly<Record<string, string>>;
}

const words = [
  ...[
    'f',
    'f',
    'g',
    'd',
    'd/g',
    'h',
    'd/away',
    '../secret',
    '../secret',
    'link/g',
    '@list',
    'list',
    '.',
    '-',
    '--',
    'x',
    '5',
    'text',
  ],
];
const values = ['f', 'f', '5', '1', 'x', '../secret', '../secret', '../secret', '@list', ',', 'list'];
const letters = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789';

type Row = (typeof knownReaders)[number];

/** Each option that has a value, alone and behind each that has none, with a value that must not be opened as a file. */
function* everyOption([program, kind, text]: Row): Generator<string> {
  const options = text.split(' ').filter((one) => one.startsWith('-'));
  const isWhole = (name: string): boolean => name.startsWith('--') || program === 'find' || program === 'xxd';
  const plain = options.filter((one) => !isWhole(one) && /^-\w+$/.test(one)).flatMap((one) => [...one.slice(1)]);
  for (const valued of options.filter((one) => /[=?]$/.test(one)).map((one) => one.slice(0, -1))) {
    const forms = isWhole(valued) ? [valued] : [valued, ...plain.map((letter) => `-${letter}${valued.slice(1)}`)];
    for (const form of forms) {
      yield `${program} ${form} ../secret f`;
      yield `${program} f ${form} ../secret`;
      if (kind === 'pattern') yield `${program} ${form} 1 ../secret f`;
    }
  }
}

/** One command line with a program of the tables. */
function makeLine(row: Row, dice: Dice): string {
  const pieces = Array.from({ length: dice.below(5) }, () =>
    dice.chance(0.45) ? makeOption(row, dice) : dice.pick(words),
  );
  return [row[0], ...pieces].join(' ');
}

/** One of the table's, shortened, combined or with a value; or any letter. */
function makeOption([program, , text]: Row, dice: Dice): string {
  const options = text.split(' ').filter((one) => one.startsWith('-'));
  if (options.length === 0 || dice.chance(0.15)) return `-${dice.pick([...letters])}`;
  const name = dice.pick(options).replace(/[=?]$/, '');
  const isWhole = name.startsWith('--') || program === 'find' || program === 'xxd';
  if (isWhole) {
    const shortened = dice.chance(0.1) ? name.slice(0, 3 + dice.below(name.length)) : name;
    return shortened + dice.pick(['', '', `=${dice.pick(values)}`, ` ${dice.pick(values)}`]);
  }
  const picked = Array.from({ length: 1 + dice.below(3) }, () => dice.pick([...name.slice(1)])).join('');
  const also = dice.chance(0.15) ? dice.pick([...letters]) : '';
  return `-${picked}${also}${dice.chance(0.6) ? dice.pick(['', ' ', ' ']) + dice.pick(values) : ''}`;
}

const ours = /^[^"]*\b(?:open|openat|openat2|creat)\(.* = \d+<(.*?)>/;

export function fuzzPrograms(seed: number, count: number): ProgramTally {
  const stage = openStage();
  try {
    // As on BSD and macOS: what follows the first word is no option.
    const strict: Toolset = { ...systemTools(), name: 'options first', environment: { POSIXLY_CORRECT: '1' } };
    const toolsets = [systemTools(), strict, busyboxTools(stage)].filter((tools) => tools !== undefined);
    const dice = createDice(seed);
    const found = { lines: 0, played: 0, opened: 0, programs: new Set<string>(), wrong: [] as string[] };
    setUp(stage);
    const before = seen(stage);
    for (const { tools, line } of calls(toolsets, dice, count)) {
      found.lines += 1;
      const place = { root: stage.workspace, alsoAllowed: [], programs: tools.programs };
      const mayRun = (deny: readonly string[]): boolean =>
        weighRules(
          deny.map((pattern) => ({ verdict: 'deny', tool: 'kind:read', pattern })),
          { tool: 'run_command', kind: 'command', subject: line },
          { place },
        ).verdict === 'allow';
      if (!mayRun([])) continue;
      found.played += 1;
      const pastDeny = mayRun(['f']);
      const fail = (what: string): void => void found.wrong.push(`${tools.name}: ${line}: ${what}`);
      for (const path of openedBy(line, stage, tools)) {
        found.opened += 1;
        found.programs.add(line.split(' ')[0] ?? '');
        if (path !== stage.workspace && !path.startsWith(`${stage.workspace}/`)) fail(`opened ${path}`);
        if (pastDeny && path === join(stage.workspace, 'f')) fail('opened f past a deny');
      }
      if (seen(stage) !== before) {
        fail('changed files');
        setUp(stage);
      }
    }
    return { ...found, programs: [...found.programs].sort() };
  } finally {
    stage.close();
  }
}

interface Call {
  readonly tools: Toolset;
  readonly line: string;
}

/** Every option once, then `count` by chance; nothing for a count of 0. */
function* calls(toolsets: readonly Toolset[], dice: Dice, count: number): Generator<Call> {
  if (count === 0) return;
  const rowsOf = (tools: Toolset): readonly Row[] =>
    knownReaders.filter(([program, kind]) => kind !== 'text' && tools.has(program));
  for (const tools of toolsets) {
    for (const row of rowsOf(tools)) for (const line of everyOption(row)) yield { tools, line };
  }
  for (let made = 0; made < count; made += 1) {
    const tools = dice.pick(toolsets);
    yield { tools, line: makeLine(dice.pick(rowsOf(tools)), dice) };
  }
}

const system = ['/usr/bin', '/bin'];

function systemTools(): Toolset {
  return {
    name: 'system',
    programs: system.join(':'),
    has: (program) => system.some((place) => existsSync(join(place, program))),
  };
}

/** Undefined: there is no busybox. */
function busyboxTools({ folder }: Stage): Toolset | undefined {
  const program = system.map((place) => join(place, 'busybox')).find((file) => existsSync(file));
  if (program === undefined) return undefined;
  const applets = spawnSync(program, ['--list'], { encoding: 'utf8' }).stdout.split('\n').filter(Boolean);
  const place = join(folder, 'busybox');
  mkdirSync(place);
  for (const applet of applets) symlinkSync(program, join(place, applet));
  return { name: 'busybox', programs: place, has: (name) => applets.includes(name) };
}

/** More than lines need: a file whose name looks like an option, arguments in a file, links inside folders. */
function setUp({ workspace }: Stage): void {
  for (const name of readdirSync(workspace)) rmSync(join(workspace, name), { recursive: true });
  mkdirSync(join(workspace, 'd', 'e'), { recursive: true });
  mkdirSync(join(workspace, 'h'));
  symlinkSync('../away/deep', join(workspace, 'link'));
  symlinkSync('../../secret', join(workspace, 'd', 'away'));
  symlinkSync('../../secret', join(workspace, 'h', 'away'));
  for (const file of ['f', 'g', 'd/g', 'h/g', 'd/e/g', '-n', '5', 'x']) writeFileSync(join(workspace, file), 'text\n');
  writeFileSync(join(workspace, 'list'), '../secret\n');
}

function seen({ folder, workspace }: Stage): string {
  const all = readdirSync(join(folder, 'outer'), { recursive: true, encoding: 'utf8' }).sort();
  const files = ['f', 'g', 'd/g', 'h/g', 'list', '../secret', '../away/deep/g'];
  return [...all, ...files.map((file) => readFileSync(join(workspace, file), { encoding: 'utf8', flag: 'a+' }))].join(
    '\n',
  );
}

/** strace writes bytes that are not ASCII as octal numbers. */
function unescaped(path: string | undefined): string | undefined {
  const bytes = path?.replaceAll(/\\([0-7]{3}|["\\])/g, (_, code: string) =>
    code.length === 3 ? String.fromCharCode(Number.parseInt(code, 8)) : code,
  );
  return bytes === undefined ? undefined : Buffer.from(bytes, 'latin1').toString('utf8');
}

/** The files of the stage that were opened, as the kernel names them. */
function openedBy(line: string, { folder, workspace }: Stage, tools: Toolset): readonly string[] {
  const log = join(folder, 'trace');
  const { error } = spawnSync(
    '/usr/bin/strace',
    ['-f', '-y', '-qq', '-e', 'trace=open,openat,openat2,creat', '-o', log, '/bin/sh', '-c', line],
    {
      cwd: workspace,
      env: { PATH: tools.programs, LANG: 'C.UTF-8', HOME: folder, ...tools.environment },
      stdio: 'ignore',
      timeout: 20_000,
    },
  );
  if (error !== undefined && !('code' in error && error.code === 'ETIMEDOUT')) throw error;
  return readFileSync(log, 'utf8')
    .split('\n')
    .flatMap((entry) => unescaped(ours.exec(entry)?.[1]) ?? [])
    .filter((path) => path.startsWith(join(folder, 'outer')));
}
