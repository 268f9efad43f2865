/** The commands of `npm run confined:long`, run one after the other inside the sandbox, in the given clone. Prints a line of JSON for each. */
import { cleanEnvironment, createRunCommand, executeToolCall, openSandbox } from '@interlock/runtime';

export interface InsideResult {
  readonly what: string;
  readonly confinement: unknown;
  readonly exit: string;
  readonly seconds: number;
  readonly tests?: string;
}

const longestMs = 3_600_000;
const [clone = '', registry = ''] = process.argv.slice(2);
const commands = [
  ['npm ci', `npm ci --offline --no-audit --no-fund --registry=${registry}`],
  ['npm test', 'npm test'],
  // What must hold: the clone can be committed to, and nothing next to it can be written.
  ['commit', 'git -c user.name=a -c user.email=a@example.com commit -q --allow-empty -m x && git log -1 --format=%s'],
  // Whether it was written is checked from outside.
  ['write outside', 'echo x > ../outside; true'],
] as const;

const environment = cleanEnvironment(process.env);
const workspace = { root: clone, alsoAllowed: [] };
// Bubblewrap is not first: before 0.11 it has no overlays, so the cache would be empty.
const sandbox = await openSandbox({ mode: 'require', workspace, environment, kinds: ['namespaces', 'bubblewrap'] });
const tool = createRunCommand({ sandbox, longestTimeoutMs: longestMs });
for (const [what, command] of commands) {
  const from = performance.now();
  const outcome = await executeToolCall(tool, { command, timeout_ms: longestMs }, { workspace, environment });
  const said = String('result' in outcome ? outcome.result : 'error' in outcome ? outcome.error : outcome.state);
  const [exit = ''] = said.split('\n');
  // biome-ignore lint/suspicious/noControlCharactersInRegex: removes colors
  const plain = said.replaceAll(/\u001b\[[\d;]*m/g, '');
  const [tests] = /Tests +\d.*/.exec(plain) ?? [];
  const seconds = Math.round((performance.now() - from) / 1_000);
  const { confinement } = sandbox;
  const result: InsideResult = { what, confinement, exit, seconds, ...(tests === undefined ? {} : { tests }) };
  console.log(JSON.stringify(result));
  if (exit !== 'Exit code 0.') console.error(plain.slice(-20_000));
}
await sandbox.close();
