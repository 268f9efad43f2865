import { findViolations, protocolOf, resolveTarget } from '@interlock/wire';
import { describe, expect, test } from 'vitest';
import { providerNames, withPlaceholders } from '../../src/target/provider-names.ts';
import { runCli } from '../run-cli.ts';

const human = { speaker: 'human', blocks: [{ type: 'text', text: 'hello' }] };
const call = (id: string, name = 'read'): object => ({ type: 'tool_call', id, name, parameters: {} });
const result = (callId: string): object => ({ type: 'tool_response', callId, toolName: 'read', result: 'x' });

const sound = [human, { speaker: 'ai', blocks: [call('call_1')] }, { speaker: 'tool', blocks: [result('call_1')] }];
const broken = [
  human,
  { speaker: 'ai', blocks: [call('a|1'), call('a|2')] },
  human,
  { speaker: 'tool', blocks: [result('a|2')] },
];

const target = ['--for', 'anthropic/claude-opus-4-5'];

async function checked(args: readonly string[], input: unknown): Promise<Record<string, unknown>> {
  const { code, stdout, stderr } = await runCli(['check', '--json', ...args], { stdin: JSON.stringify(input) });
  expect(stderr).toBe('');
  const report = JSON.parse(stdout);
  expect(code).toBe(report.ok ? 0 : 1);
  return report;
}

describe('a history', () => {
  test('that is valid', async () => {
    expect(await runCli(['check', ...target], { stdin: JSON.stringify(sound) })).toEqual({
      code: 0,
      stdout: 'stdin: a history of 3 contents\n\nNo problems found; checked for 1 target.\n',
      stderr: '',
    });
  });

  test('that is broken, for one target', async () => {
    expect(await runCli(['check', ...target], { stdin: JSON.stringify(broken) })).toEqual({
      code: 1,
      stdout: `stdin: a history of 4 contents

in the history
  warning  call-without-result  $[1].blocks[0].id  The call "a|1" has no result.
                                fix: Add the result of the call, or let the renderer close it with a synthetic one.

for anthropic/claude-opus-4-5
  error    synthesized  $[1].blocks[0]     The call has no result; one has to be generated ("lost").
                        would be refused as it is (ANT-001); repaired when sent
                        fix: Add the result of the call.
  error    moved        $[1].blocks[1]     The result comes too late, at $[3].blocks[0].
                        would be refused as it is (ANT-001); repaired when sent
                        fix: Put results right after the calls they answer.
  note     id           $[1].blocks[0].id  This target does not accept the id; it is rewritten.
                        $[1].blocks[1].id  This target does not accept the id; it is rewritten.
                        would be refused as it is (ANT-006); repaired when sent

2 errors, 1 warning, 2 notes; checked for 1 target.
`,
      stderr: '',
    });
  });

  test('for every provider: reports a common problem once', async () => {
    const { targets, findings, ...rest } = await checked([], { contents: broken });
    const names = providerNames.map((provider) => `${provider}/${resolveTarget(withPlaceholders({ provider })).model}`);
    expect(rest).toEqual({ ok: false, input: 'stdin', shape: 'history', entries: 4 });
    expect(targets).toEqual(names);
    expect(findings).toContainEqual({
      severity: 'error',
      verdict: 'refused',
      code: 'synthesized',
      at: '$.contents[1].blocks[0]',
      message: 'The call has no result; one has to be generated ("lost").',
      fix: 'Add the result of the call.',
      rules: ['ANT-001', 'OAR-001', 'OAC-001', 'GEM-001', 'OLL-004'],
      targets: names,
    });
  });

  test('notes alone are not an error', async () => {
    const stdin = JSON.stringify([
      human,
      { speaker: 'ai', blocks: [{ type: 'text', text: '' }, call('a|1', 'fs/read')] },
      { speaker: 'tool', blocks: [result('a|1')] },
    ]);
    const { code, stdout } = await runCli(['check', ...target], { stdin });
    expect(code).toBe(0);
    expect(stdout).toBe(`stdin: a history of 3 contents

for anthropic/claude-opus-4-5
  note     left-out  $[1].blocks[0]     Left out: empty text.
                     unusual but accepted; repaired when sent
  note     id        $[1].blocks[1].id  This target does not accept the id; it is rewritten.
                     would be refused as it is (ANT-006); repaired when sent
  note     name      The tool "fs/read" is called "fs_read_96379919".

No problems found; checked for 1 target, 3 notes.
`);
  });

  test('counts more than five of a kind', async () => {
    const calls = Array.from({ length: 8 }, (_, index) => call(`call_${index}`));
    const { stdout } = await runCli(['check', ...target], {
      stdin: JSON.stringify([human, { speaker: 'ai', blocks: calls }]),
    });
    expect(stdout.match(/… and 3 more/g)).toHaveLength(2);
    expect(stdout).toMatch(/8 errors, 8 warnings; checked for 1 target\.\n$/);
  });

  test.each([
    ['not a history', { a: 1 }, 'not-an-array', '$'],
    ['a number', 7, 'not-an-array', '$'],
    ['an invalid entry', [7], 'entry-not-object', '$[0]'],
  ])('%s', async (_, input, code, at) => {
    expect(await checked(target, input)).toMatchObject({
      ok: false,
      findings: [{ severity: 'error', code, at, targets: [] }],
    });
  });

  test('that cannot become a request', async () => {
    expect(await checked(target, [])).toMatchObject({
      ok: false,
      findings: [
        {
          severity: 'error',
          code: 'nothing-to-send',
          at: '',
          message: 'The history has no message to send.',
          fix: 'Add a user message.',
          targets: ['anthropic/claude-opus-4-5'],
        },
      ],
    });
  });

  test('foreign seals and media that cannot be kept are notes', async () => {
    const input = [
      human,
      {
        speaker: 'ai',
        metadata: { provider: 'openai', model: 'gpt-5.4' },
        blocks: [{ type: 'text', text: 'hi', seal: { provider: 'openai', field: 'x', value: 'y' } }, call('c')],
      },
      {
        speaker: 'tool',
        blocks: [result('c'), { type: 'media', mimeType: 'image/png', data: 'aGk=', encoding: 'base64' }],
      },
    ];
    const { findings } = await checked(['--for', 'deepseek'], input);
    const [name] = [`deepseek/${resolveTarget({ provider: 'deepseek' }).model}`];
    const note = (code: string, message: string): object => ({
      severity: 'note',
      code,
      at: '',
      message,
      rules: [],
      targets: [name],
    });
    expect(findings).toContainEqual(note('media', 'Media replaced by a placeholder.'));
    expect(findings).toContainEqual(note('seal', 'Seal of text dropped: the target takes none there.'));
  });
});

describe('a request body', () => {
  const body = {
    model: 'qwen3',
    stream: 'yes',
    truncate: false,
    shift: false,
    messages: [{ role: 'user', content: ['x'] }],
  };

  test('in one protocol, detected by its fields', async () => {
    expect(await runCli(['check'], { stdin: JSON.stringify(body) })).toEqual({
      code: 1,
      stdout: `stdin: a request body (ollama-chat)

for ollama/qwen3
  error    OLL-001  stream              It is neither true nor false.
                    would be refused (OLL-001)
                    fix: Set \`stream\` to true or false.
  error    OLL-003  messages.0.content  It is not a string.
                    would be refused (OLL-003)
                    fix: Join the text parts, and put the bytes of images, without a data URL, into \`images\`.

2 errors; checked for 1 target.
`,
      stderr: '',
    });
  });

  test('that is valid', async () => {
    const stdin = JSON.stringify({ ...body, stream: true, messages: [{ role: 'user', content: 'x' }] });
    expect(await runCli(['check', '--from', 'ollama-chat'], { stdin })).toEqual({
      code: 0,
      stdout: 'stdin: a request body (ollama-chat)\n\nNo problems found; checked for 1 target.\n',
      stderr: '',
    });
  });

  test('reports every violation for every provider that speaks the protocol, and no others', async () => {
    const messages = [
      { role: 'assistant', tool_calls: [{ id: 'x:1', type: 'function', function: { name: 'a b', arguments: {} } }] },
    ];
    const chat = { model: 'some-model', messages };
    const { targets, findings } = await checked(['--from', 'openai-chat'], chat);
    const speakers = providerNames.filter(
      (provider) => !['anthropic', 'google', 'vertex', 'bedrock'].includes(provider),
    );
    expect(targets).toEqual(speakers.map((provider) => `${provider}/some-model`));
    for (const provider of speakers) {
      const { traits } = resolveTarget(withPlaceholders({ provider, model: 'some-model', protocol: 'openai-chat' }));
      const view = {
        body: JSON.parse(JSON.stringify(chat)),
        list: JSON.parse(JSON.stringify(messages)),
        traits,
        from: 0,
      };
      for (const { rule, level, path, message, fix } of findViolations(protocolOf('openai-chat').rules, view)) {
        expect(findings).toContainEqual({
          severity: level === 'error' ? 'error' : 'warning',
          verdict: level === 'error' ? 'refused' : level === 'loss' ? 'lost' : 'unusual',
          code: rule,
          at: path,
          message,
          fix,
          rules: [rule],
          targets: expect.arrayContaining([`${provider}/some-model`]),
        });
      }
    }
  });

  test.each([
    ['anthropic-messages', { messages: [{ role: 'assistant', content: 'x' }], max_tokens: 5 }, 'ANT-020'],
    ['openai-responses', { input: [{ type: 'function_call', call_id: 'c', name: 'a', arguments: '{}' }] }, 'OAR-001'],
    ['gemini', { contents: [{ role: 'user', parts: [] }] }, 'GEM-008'],
    ['openai-chat', { messages: [{ role: 'tool', tool_call_id: 'x', content: 'y' }] }, 'OAC-002'],
  ])('%s', async (shape, input, rule) => {
    const report = await checked([], input);
    expect(report).toMatchObject({ ok: false, shape });
    expect(report['findings']).toContainEqual(expect.objectContaining({ code: rule, rules: [rule] }));
  });
});

test('distinguishes unusual from invalid', async () => {
  const body = {
    max_tokens: 5,
    temperature: 2,
    messages: [
      { role: 'assistant', content: 'x' },
      { role: 'user', content: 'y' },
    ],
  };
  const { findings } = await checked(['--for', 'anthropic/claude-sonnet-4-5'], body);
  const verdicts = (findings as readonly { readonly code: string; readonly verdict: string }[]).map(
    ({ code, verdict }) => [code, verdict] as const,
  );
  expect(verdicts).toEqual([
    ['ANT-020', 'unusual'],
    ['ANT-077', 'refused'],
  ]);
});

describe('invalid arguments', () => {
  test.each<readonly [readonly string[], string | undefined, number, string | RegExp]>([
    [
      [],
      undefined,
      2,
      'interlock: There is no input.\nName a file, or pipe in a history: interlock … < history.json\n',
    ],
    [[], '', 1, 'interlock: stdin is empty.\nA history is expected: a JSON array of contents.\n'],
    [
      [],
      '[',
      1,
      'interlock: stdin:1:2: The text ends too early. The list began at line 1, column 1.\n    [\n     ^\nGet all of it, or close what is open.\n',
    ],
    [['--for', 'nobody-at-all'], undefined, 2, /^interlock: Unknown provider "nobody-at-all"\. .*\n$/],
    [['--for', 'openai-compatible/x'], '[]', 2, /^interlock: openai-compatible has no default address\. .*\n$/],
    [
      ['--from', 'smoke-signals'],
      '{}',
      2,
      /^interlock: --from cannot be "smoke-signals"\. Use one of anthropic-messages, /,
    ],
    [['--from', 'gemini'], '[]', 1, 'interlock: stdin is not a request body: a body is a JSON object.\n'],
    [['--for', 'mistral', '--from', 'gemini'], '{}', 2, /^interlock: mistral has no endpoint for gemini\. /],
  ])('%j %j', async (args, stdin, code, stderr) => {
    const outcome = await runCli(['check', ...args], stdin === undefined ? {} : { stdin });
    expect({ code: outcome.code, stdout: outcome.stdout }).toEqual({ code, stdout: '' });
    if (typeof stderr === 'string') expect(outcome.stderr).toBe(stderr);
    else expect(outcome.stderr).toMatch(stderr);
  });
});

test('a history of several megabytes', async () => {
  const turn = [...sound, { speaker: 'ai', blocks: [{ type: 'text', text: 'x'.repeat(500) }] }];
  const turns = Array.from({ length: 5_000 }, () => turn).flat();
  const { findings, ...rest } = await checked(['--for', 'ollama/qwen3'], turns);
  expect(rest).toEqual({ ok: false, input: 'stdin', shape: 'history', entries: 20_000, targets: ['ollama/qwen3'] });
  // The same id 5,000 times: the first thousand of the rest are listed.
  expect(findings).toHaveLength(1_001);
  expect(findings).toContainEqual(
    expect.objectContaining({ code: 'more-problems', message: 'The list is full; problems left out: 3999.' }),
  );
});

test('with an endpoint, any server can be checked', async () => {
  const args = ['--for', 'openai-compatible/x', '--endpoint', 'http://127.0.0.1:8000/v1'];
  expect(await checked(args, sound)).toMatchObject({ ok: true, targets: ['openai-compatible/x'] });
});

test('text in a history cannot control the terminal', async () => {
  const stdin = JSON.stringify([human, { speaker: 'ai', blocks: [call('\u001b[2J\n')] }]);
  const { stdout } = await runCli(['check', ...target], { stdin });
  expect(stdout).not.toContain('\u001b');
});

test('colours only on a terminal', async () => {
  const stdin = JSON.stringify(broken);
  const { stdout: plain } = await runCli(['check', ...target], { stdin });
  const { stdout: painted } = await runCli(['check', ...target], { stdin, terminal: true });
  const { stdout: refused } = await runCli(['check', ...target], { stdin, terminal: true, env: { NO_COLOR: '1' } });
  expect(painted).toContain('\u001b[31merror  \u001b[0m');
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the test looks for control characters
  expect(painted.replaceAll(/\u001b\[\d+m/g, '')).toBe(plain);
  expect(refused).toBe(plain);
});
