/** Files as tools: which are accepted, which are not and why. A hostile one can only make its own call fail. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import process from 'node:process';
import { type AgentTool, type ExecuteOptions, executeToolCall, type Outcome, systemClock } from '@interlock/runtime';
import type { JsonValue } from '@interlock/transcript';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { typeScriptProblem } from '../../src/own-tools/describe-load-fault.ts';
import { type OwnTools, openOwnTools } from '../../src/own-tools/open-own-tools.ts';
import { listToolFiles, type ToolFile } from '../../src/own-tools/tool-files.ts';
import { testHomes } from '../config/test-home.ts';

const newHome = testHomes();
type Files = Readonly<Record<string, string>>;

interface Opened {
  readonly folder: string;
  readonly own: OwnTools;
}

const toClose: OwnTools[] = [];
afterAll(() => Promise.all(toClose.map((own) => own.close())));

/** Writes the files to a folder of their own and opens them; closed at the end. Tests that are not about time limits have no limit. */
async function open(files: Files, { loadMs = 600_000, askMs = 600_000 } = {}): Promise<Opened> {
  const folder = join(newHome().home, 'tools');
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  const paths = await listToolFiles(folder);
  const own = await openOwnTools(
    paths.map((path): ToolFile => ({ path, from: 'user', isIgnored: false })),
    {
      environment: { SHOWN: 'yes' },
      clock: systemClock,
      taken: ['read_file', 'task'],
      loadMs,
      askMs,
    },
  );
  toClose.push(own);
  return { folder, own };
}

/** The tool of one file; only the fields other than its description have to be written. */
async function openTool(
  fields: string,
  before = '',
  limits: Parameters<typeof open>[1] = {},
): Promise<Opened & { readonly tool: AgentTool }> {
  const opened = await open({ 'mine.mjs': `${before}\nexport default { description: 'Mine.', ${fields} };` }, limits);
  expect(opened.own.problems).toEqual([]);
  const [first] = opened.own.tools;
  if (first === undefined) throw new Error('There is no tool.');
  return { ...opened, tool: first.tool };
}

function call(tool: AgentTool, args: JsonValue = {}, more: Partial<ExecuteOptions> = {}): Promise<Outcome> {
  return executeToolCall(tool, args, { workspace: { root: '/project', alsoAllowed: [] }, graceMs: 600_000, ...more });
}

/** The command lines of all processes on this machine. */
function commandLines(): readonly string[] {
  return execFileSync('ps', ['-e', '-ww', '-o', 'args='], { encoding: 'utf8' }).split('\n');
}

describe('valid tools', () => {
  const empty = { type: 'object', properties: {} };
  const taken: readonly (readonly [what: string, file: string, text: string, seen: object])[] = [
    [
      'a plain object, named by its file',
      'count-todos.mjs',
      "export default { description: 'Counts.', run: () => 'ran' };",
      { name: 'count-todos', description: 'Counts.', parameters: empty, kind: 'other' },
    ],
    [
      'everything that defineTool takes',
      'a.mjs',
      `export default {
        name: 'all_of_it', description: 'All.', kind: 'write', timeoutMs: 5000, maxOutput: 100,
        parameters: { type: 'object', properties: { path: { type: 'string' } }, required: ['path'] },
        subject: ({ path }) => path, access: ({ path }) => ({ writes: [path] }), run: () => 'ran',
      };`,
      {
        name: 'all_of_it',
        description: 'All.',
        kind: 'write',
        timeoutMs: 5000,
        maxOutput: 100,
        parameters: { type: 'object', properties: { path: { type: 'string' } }, required: ['path'] },
      },
    ],
    [
      'a function that receives defineTool',
      'made.mjs',
      "export default ({ defineTool }) => defineTool({ description: 'Made.', run: () => 'ran' });",
      { name: 'made', description: 'Made.', parameters: empty, kind: 'other' },
    ],
    [
      'an async function',
      'slow.mjs',
      "export default async () => { await null; return { description: 'Slow.', kind: 'read', run: () => 'ran' }; };",
      { name: 'slow', description: 'Slow.', parameters: empty, kind: 'read' },
    ],
    [
      'a class instance, whose methods see it',
      'classy.mjs',
      `class Tool {
        get description() { return 'Classy.'; }
        word() { return 'ran'; }
        run() { return this.word(); }
      }
      export default new Tool();`,
      { name: 'classy', description: 'Classy.', parameters: empty, kind: 'other' },
    ],
    [
      'a .js file without a package.json',
      'plain.js',
      "export default { description: 'Plain.', run: () => 'ran' };",
      { name: 'plain', description: 'Plain.', parameters: empty, kind: 'other' },
    ],
    [
      'TypeScript, where Node reads it',
      'typed.ts',
      "const run = (): string => 'ran';\nexport default { description: 'Typed.' as string, run };",
      { name: 'typed', description: 'Typed.', parameters: empty, kind: 'other' },
    ],
  ];
  /** All at once, because a thread takes a while to start. */
  let opened: readonly Opened[] = [];
  beforeAll(async () => {
    opened = await Promise.all(taken.map(([, file, text]) => open({ [file]: text })));
  });
  test.each(taken.map((row, at) => [row[0], at] as const))('%s', async (_, at) => {
    const [, file, , seen] = taken[at] ?? [];
    const { folder, own } = opened[at] ?? (await open({}));
    expect(own.problems).toEqual([]);
    const [first] = own.tools;
    const { access: _access, subject: _subject, run: _run, ...shown } = first?.tool ?? ({} as AgentTool);
    expect({ shown, file: first?.file }).toEqual({ shown: seen, file: join(folder, file ?? '') });
    if (first !== undefined)
      expect(await call(first.tool, { path: 'x' })).toEqual({ state: 'complete', result: 'ran' });
  });

  test('reads only modules directly in the folder, sorted by name', async () => {
    const text = "export default { description: 'd', run: () => '' };";
    const { own } = await open({
      'b.mjs': text,
      'a.ts': text,
      'c.js': text,
      '_part.mjs': 'throw new Error()',
      '.hidden.mjs': 'throw new Error()',
      'types.d.ts': 'throw new Error()',
      'README.md': 'no',
      'package.json': '{}',
      'lib/helper.mjs': 'throw new Error()',
      'folder.mjs/inside.txt': 'no',
    });
    expect(own.tools.map(({ tool }) => tool.name)).toEqual(['a', 'b', 'c']);
    expect(own.problems).toEqual([]);
  });
});

describe('rejected files', () => {
  const rest = "description: 'd', run: () => ''";
  const bad: readonly (readonly [what: string, file: string, text: string, place: string, told: string])[] = [
    [
      'a syntax error',
      'a.mjs',
      'export default {\n  run() { return 1\n};\n',
      ':3:2',
      "Unexpected token ';'. Fix the file.",
    ],
    [
      'it throws',
      'a.mjs',
      'const a = undefined;\nexport default a.b;',
      ':2:18',
      "Cannot read properties of undefined (reading 'b'). Fix it; code outside of run() runs when the agent starts.",
    ],
    [
      'it throws something that is not an error',
      'a.mjs',
      'throw undefined;',
      '',
      'It failed without a message. Fix it; code outside of run() runs when the agent starts.',
    ],
    [
      'a missing package',
      'a.mjs',
      "import x from 'no-such-package-at-all';",
      '',
      "Cannot find package 'no-such-package-at-all'. Run: npm install --prefix FOLDER no-such-package-at-all",
    ],
    [
      'a missing file',
      'a.mjs',
      "import './lib/none.mjs';",
      '',
      "Cannot find module 'FOLDER/lib/none.mjs'. Fix the import.",
    ],
    [
      'TypeScript that needs more than type stripping',
      'a.ts',
      `enum A { B }\nexport default { ${rest} };`,
      ':1',
      'TypeScript enum is not supported in strip-only mode. Only types that can be stripped are supported: no enum, no namespace.',
    ],
    [
      'it ends the process',
      'a.mjs',
      'process.exit(4);',
      '',
      'It ended its process while loading (process.exit(4)?). Remove that.',
    ],
    [
      'an unhandled rejection',
      'a.mjs',
      "Promise.reject(new Error('lost')); await new Promise(() => {});",
      ':1:16',
      'lost. Fix it; code outside of run() runs when the agent starts.',
    ],
    [
      'nothing is exported',
      'a.mjs',
      '',
      '',
      'It has no default export. Write export default { description, parameters, run }',
    ],
    [
      'only names are exported',
      'a.mjs',
      'export const tool = {}; export const other = 1;',
      '',
      'It has no default export, only other, tool. Write export default { description, parameters, run }',
    ],
    [
      'something else is exported',
      'a.mjs',
      'export default [1];',
      '',
      'Its default export is an array, not an object. Write export default { description, parameters, run }',
    ],
    [
      'a function that returns nothing',
      'a.mjs',
      'export default () => {};',
      '',
      'The result of the exported function is undefined, not an object. Write export default { description, parameters, run }',
    ],
    [
      'no run',
      'a.mjs',
      "export default { description: 'd' };",
      '',
      "run is missing, the function that does the work. Write export default { description: '…', parameters: { type: 'object', properties: {} }, run: () => '…' }",
    ],
    [
      'an invalid file name',
      'count lines.mjs',
      `export default { ${rest} };`,
      '',
      'The name of the file is not a valid tool name: a letter first, then letters, digits, _ and -, at most 64. Rename it, or add a field name.',
    ],
    [
      'the name of a built-in tool',
      'read_file.mjs',
      `export default { ${rest} };`,
      '',
      'A tool read_file already exists: it is built in. Rename this one.',
    ],
    [
      'a getter that throws',
      'a.mjs',
      `export default { get description() { throw new Error('boo'); }, run: () => '' };`,
      ':1:44',
      'boo. Fix it; code outside of run() runs when the agent starts.',
    ],
  ];
  let opened: readonly Opened[] = [];
  beforeAll(async () => {
    opened = await Promise.all(bad.map(([, file, text]) => open({ [file]: text })));
  });
  test.each(bad.map((row, at) => [row[0], at] as const))('%s', async (_, at) => {
    const [, file = '', , place, told = ''] = bad[at] ?? [];
    const { folder, own } = opened[at] ?? (await open({}));
    expect(own.tools).toEqual([]);
    expect(own.problems).toEqual([{ where: `${join(folder, file)}${place}`, text: told.replaceAll('FOLDER', folder) }]);
  });

  test('loads a valid file beside them', async () => {
    const { own } = await open({ 'a.mjs': 'process.exit(4);', 'b.mjs': `export default { ${rest} };`, 'c.mjs': '{' });
    expect([own.tools.map(({ tool }) => tool.name), own.problems.length]).toEqual([['b'], 2]);
  });

  test.each([
    ['a loop', 'for (;;);'],
    ['an await that never resolves', 'setInterval(() => {}, 1000); await new Promise(() => {}); export default {};'],
  ])('never finishes loading: %s', async (_, text) => {
    const { folder, own } = await open({ 'a.mjs': text }, { loadMs: 200 });
    expect(own.problems).toEqual([
      {
        where: join(folder, 'a.mjs'),
        text: 'It did not load within 0.2 s. Look for a loop, or for an await that never ends, outside of run().',
      },
    ]);
  });

  test('abandoned before its process has started, it leaves none behind', async () => {
    const limits = [0, 50, 100];
    const opened = await Promise.all(limits.map((loadMs) => open({ 'a.mjs': 'for (;;);' }, { loadMs })));
    const left = (): readonly string[] =>
      commandLines().filter((line) => opened.some(({ folder }) => line.includes(folder)));
    // A process that was killed may be listed for a moment longer.
    await expect.poll(left, { timeout: 240_000 }).toEqual([]);
  });

  test('two files with the same name: the first one wins', async () => {
    const { folder, own } = await open({
      'a.mjs': `export default { ${rest}, name: 'same' };`,
      'b.mjs': `export default { ${rest}, name: 'same' };`,
    });
    expect(own.tools.map(({ file }) => file)).toEqual([join(folder, 'a.mjs')]);
    expect(own.problems).toEqual([
      {
        where: join(folder, 'b.mjs'),
        text: `A tool same already exists: it is defined in ${join(folder, 'a.mjs')}. Rename this one.`,
      },
    ]);
  });

  test('drops an invalid pattern in the parameters and reports it, because a provider would reject the request', async () => {
    const parameters = "{ type: 'object', properties: { id: { type: 'string', pattern: '(' } } }";
    const { folder, own } = await open({ 'a.mjs': `export default { ${rest}, parameters: ${parameters} };` });
    expect(own.tools[0]?.tool.parameters).toEqual({ type: 'object', properties: { id: { type: 'string' } } });
    expect(own.problems).toEqual([
      {
        where: join(folder, 'a.mjs'),
        text: 'a is offered without the invalid patterns in its input schema.',
      },
    ]);
  });

  test('reports a Node version without TypeScript support', () => {
    const old = { ...process, features: { ...process.features, typescript: false as const }, version: 'v20.0.0' };
    expect(typeScriptProblem('/x/a.mjs', old)).toBeUndefined();
    expect(typeScriptProblem('/x/a.mts', old)).toBe(
      'This Node (v20.0.0) does not read TypeScript. Use Node 22.18 or newer, or write it in JavaScript, as .mjs.',
    );
  });
});

describe('what its functions receive', () => {
  test('validated arguments with defaults, and a context; process.env is limited like a command’s', async () => {
    const { tool } = await openTool(`
      parameters: { type: 'object', properties: { n: { type: 'integer', default: 3 } } },
      run: (args, { callId, signal, workspace, environment, progress }) => {
        progress('half ');
        progress('way');
        return { value: { args, callId, stopped: signal.aborted, workspace, environment, env: { ...process.env } } };
      },`);
    const heard: string[] = [];
    const environment = { A: 'b' };
    const ended = await call(tool, {}, { callId: 'c1', environment, progress: (text) => heard.push(text) });
    expect({ ended, heard }).toEqual({
      ended: {
        state: 'complete',
        result: {
          args: { n: 3 },
          callId: 'c1',
          stopped: false,
          workspace: { root: '/project', alsoAllowed: [] },
          environment,
          env: { SHOWN: 'yes' },
        },
      },
      heard: ['half ', 'way'],
    });
    expect(await call(tool, { n: 'many' })).toMatchObject({
      state: 'error',
      error: expect.stringContaining('Invalid arguments for the tool mine, which was not run:'),
    });
  });

  test('calls subject and access in the file, and awaits them', async () => {
    const { tool } = await openTool(`
      parameters: { type: 'object', properties: { path: { type: 'string' } } },
      subject: ({ path }, { root }) => root + '/' + path,
      access: ({ path }) => ({ reads: [path] }),
      run: () => '',`);
    const workspace = { root: '/project', alsoAllowed: [] };
    expect(tool.subject({ path: 'a' }, workspace)).toBe('/project/a');
    expect(tool.access({ path: 'a' }, workspace)).toEqual({ reads: ['a'] });
  });

  const silent: readonly (readonly [what: string, subject: string, told: string, limits?: { askMs: number }])[] = [
    ['throws', "() => { throw new Error('no idea'); }", 'no idea'],
    ['is not text', '() => 7', 'its subject is not a string'],
    ['cannot be sent', '() => () => {}', '() => {} could not be cloned.'],
    ['is slow', "async () => 'later'", '#<Promise> could not be cloned.'],
    ['never answers', '() => { for (;;); }', 'its subject did not answer within 0.2 s', { askMs: 200 }],
  ];
  test.for(silent)('runs nothing without a subject: it %s', async ([, subject, told, limits]) => {
    const { tool } = await openTool(`subject: ${subject}, run: () => 'ran'`, '', limits);
    const refused = {
      state: 'error',
      error: `The tool mine could not determine what this call applies to, so it was not run: ${told}`,
    };
    expect([await call(tool), await call(tool)]).toEqual([refused, refused]);
  });
});

describe('a hostile tool fails only its own call', () => {
  const media = { type: 'media', mimeType: 'image/png', data: 'aaaa', encoding: 'base64' };
  const ends: readonly (readonly [what: string, run: string, ended: object])[] = [
    ['nothing', '() => {}', { state: 'complete', result: null }],
    ['a function', '() => () => {}', { state: 'complete', result: '[function]' }],
    [
      'a symbol inside',
      "() => ({ value: { a: 1, s: Symbol('x') } })",
      { state: 'complete', result: { a: 1, s: 'Symbol(x)' } },
    ],
    [
      'itself',
      '() => { const a = { n: 1 }; a.a = a; return a; }',
      { state: 'complete', result: { n: 1, a: '[circular: $]' } },
    ],
    ['a big number', '() => ({ n: 10n })', { state: 'complete', result: { n: '10' } }],
    ['a proxy', '() => new Proxy({ a: 1 }, {})', { state: 'complete', result: { a: 1 } }],
    ['a trap', "() => new Proxy({}, { get() { throw new Error('trap'); } })", { state: 'error', error: 'trap' }],
    [
      'a call',
      "() => ({ type: 'tool_use', name: 'run_command' })",
      { state: 'complete', result: '[1 part of the output left out: not text, data or media]' },
    ],
    ['a picture', `() => ({ media: [${JSON.stringify(media)}] })`, { state: 'complete', result: null, media: [media] }],
    ['a failure', "() => ({ text: 'no such ticket', failed: true })", { state: 'error', error: 'no such ticket' }],
    ['an error', "() => { throw new Error('no such ticket'); }", { state: 'error', error: 'no such ticket' }],
    ['an error later', "async () => { await null; throw new Error('late'); }", { state: 'error', error: 'late' }],
    [
      'a mistake, with its place',
      '({ a }) => a.b',
      { state: 'error', error: "Cannot read properties of undefined (reading 'b') (mine.mjs:14:14)" },
    ],
    ['undefined thrown', '() => { throw undefined; }', { state: 'error', error: 'The tool failed without a message.' }],
    ['data thrown', '() => { throw { code: 7 }; }', { state: 'error', error: '{"code":7}' }],
  ];
  const lastWords: typeof ends = [
    [
      'the end of the process',
      '() => process.exit(0)',
      { state: 'error', error: 'The tool returned no result: it ended its process.' },
    ],
    [
      'an unhandled error',
      "() => new Promise(() => setTimeout(() => { throw new Error('lost'); }))",
      { state: 'error', error: 'The tool returned no result: its process has ended: lost.' },
    ],
  ];

  test('whatever a call returns or throws; and it can be called again', async () => {
    const { tool } = await openTool(
      `parameters: { type: 'object', properties: { which: { type: 'integer' } } },
       run: (args, context) => runs[args.which](args, context)`,
      `const runs = [\n${ends.map(([, run]) => run).join(',\n')}\n];`,
    );
    const outcomes: unknown[] = [];
    for (const [which, [what]] of [...ends.entries(), ...ends.entries()])
      outcomes.push([what, await call(tool, { which })]);
    const ended = ends.map(([what, , outcome]) => [what, outcome]);
    expect(outcomes).toEqual([...ended, ...ended]);
  });

  test.each(lastWords)('%s', async (_, run, ended) => {
    const { tool } = await openTool(`run: ${run}`);
    expect([await call(tool), await call(tool)]).toEqual([ended, ended]);
  });

  test('stopped while it waits, it gets the reason; its output is kept', async () => {
    const { tool } = await openTool(`
      run: (_, { signal, progress }) => new Promise((resolve) => {
        signal.addEventListener('abort', () => resolve('stopped: ' + signal.reason.name));
        progress('begun');
      }),`);
    const stop = new AbortController();
    expect(await call(tool, {}, { signal: stop.signal, progress: () => stop.abort() })).toEqual({
      state: 'complete',
      result: 'stopped: AbortError',
    });
    expect(await call(tool, {}, { timeoutMs: 1 })).toEqual({ state: 'complete', result: 'stopped: TimeoutError' });
  });

  test('one that only ignores its signal is abandoned, and its result is late', async () => {
    const { tool } = await openTool(`
      run: async (_, { signal, progress }) => {
        progress('begun');
        await new Promise((resolve) => signal.addEventListener('abort', () => setTimeout(resolve, 50)));
        return 'after all';
      },`);
    const stop = new AbortController();
    const { promise, resolve: late } = Promise.withResolvers<Outcome>();
    expect(await call(tool, {}, { signal: stop.signal, graceMs: 1, progress: () => stop.abort(), late })).toEqual({
      state: 'interrupted',
      partial: 'begun',
    });
    expect(await promise).toEqual({ state: 'complete', result: 'after all' });
  });

  test('one that never yields is ended, and the next call starts a new one', async () => {
    const { tool } = await openTool(
      `
      parameters: { type: 'object', properties: { loop: { type: 'boolean' } } },
      run: ({ loop }, { progress }) => { progress('begun'); while (loop); return 'calls: ' + (calls += 1); },`,
      'let calls = 0;',
    );
    expect(await call(tool)).toEqual({ state: 'complete', result: 'calls: 1' });
    const stop = new AbortController();
    expect(await call(tool, { loop: true }, { signal: stop.signal, progress: () => stop.abort() })).toEqual({
      state: 'interrupted',
      partial: 'begun',
    });
    expect(await call(tool)).toEqual({ state: 'complete', result: 'calls: 1' });
  });

  test('does not wait for a subject while another call works, which continues', async () => {
    const { folder, tool } = await openTool(
      `
      parameters: { type: 'object', properties: { gate: { type: 'string', default: '/' } } }, kind: 'read',
      subject: () => 'it',
      run: ({ gate }, { progress }) => {
        progress('begun');
        while (!existsSync(gate)) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 10);
        return 'ran';
      },`,
      "import { existsSync } from 'node:fs';",
      { askMs: 2_000 },
    );
    const begun = Promise.withResolvers<string>();
    const gate = join(folder, 'gate');
    const first = call(tool, { gate }, { progress: begun.resolve });
    await begun.promise;
    expect(await call(tool)).toEqual({
      state: 'error',
      error:
        'The tool mine could not determine what this call applies to, so it was not run: its subject did not answer within 2 s: it is busy with another call',
    });
    writeFileSync(gate, '');
    expect([await first, await call(tool)]).toEqual([
      { state: 'complete', result: 'ran' },
      { state: 'complete', result: 'ran' },
    ]);
  });

  test('ignores a file that imitates our side of the channel', async () => {
    const { tool } = await openTool(
      `run: () => {
        for (const sent of [null, 7, { type: 'printed' }, { type: 'printed', text: 7 }, { type: 'done' }])
          process.send(sent);
        process.send({ type: 'started', pid: 1 });
        return 'ran';
      },`,
    );
    expect(await call(tool)).toEqual({ state: 'complete', result: 'ran' });
  });

  test('calls run concurrently in one thread, each with its own answer', async () => {
    const { tool } = await openTool(
      `
      parameters: { type: 'object', properties: { n: { type: 'integer' } } }, kind: 'read',
      run: async ({ n }) => {
        waiting.push(n);
        while (waiting.length < 5) await new Promise((resolve) => setImmediate(resolve));
        return 'n: ' + n;
      },`,
      'const waiting = [];',
    );
    const outcomes = await Promise.all([1, 2, 3, 4, 5].map((n) => call(tool, { n })));
    expect(outcomes).toEqual([1, 2, 3, 4, 5].map((n) => ({ state: 'complete', result: `n: ${n}` })));
  });

  test('listeners get its output as plain lines, including earlier output', async () => {
    const { own, tool } = await openTool(
      `run: () => {
        process.stdout.write('\\u001b[2Jwiped');
        console.error({ a: 1 });
        process.stdout.write(Buffer.from('bytes'), () => console.log('called back'));
        return 'ran';
      },`,
      "console.log('loaded\\nin two lines');",
    );
    const lines: string[] = [];
    own.printed.listen((line) => lines.push(line));
    expect(await call(tool)).toEqual({ state: 'complete', result: 'ran' });
    expect(await call(tool)).toEqual({ state: 'complete', result: 'ran' });
    expect(lines.slice(0, 6)).toEqual([
      'mine: loaded',
      'mine: in two lines',
      'mine:  [2Jwiped',
      'mine: { a: 1 }',
      'mine: bytes',
      'mine: called back',
    ]);
  });

  test('bounds a flood of output and keeps its end', async () => {
    const { own, tool } = await openTool(`
      run: (_, { progress }) => {
        for (let n = 0; n < 20000; n += 1) { console.log('line ' + n); progress('step ' + n + ';'); }
        return 'ran';
      },`);
    let length = 0;
    let last = '';
    const lines: string[] = [];
    own.printed.listen((line) => lines.push(line));
    const progress = (text: string): void => {
      length += text.length;
      last = text;
    };
    expect(await call(tool, {}, { progress })).toEqual({ state: 'complete', result: 'ran' });
    expect([length < 500_000, last.endsWith('step 19999;')]).toEqual([true, true]);
    await call(tool);
    expect([lines.length < 40_000, own.printed.recent.length]).toEqual([true, 50]);
    expect(own.printed.recent.at(-1)).toMatch(/^mine: line \d+$/);
  });

  test('cannot read the terminal input', async () => {
    const { tool } = await openTool(`
      run: async () => { for await (const chunk of process.stdin) return 'stole ' + chunk; return 'nothing'; },`);
    expect(await call(tool)).toEqual({ state: 'complete', result: 'nothing' });
  });

  test('nothing runs after the agent is closed', async () => {
    const { own, tool } = await openTool("run: () => 'ran'");
    await own.close();
    expect(await call(tool)).toEqual({ state: 'error', error: 'The agent has been closed.' });
  });
});

test('the documentation’s example is a working tool', async () => {
  const page = readFileSync(new URL('../../../../docs/tools-and-mcp.md', import.meta.url), 'utf8');
  const example = /read_changelog\.mjs[^`]*`[^`]*```js\n(.*?)```/s.exec(page)?.[1] ?? '';
  const { own, folder } = await open({ 'read_changelog.mjs': example });
  const [first] = own.tools;
  if (first === undefined) throw new Error(JSON.stringify(own.problems));
  expect([first.tool.name, first.tool.kind, own.problems]).toEqual(['read_changelog', 'read', []]);
  writeFileSync(join(folder, 'CHANGELOG.md'), '# Changes\n\n## Unreleased\n\n- a\n\n## 1.4.0\n\n- b\n');
  const more = { workspace: { root: folder, alsoAllowed: [] } };
  expect([
    await call(first.tool, {}, more),
    await call(first.tool, { version: '1.4.0' }, more),
    await call(first.tool, { version: '9' }, more),
  ]).toEqual([
    { state: 'complete', result: '## Unreleased\n\n- a\n\n' },
    { state: 'complete', result: '## 1.4.0\n\n- b\n' },
    { state: 'error', error: 'Nothing is said about 9.' },
  ]);
});
