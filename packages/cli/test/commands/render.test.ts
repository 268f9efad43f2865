import { describe, expect, test } from 'vitest';
import { runCli } from '../run-cli.ts';
import { writtenFiles } from '../written-files.ts';

const file = writtenFiles();

const history = [
  { speaker: 'human', blocks: [{ type: 'text', text: 'hello' }] },
  { speaker: 'ai', blocks: [{ type: 'text', text: 'hi' }] },
  { speaker: 'human', blocks: [{ type: 'text', text: 'bye' }] },
];
const messages = [
  { role: 'user', content: 'hello' },
  { role: 'assistant', content: 'hi' },
  { role: 'user', content: 'bye' },
];
const text = JSON.stringify(history);

/** Ollama's bodies are the shortest. `truncate` and `shift` make sure that nothing is cut silently. */
const body = { model: 'qwen3', messages, stream: false, truncate: false, shift: false };
const request = {
  url: 'http://127.0.0.1:11434/api/chat',
  method: 'POST',
  headers: { 'content-type': 'application/json', authorization: 'Bearer <key>' },
  body,
};

async function rendered(args: readonly string[], stdin: string | Uint8Array = text): Promise<unknown> {
  const { code, stdout, stderr } = await runCli(['render', ...args], { stdin });
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  return JSON.parse(stdout);
}

describe('output', () => {
  test('the request, over several lines', async () => {
    expect(await runCli(['render', '--to', 'ollama/qwen3'], { stdin: text })).toEqual({
      code: 0,
      stdout: `${JSON.stringify(request, undefined, 2)}\n`,
      stderr: '',
    });
  });

  test.each([
    ['--compact', request],
    ['--compact --body', body],
  ])('%s: one line', async (flags, printed) => {
    expect(await runCli(['render', '--to', 'ollama/qwen3', ...flags.split(' ')], { stdin: text })).toEqual({
      code: 0,
      stdout: `${JSON.stringify(printed)}\n`,
      stderr: '',
    });
  });

  test('diagnostics on standard error', async () => {
    const { code, stdout, stderr } = await runCli(
      ['render', '--to', 'ollama/qwen3', '--diagnostics', '--compact', '--body'],
      { stdin: text },
    );
    expect({ code, stdout }).toEqual({ code: 0, stdout: `${JSON.stringify(body)}\n` });
    expect(JSON.parse(stderr)).toMatchObject({ provider: 'ollama', model: 'qwen3', protocol: 'ollama-chat', ids: [] });
  });

  test.each(['anthropic', 'google', 'openai', 'openrouter'])(
    'no credential, only its placeholder: %s',
    async (provider) => {
      const { headers } = JSON.parse((await runCli(['render', '--to', provider], { stdin: text })).stdout);
      expect(Object.values(headers).filter((value) => String(value).includes('<key>'))).toHaveLength(1);
    },
  );
});

describe('input', () => {
  const path = file('history.json', text);

  test.each<readonly [string, readonly string[], string | Uint8Array]>([
    ['a file', [path], ''],
    ['standard input', [], text],
    ['standard input, explicitly', ['-'], text],
    ['a byte order mark', [], `\ufeff${text}`],
    ['UTF-16', [], Buffer.from(`\ufeff${text}`, 'utf16le')],
    ['JSON Lines', [], history.map((content) => JSON.stringify(content)).join('\n')],
    ['an object with contents', [], JSON.stringify({ name: 'x', contents: history, tools: {} })],
    ['a request body', ['--from', 'openai-chat'], JSON.stringify({ model: 'gpt-5.4', messages })],
  ])('%s', async (_, args, stdin) => {
    expect(await rendered(['--to', 'ollama/qwen3', '--body', ...args], stdin)).toEqual(body);
  });

  test('a single content', async () => {
    const stdin = JSON.stringify(history[0]);
    expect(await rendered(['--to', 'ollama/qwen3', '--body'], stdin)).toEqual({ ...body, messages: [messages[0]] });
  });

  test('reports what cannot be read of a body and keeps the text', async () => {
    const stdin = JSON.stringify({ messages: [...messages, { role: 'nobody', content: 'x' }] });
    const shown = [...messages.slice(0, 2), { role: 'user', content: 'bye\n\nx' }];
    const args = ['render', '--to', 'ollama/qwen3', '--from', 'ollama-chat', '--body', '--compact'];
    expect(await runCli(args, { stdin })).toEqual({
      code: 0,
      stdout: `${JSON.stringify({ ...body, messages: shown, stream: true })}\n`,
      stderr: 'interlock: stdin: messages.3.role: The role is not system, user, assistant or tool.\n',
    });
  });
});

describe('tools', () => {
  const tool = {
    name: 'read',
    description: 'Reads.',
    parameters: { type: 'object', properties: { p: { type: 'string' } } },
  };
  const declared = [{ type: 'function', function: tool }];

  test.each<readonly [string, readonly string[], unknown]>([
    ['from the history’s file', [], { contents: history, tools: [tool] }],
    ['from a file', ['--tools', file('tools.json', JSON.stringify([tool]))], history],
    ['from an object in a file', ['--tools', file('object.json', JSON.stringify({ tools: [tool] }))], history],
    [
      'the named file takes precedence',
      ['--tools', file('mine.json', JSON.stringify([tool]))],
      { contents: history, tools: [{ name: 'x' }] },
    ],
  ])('%s', async (_, args, input) => {
    const printed = await rendered(['--to', 'ollama/qwen3', '--body', ...args], JSON.stringify(input));
    expect(printed).toEqual({ ...body, tools: declared });
  });
});

describe('settings', () => {
  test.each<readonly [readonly string[], object]>([
    [['--max-output-tokens', '5'], { options: { num_predict: 5 } }],
    [['--temperature', '0.5'], { options: { temperature: 0.5 } }],
    [['--stream'], { stream: true }],
    [['--effort', 'off'], { think: false }],
    [['--system', 'Be brief.'], { messages: [{ role: 'system', content: 'Be brief.' }, ...messages] }],
    [['--system', '@@home'], { messages: [{ role: 'system', content: '@home' }, ...messages] }],
    [
      ['--system', `@${file('system.txt', 'From a file.')}`],
      { messages: [{ role: 'system', content: 'From a file.' }, ...messages] },
    ],
  ])('%j', async (args, changed) => {
    expect(await rendered(['--to', 'ollama/qwen3', '--body', ...args])).toMatchObject(changed);
  });

  test('an endpoint, and a model with slashes', async () => {
    const args = ['--to', 'openai-compatible/some/model', '--endpoint', 'http://127.0.0.1:8000/v1/'];
    expect(await rendered(args)).toMatchObject({
      url: 'http://127.0.0.1:8000/v1/chat/completions',
      body: { model: 'some/model' },
    });
  });

  test('a protocol', async () => {
    expect(await rendered(['--to', 'openai/gpt-4.1', '--protocol', 'openai-chat'])).toMatchObject({
      url: 'https://api.openai.com/v1/chat/completions',
    });
  });

  const orphaned = [
    ...history.slice(0, 1),
    { speaker: 'tool', blocks: [{ type: 'tool_response', callId: 'gone', toolName: 'read', result: 'found' }] },
  ];

  test.each([
    ['drop', false],
    ['note', true],
    ['restore', true],
  ])('--orphans %s', async (orphans, kept) => {
    const printed = await rendered(['--to', 'ollama/qwen3', '--body', '--orphans', orphans], JSON.stringify(orphaned));
    expect(JSON.stringify(printed).includes('found')).toBe(kept);
  });

  const thinking = [
    history[0],
    {
      speaker: 'ai',
      blocks: [
        { type: 'thinking', thought: 'pondering' },
        { type: 'text', text: 'hi' },
      ],
      metadata: { provider: 'ollama', model: 'qwen3' },
    },
    history[2],
  ];

  test.each([
    ['all', true],
    ['none', false],
  ])('--reasoning %s', async (reasoning, kept) => {
    const printed = await rendered(
      ['--to', 'ollama/qwen3', '--body', '--reasoning', reasoning],
      JSON.stringify(thinking),
    );
    expect(JSON.stringify(printed).includes('pondering')).toBe(kept);
  });
});

describe('invalid arguments', () => {
  const hint = 'See interlock render --help.\n';

  test.each<readonly [readonly string[], string | undefined, number, string]>([
    [[], text, 2, `interlock: --to <target> is missing.\n${hint}`],
    [['--to', 'openai', '--what'], text, 2, `interlock: There is no option --what.\n${hint}`],
    [['--to', 'openai', 'a', 'b'], text, 2, `interlock: render takes one argument, but got 2: a, b.\n${hint}`],
    [
      ['--to', 'openai', '--temperature', 'hot'],
      text,
      2,
      `interlock: --temperature cannot be "hot". It must be a number.\n${hint}`,
    ],
    [
      ['--to', 'openai', '--max-output-tokens', '0'],
      text,
      2,
      `interlock: --max-output-tokens cannot be "0". It must be a whole number above 0.\n${hint}`,
    ],
    [
      ['--to', 'openai', '--orphans', 'keep'],
      text,
      2,
      `interlock: --orphans cannot be "keep". Use one of drop, restore, note.\n${hint}`,
    ],
    [
      ['--to', ''],
      text,
      2,
      'interlock: "" is not a target. Write a provider, or a provider and a model: openai, openai/gpt-5.4\n',
    ],
    [
      ['--to', '/x'],
      text,
      2,
      'interlock: "/x" is not a target. Write a provider, or a provider and a model: openai, openai/gpt-5.4\n',
    ],
    [
      ['--to', 'openai/'],
      text,
      2,
      'interlock: "openai/" is not a target. Write a provider, or a provider and a model: openai, openai/gpt-5.4\n',
    ],
    [
      ['--to', 'openai'],
      undefined,
      2,
      'interlock: There is no input.\nName a file, or pipe in a history: interlock … < history.json\n',
    ],
    [['--to', 'openai', '/no/such/file'], undefined, 2, 'interlock: There is no file /no/such/file.\n'],
    [['--to', 'openai', '/'], undefined, 2, 'interlock: / is a folder. Name a file in it.\n'],
    [['--to', 'openai', '--tools', '/no/such/file'], text, 2, 'interlock: There is no file /no/such/file.\n'],
    [['--to', 'openai', '--system', '@/no/such/file'], text, 2, 'interlock: There is no file /no/such/file.\n'],
    [['--to', 'openai'], '', 1, 'interlock: stdin is empty.\nA history is expected: a JSON array of contents.\n'],
    [
      ['--to', 'openai'],
      '[1,]',
      1,
      'interlock: stdin:1:3: Nothing follows this comma.\n    [1,]\n      ^\nRemove the comma.\n',
    ],
    [
      ['--to', 'openai'],
      '{"contents":[{"role":"user","parts":[]}]}',
      2,
      'interlock: stdin looks like a request body, not like a history.\nIf it is one, add --from gemini.\n',
    ],
    [
      ['--to', 'openai', '--from', 'gemini'],
      '[]',
      1,
      'interlock: stdin is not a request body: a body is a JSON object.\n',
    ],
    [['--to', 'openai'], '[]', 1, 'interlock: The history has no message to send. Add a user message.\n'],
    [
      ['--to', 'openai'],
      '{"contents":[{"speaker":"me","blocks":[]},7]}',
      1,
      'interlock: stdin cannot be read as a history.\n' +
        '  $.contents[0].speaker: Unknown speaker: "me". Set `speaker` to "human", "ai", "tool" or "system".\n' +
        '  $.contents[1]: This entry is 7, not an object. Replace the entry with an object with a `speaker` and `blocks`, or remove it.\n',
    ],
    [
      ['--to', 'openai', '--tools', file('no-tools.json', '{"a":1}')],
      text,
      1,
      `interlock: ${file('no-tools.json', '{"a":1}')} does not contain a list of tools.\nWrite [{ "name": "…", "description": "…", "parameters": { … JSON Schema … } }].\n`,
    ],
    [
      ['--to', 'openai', '--tools', file('no-name.json', '[{"name":"a"},{}]')],
      text,
      1,
      `interlock: ${file('no-name.json', '[{"name":"a"},{}]')}: The tool at $[1] has no name.\nWrite [{ "name": "…", "description": "…", "parameters": { … JSON Schema … } }].\n`,
    ],
    [
      ['--to', 'openai', '--tools', file('twice.json', '[{"name":"a"},{"name":"a"}]')],
      text,
      1,
      'interlock: Two tools are called "a". Rename or remove one of them (ANT-062).\n',
    ],
  ])('%j', async (args, stdin, code, stderr) => {
    const outcome = await runCli(['render', ...args], stdin === undefined ? {} : { stdin });
    expect(outcome).toEqual({ code, stdout: '', stderr });
  });

  test('an unknown provider, with wire’s message, before anything is read', async () => {
    const { code, stdout, stderr } = await runCli(['render', '--to', 'antropic']);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toMatch(
      /^interlock: Unknown provider "antropic"\. Did you mean "anthropic"\? There are anthropic, .*\n$/,
    );
  });

  test('counts more than ten errors instead of listing them', async () => {
    const { code, stderr } = await runCli(['render', '--to', 'openai'], { stdin: JSON.stringify(Array(13).fill(1)) });
    expect(code).toBe(1);
    expect(stderr.split('\n')).toHaveLength(13);
    expect(stderr).toMatch(/\n {2}… and 3 more \(interlock check lists them\)\n$/);
  });
});
