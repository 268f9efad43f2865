/**
 * `npm run confined:long`: this repository is worked on from inside the sandbox. A fresh clone gets its packages by `npm ci` from the
 * cache's overlay and runs tests of its own, both by `run_command`, without a network.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { cleanEnvironment, createRunCommand, executeToolCall, openSandbox } from '@interlock/runtime';
import { root } from '../architecture/repository.ts';
import { writeProof } from '../proofs/write-proof.ts';

const longestMs = 1_800_000;
/** A registry that is set in a file with credentials is not known inside; the cache is kept by its address. */
const registry = execFileSync('npm', ['config', 'get', 'registry'], { cwd: root, encoding: 'utf8' }).trim();
const commands = [
  ['npm ci', `npm ci --offline --ignore-scripts --no-audit --no-fund --registry=${registry}`],
  ['vitest', 'npx vitest run packages/transcript packages/wire'],
  // What holds all this: the clone can be committed to, and nothing beside it written.
  ['commit', 'git -c user.name=a -c user.email=a@example.com commit -q --allow-empty -m x && git log -1 --format=%s'],
  // Inside, the folder above lies in a private /tmp: whether it was written is looked at from outside.
  ['write outside', 'echo x > ../outside; true'],
] as const;

const scratch = realpathSync(mkdtempSync(join(tmpdir(), 'interlock-confined-')));
const clone = join(scratch, 'clone');
execFileSync('git', ['clone', '-q', root, clone]);
// What `npm run` says to its own children is not for an npm inside.
const environment = Object.fromEntries(
  Object.entries(cleanEnvironment(process.env)).filter(([name]) => !/^npm_/i.test(name)),
);
const workspace = { root: clone, alsoAllowed: [] };
// Not bubblewrap first: before 0.11 it has no overlays, and the cache begins empty.
const sandbox = await openSandbox({ mode: 'require', workspace, environment, kinds: ['namespaces', 'bubblewrap'] });
const tool = createRunCommand({ sandbox, longestTimeoutMs: longestMs });
const results: { readonly what: string; readonly exit: string; readonly seconds: number; readonly tests?: string }[] =
  [];
let isOutside = true;
try {
  for (const [what, command] of commands) {
    const from = performance.now();
    const outcome = await executeToolCall(tool, { command, timeout_ms: longestMs }, { workspace, environment });
    const said = String('result' in outcome ? outcome.result : 'error' in outcome ? outcome.error : outcome.state);
    const [exit = ''] = said.split('\n');
    // biome-ignore lint/suspicious/noControlCharactersInRegex: colours are taken out
    const tests = /Tests +(.*)/.exec(said.replaceAll(/\u001b\[[\d;]*m/g, ''))?.[1];
    const seconds = Math.round((performance.now() - from) / 1_000);
    results.push({ what, exit, seconds, ...(tests === undefined ? {} : { tests }) });
    console.log(`${what}: ${exit} ${tests ?? ''} (${seconds} s)`);
    if (exit !== 'Exit code 0.') console.error(said.slice(-4_000));
  }
} finally {
  isOutside = existsSync(join(scratch, 'outside'));
  await sandbox.close();
  rmSync(scratch, { recursive: true, force: true });
}
const passed = !isOutside && results.every(({ exit }) => exit === 'Exit code 0.');
writeProof({
  script: 'confined:long',
  passed,
  counts: { confinement: sandbox.confinement, wroteOutside: isOutside, results },
});
process.exitCode = passed ? 0 : 1;
