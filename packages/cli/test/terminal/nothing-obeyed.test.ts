/**
 * Every command at a terminal, with control sequences wherever an attacker can put them: in answers, results, names of files and tools,
 * histories and configurations. The output contains none, in any format.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { script } from '@interlock/simulators';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ScriptedProvider, startProvider } from '../headless/scripted-provider.ts';
import { runCli } from '../run-cli.ts';

/** Clipboard, link and title sequences; CSI, OSC and string introducers as single characters; reversed direction; backspaces; line separators. */
const evil =
  'E\u001b]52;c;ZXZpbA==\u0007\u001b]8;;https://evil.example\u001b\\x\u001b]8;;\u001b\\\u001b[2J\u009b31m\u009d0;t\u009c\u0090q\u009c' +
  '\u202e\u2066\u200f\u061c\b\b\u007f\u0000\u0085\u2028\r\nV';
const evilName = evil.replaceAll('\0', '').replaceAll('/', '');
/** Without colours, a command writes no control sequences of its own. */
const obeyed = /(?![\n\t])[\p{Cc}\p{Bidi_Control}\p{Zl}\p{Zp}]/u;

let provider: ScriptedProvider;
let session = '';
const body = (): object => ({
  model: evil,
  messages: [{ role: 'tool', tool_call_id: evil, content: evil }],
  [evil]: 1,
});
const history = (): object => [
  { speaker: 'human', blocks: [{ type: 'text', text: evil }] },
  { speaker: 'ai', blocks: [{ type: 'tool_call', id: evil, name: evil, parameters: { [evil]: evil } }] },
  { speaker: 'tool', blocks: [{ type: 'tool_response', callId: 'none', toolName: evil, error: evil }] },
];

beforeAll(async () => {
  provider = await startProvider(
    script([
      { when: { of: 'own' }, think: evil, say: `${evil} {{results}}` },
      {
        call: [
          { tool: 'own', args: { [evil]: evil } },
          { tool: 'no_such_tool' },
          { tool: 'read_file', args: { path: evilName } },
        ],
      },
    ]),
    { sandbox: 'off' },
  );
  const put = (path: string, content: unknown): void =>
    writeFileSync(join(provider.workspace, path), typeof content === 'string' ? content : JSON.stringify(content));
  mkdirSync(join(provider.workspace, '.git'));
  mkdirSync(join(provider.workspace, '.interlock', 'tools'), { recursive: true });
  put(evilName, evil);
  put('history.json', history());
  put('body.json', body());
  put('wrong.json', `{"a": ${evil}`);
  put(`${evilName}.json`, history());
  put('.interlock/config.json', {
    system: { append: evil },
    mcp: { own: { command: evilName, args: [evil] } },
    approval: { allow: [`run_command(${evil.replaceAll(')', '')})`] },
    models: { mine: { provider: 'anthropic', model: evil } },
  });
  put(
    '.interlock/tools/own.mjs',
    `const evil = ${JSON.stringify(evil)};
     console.log(evil);
     export default { description: evil, kind: 'read', run: (_, { progress }) => { progress(evil); return evil; } };`,
  );
  put(`.interlock/tools/${evilName}.mjs`, `throw new Error(${JSON.stringify(evil)});`);
  const { stdout, stderr } = await provider.run(['-p', evil, '--trust', '--output-format', 'json', '--quiet']);
  expect(stderr).toMatch(/^The MCP server "own" could not be started: [^\n]*\n$/);
  session = JSON.parse(stdout).session;
});
afterAll(() => provider.close());

test.for([
  ...[
    '-p ID --trust',
    '-p ID',
    '-p ID --output-format json',
    '-p ID --output-format stream-json',
    '-p ID --resume SESSION',
  ],
  ...[
    'config',
    'config --json',
    'config --path',
    'config --path --json',
    'providers --json',
    'providers',
    'models --json',
    'models',
  ],
  ...[
    'sessions list',
    'sessions list --json',
    'sessions show SESSION',
    'sessions show SESSION --full --json',
    'sessions show SESSION --full',
  ],
  ...['markdown', 'json', 'openai-chat'].map((format) => `sessions export SESSION --format ${format}`),
  ...[
    'doctor',
    'doctor --json',
    'doctor SESSION',
    'doctor SESSION --json',
    'doctor history.json',
    'doctor history.json --json',
  ],
  ...[
    'check history.json',
    'check history.json --json',
    'check body.json',
    'check body.json --json',
    'check wrong.json --debug',
  ],
  ...[
    'check NAME.json',
    'check NAME.json --json',
    'check NONE',
    'doctor NAME.json',
    'doctor wrong.json --debug',
    'render --to openai NAME.json',
  ],
  ...[
    'render --to anthropic history.json',
    'render --to openai history.json --body --compact',
    'render --to openai body.json --from openai-chat --diagnostics',
  ],
  ...[
    'render --to EVIL history.json',
    'models EVIL',
    'simulate EVIL',
    'sessions show EVIL',
    '--model EVIL -p x',
    '--cwd EVIL -p x',
    '--resume EVIL -p x',
  ],
])('%s', async (line) => {
  const words: Readonly<Record<string, string>> = { ID: evil, SESSION: session, EVIL: evil, NONE: `${evilName}.none` };
  const inFolder = (word: string): string =>
    word.replace(/^(?=(history|body|wrong|NAME)\.json$)/, `${provider.workspace}/`).replace('NAME', evilName);
  const args = line.split(' ').map((word) => words[word] ?? inFolder(word));
  const isAboutFiles = ['check', 'render', 'simulate'].includes(args[0] ?? '');
  const place = isAboutFiles || line.startsWith('--cwd') ? [] : ['--cwd', provider.workspace];
  const env = { ...provider.env, NO_COLOR: '1' };
  const { stdout, stderr } = await runCli([...args, ...place], { terminal: true, env, stdin: '' });
  expect(stdout + stderr).not.toBe('');
  expect(obeyed.exec(stdout + stderr)).toBe(null);
});
