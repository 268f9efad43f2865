/** One answer in each format, from a strict provider: the text on each stream, and the exit code. */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { defineTool } from '@interlock/runtime';
import { type Model, script } from '@interlock/simulators';
import { protocolOf } from '@interlock/wire';
import Type from 'typebox';
import { afterEach, describe, expect, test } from 'vitest';
import { type PrintRequest, runPrint } from '../../src/headless/run-print.ts';
import { openPrintAgent, type PrintAgent } from './print-agent.ts';
import { brokenPipe, createStreams, type Streams } from './sink.ts';

const opened: PrintAgent[] = [];
afterEach(async () => {
  for (const agent of opened.splice(0)) await agent.close();
});

async function open(model: Model, more?: Parameters<typeof openPrintAgent>[1]): Promise<PrintAgent> {
  const agent = await openPrintAgent(model, more);
  opened.push(agent);
  return agent;
}

interface Printed {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

async function print(
  { agent }: PrintAgent,
  request: Partial<PrintRequest> = {},
  streams: Streams = createStreams(),
): Promise<Printed> {
  const code = await runPrint(agent, { prompt: 'go', format: 'text', ...request }, streams.io);
  return { code, out: streams.stdout.text(), err: streams.stderr.text() };
}

const reading = script([
  { when: { of: 'read_file' }, say: 'It says hello.' },
  { when: { user: 'go' }, say: 'I look.', call: [{ tool: 'read_file', args: { path: 'a.txt' } }] },
]);

async function readingAgent(): Promise<PrintAgent> {
  const agent = await open(reading);
  await writeFile(join(agent.workspace, 'a.txt'), 'hello');
  return agent;
}

const lines = (text: string): readonly string[] => text.split('\n').slice(0, -1);
const objects = (text: string): readonly Record<string, unknown>[] => lines(text).map((line) => JSON.parse(line));

test('REQ-915-040: the result contains a request that failed its own check, with the fault and its calls', async () => {
  const chat = protocolOf('openai-chat');
  const find = () => [{ path: 'messages.2.tool_calls.0', message: 'there is a call' }];
  const rules = [{ id: 'X-001', level: 'error', scope: 'request', text: 'No calls.', fix: 'None.', find } as const];
  const agent = await open(script([]), {
    tools: [],
    route: { provider: 'openai', model: 'gpt-4.1', protocol: { ...chat, rules }, credentials: [{ key: 'k' }] },
    contents: [
      { speaker: 'human', blocks: [{ type: 'text', text: 'q' }] },
      { speaker: 'ai', blocks: [{ type: 'tool_call', id: 'hist_tool_a', name: 'read', parameters: {} }] },
    ],
  });
  const { out } = await print(agent, { format: 'json' });
  expect(JSON.parse(out)).toMatchObject({
    outcome: 'failed',
    fault: { class: 'projection-fault', calls: ['hist_tool_a'] },
  });
});

describe('formats', () => {
  test('text: the last text on stdout, everything else on stderr', async () => {
    const { code, out, err } = await print(await readingAgent());
    expect({ code, out }).toEqual({ code: 0, out: 'It says hello.\n' });
    expect(lines(err)).toEqual([
      'A notice.',
      'read_file a.txt',
      expect.stringMatching(
        /^session [\w-]+ · anthropic\/claude-opus-4-8 · 2 requests · \d+ tokens in, \d+ out( · \$0\.\d{4})?$/,
      ),
    ]);
  });

  test('includes what an earlier run left unsent, and reports it', async () => {
    const printing = await readingAgent();
    const { agent } = printing;
    const left: PrintAgent = {
      ...printing,
      agent: {
        ...agent,
        open: async (more) => {
          const session = await agent.open(more);
          session.steer('said before', 'next-turn');
          return session;
        },
      },
    };
    const { out, err } = await print(left);
    expect(out).toBe('It says hello.\n');
    expect(lines(err).slice(0, 2)).toEqual(['A notice.', 'Queued earlier, sent now: said before']);
    expect(objects((await print(left, { format: 'stream-json' })).out)).toContainEqual({
      type: 'steer',
      text: 'said before',
    });
  });

  test('text on a terminal: streamed, each step on separate lines', async () => {
    const streams = createStreams({ terminal: true });
    const { code, out } = await print(await readingAgent(), {}, streams);
    expect({ code, out }).toEqual({ code: 0, out: 'I look.\nIt says hello.\n' });
  });

  test('json: one object', async () => {
    const { code, out } = await print(await readingAgent(), { format: 'json' });
    expect(code).toBe(0);
    expect(objects(out)).toEqual([
      {
        type: 'result',
        version: 1,
        session: expect.stringMatching(/^[\w-]{36}$/),
        kept: true,
        outcome: 'done',
        text: 'It says hello.',
        target: 'anthropic/claude-opus-4-8',
        steps: 2,
        usage: expect.objectContaining({ input: expect.any(Number), output: expect.any(Number) }),
        cost: expect.any(Number),
        calls: { complete: 1, error: 0, other: 0 },
        denied: [],
      },
    ]);
  });

  test('stream-json: a header, events, and the object that json prints', async () => {
    const agent = await readingAgent();
    const { code, out } = await print(agent, { format: 'stream-json', kept: false });
    expect(code).toBe(0);
    const all = objects(out);
    expect(all[0]).toEqual({
      type: 'header',
      version: 1,
      interlock: expect.stringMatching(/^\d+\.\d+\.\d+$/),
      session: expect.any(String),
      kept: false,
      workspace: agent.workspace,
      targets: ['anthropic/claude-opus-4-8'],
    });
    const types = all.map(({ type }) => type).filter((type, at, list) => type !== list[at - 1]);
    expect(types).toEqual([
      ...['header', 'turn-start', 'request', 'text-delta', 'text-end', 'call-start', 'usage', 'request-end'],
      ...[
        'tool-call',
        'tool-start',
        'tool-result',
        'request',
        'text-delta',
        'text-end',
        'usage',
        'request-end',
        'result',
      ],
    ]);
    expect(all.find(({ type }) => type === 'tool-result')).toEqual({
      type: 'tool-result',
      id: expect.stringMatching(/^hist_tool_/),
      name: 'read_file',
      ms: expect.any(Number),
      state: 'complete',
      result: expect.stringContaining('hello'),
    });
    expect(all.at(-1)).toMatchObject({
      type: 'result',
      version: 1,
      outcome: 'done',
      kept: false,
      text: 'It says hello.',
    });
  });

  test('quiet: nothing on stderr unless something went wrong', async () => {
    expect((await print(await readingAgent(), { quiet: true })).err).toBe('');
  });
});

describe('model output is text', () => {
  const nasty = 'a\u001b[31mred\u001b]0;title\u0007 \u202ereversed\u009b2J end';
  const model = script([{ say: nasty }]);

  test('a terminal executes nothing in it', async () => {
    const { out } = await print(await open(model), {}, createStreams({ terminal: true }));
    expect(out).not.toMatch(/(?!\n)[\p{Cc}\p{Bidi_Control}]/u);
    expect(out).toContain('red');
  });

  test('a pipe gets it unchanged', async () => {
    expect((await print(await open(model))).out).toBe(`${nasty}\n`);
  });

  test.each(['json', 'stream-json'] as const)('%s escapes it and reads back the same', async (format) => {
    const { out } = await print(await open(model), { format });
    expect(out).not.toMatch(/(?!\n)[\p{Cc}\p{Bidi_Control}]/u);
    expect(objects(out).at(-1)).toMatchObject({ text: nasty });
  });

  test('names and arguments on stderr take one line each', async () => {
    const odd = script([
      { when: { failed: true }, say: 'done' },
      { call: [{ tool: 'read_file', args: { path: 'x\n\u001b[2Jinterlock: all is well' } }] },
    ]);
    const { err } = await print(await open(odd));
    expect(err).not.toMatch(/(?!\n)\p{Cc}/u);
    expect(lines(err).filter((line) => line.startsWith('interlock:'))).toEqual([]);
  });
});

describe('exit codes', () => {
  test('1: the provider rejects the key; reports the reason and what to do', async () => {
    const agent = await open(script([{ say: 'never' }]));
    agent.simulator.fault({ do: 'fail', with: { kind: 'auth' } });
    const { code, out, err } = await print(agent, { format: 'json' });
    expect(code).toBe(1);
    expect(objects(out)).toMatchObject([{ outcome: 'failed', failure: { reason: 'auth-permanent' } }]);
    expect(err).toMatch(/^interlock: The turn failed\. .*\(auth-permanent\)$/m);
    expect(err).toContain('interlock providers');
  });

  test('1: a limit, and which one', async () => {
    const agent = await open(script([{ call: [{ tool: 'list_files' }] }]), { limits: { steps: 2 } });
    const { code, err } = await print(agent);
    expect(code).toBe(1);
    expect(err).toContain('interlock: A limit ended the turn. The limit of 2 requests in one turn is reached.');
  });

  test('0: reports a denied call with the flag that would allow it', async () => {
    const model = script([
      { when: { failed: true }, say: 'I may not.' },
      { call: [{ tool: 'write_file', args: { path: 'b.txt', content: 'x' } }] },
    ]);
    const agent = await open(model);
    const { code, out, err } = await print(agent, { format: 'json', quiet: true });
    expect(code).toBe(0);
    const message = expect.stringMatching(/with the rule write_file\(b\.txt\)/);
    expect(objects(out)).toMatchObject([{ text: 'I may not.', denied: [{ name: 'write_file', message }] }]);
    expect(err).toMatch(/^denied: write_file: .*with the rule write_file\(b\.txt\)\. \(--allow takes that rule\)\n$/);
    await expect(readFile(join(agent.workspace, 'b.txt'))).rejects.toThrow('ENOENT');
  });
});

/** A tool that runs until it is stopped, and reports when it has started. */
function endless(begun: () => void): ReturnType<typeof defineTool> {
  return defineTool({
    name: 'wait',
    description: 'Waits.',
    parameters: Type.Object({}),
    kind: 'read',
    run: (_, { signal }) =>
      new Promise((_resolve, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason));
        begun();
      }),
  }) as ReturnType<typeof defineTool>;
}

describe('interruptions', () => {
  test.each([
    ['SIGINT', 130],
    ['SIGTERM', 143],
    ['SIGHUP', 129],
  ] as const)('%s during a fan-out: the turn ends, prints what there is, exit code %i', async (signal, code) => {
    const streams = createStreams();
    let running = 0;
    const begun = (): void => {
      running += 1;
      if (running === 3) streams.interrupt(signal);
    };
    const model = script([{ say: 'Three at once.', call: [{ tool: 'wait' }, { tool: 'wait' }, { tool: 'wait' }] }]);
    const agent = await open(model, { tools: [endless(begun)] });
    const printed = await print(agent, { format: 'json' }, streams);
    expect(printed.code).toBe(code);
    expect(objects(printed.out)).toMatchObject([
      { outcome: 'cancelled', text: 'Three at once.', calls: { complete: 0, error: 0, other: 3 } },
    ]);
    expect(printed.err).toContain('interlock: Cancelled.\n');
    // The session is idle: every call has its completion, and the session can be used again at once.
    const session = await agent.agent.resume(String(objects(printed.out)[0]?.['session']), {});
    expect(session.state.contents.map(({ speaker }) => speaker)).toEqual(['human', 'ai', 'tool']);
    await session.close();
  });

  test('a reader that leaves cancels the turn: exit code 141, nothing on stderr', async () => {
    const streams = createStreams();
    streams.stdout.onWrite = (text) => (text.includes('"tool-start"') ? brokenPipe() : undefined);
    const agent = await open(script([{ call: [{ tool: 'wait' }] }]), { tools: [endless(() => undefined)] });
    const { code, err } = await print(agent, { format: 'stream-json', quiet: true }, streams);
    expect({ code, err }).toEqual({ code: 141, err: '' });
  });

  test('a reader that closed the pipe before the answer', async () => {
    const streams = createStreams();
    streams.stdout.onWrite = brokenPipe;
    const { code, err } = await print(await open(script([{ say: 'Hello.' }])), { quiet: true }, streams);
    expect({ code, err }).toEqual({ code: 141, err: '' });
  });

  test('a full disk is not such a reader', async () => {
    const streams = createStreams();
    streams.stdout.onWrite = () => Object.assign(new Error('ENOSPC: no space left'), { code: 'ENOSPC' });
    await expect(print(await open(script([{ say: 'Hello.' }])), {}, streams)).rejects.toMatchObject({
      exitCode: 2,
      message: 'The output cannot be written: ENOSPC: no space left',
    });
  });
});

describe('a turn that is continued with the next target is one turn', () => {
  const failing = async (): Promise<PrintAgent> => {
    const second = await open(script([{ when: { of: 'read_file' }, say: 'It says hello.' }]));
    const target = ({ simulator }: Pick<PrintAgent, 'simulator'>, name: string) =>
      ({
        name,
        provider: 'anthropic',
        model: 'claude-opus-4-8',
        endpoint: `${simulator.url}/v1`,
        credentials: [{ key: simulator.key }],
      }) as const;
    const first = await openPrintAgent(reading, {}, (agent) => ({
      policy: 'failover',
      maxRetries: 0,
      targets: [target(agent, 'first'), target(second, 'second')],
    }));
    opened.push(first);
    await writeFile(join(first.workspace, 'a.txt'), 'hello');
    first.simulator.fault({ do: 'fail', with: { kind: 'overloaded' }, after: 1 });
    return first;
  };

  test('text: one answer, and one line about it', async () => {
    const { code, out, err } = await print(await failing());
    expect({ code, out }).toEqual({ code: 0, out: 'It says hello.\n' });
    expect(err.split('\n').filter((line) => /second/.test(line))).toEqual([
      expect.stringMatching(/^Using second \(\S+\) instead of first \(\S+\)\.$/),
      expect.stringContaining('· second · 2 requests ·'),
    ]);
  });

  test('stream-json: one turn-start, the boundary, every request, and one result', async () => {
    const { out } = await print(await failing(), { format: 'stream-json' });
    const events = out
      .trim()
      .split('\n')
      .map((line): Record<string, unknown> => JSON.parse(line));
    const of = (type: string) => events.filter((event) => event['type'] === type);
    expect(of('turn-start')).toEqual([{ type: 'turn-start', turn: 'turn-1' }]);
    expect(of('failover')).toMatchObject([{ turn: 'turn-2', continues: 'turn-1' }]);
    expect(
      of('request-end').map(({ number, repeats, turnId, step, target, outcome }) => [
        number,
        repeats,
        turnId,
        step,
        target,
        outcome,
      ]),
    ).toEqual([
      [1, undefined, 'turn-1', 1, 'first', 'answered'],
      [2, undefined, 'turn-1', 2, 'first', 'failed'],
      [3, 2, 'turn-2', 2, 'second', 'answered'],
    ]);
    expect(of('result')).toMatchObject([{ outcome: 'done', text: 'It says hello.', target: 'second', steps: 2 }]);
  });
});
