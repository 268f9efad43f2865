/**
 * `npm run agents:long`: sessions that were written for other agents are gone on with by those agents themselves, against the
 * simulators. What counts is the agent's own next request: it must hold the whole conversation and be accepted. The programs come from
 * npm, in pinned versions, into `.cache/agents`; name some to run only those.
 */
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { sessionText, writerNamed } from '@interlock/import';
import { createApi, echoModel, type Seen, startSimulator } from '@interlock/simulators';
import { root } from '../architecture/repository.ts';
import { writeProof } from '../proofs/write-proof.ts';
import { type AgentDriver, type AgentRun, agentDrivers } from './agent-driver.ts';
import { exportedConversation } from './exported-conversation.ts';

const prompt = 'Say only this: the session goes on.';

interface Result {
  readonly version: string;
  readonly requests: number;
  readonly refused: readonly string[];
  readonly missing: readonly string[];
  readonly calls: string;
  readonly pictures: string;
  readonly passed: boolean;
}

function install({ agent, npm, version, binary }: AgentDriver): string {
  const folder = join(root, '.cache/agents', agent);
  const path = join(folder, 'node_modules/.bin', binary);
  if (existsSync(path)) return path;
  mkdirSync(folder, { recursive: true });
  const args = ['install', `${npm}@${version}`, '--prefix', folder, '--no-audit', '--no-fund', '--no-save'];
  spawnSync('npm', args, { stdio: 'inherit' });
  return path;
}

interface Ended {
  readonly code: number | null;
  readonly output: string;
}

function run(program: string, { args, stdin = '' }: AgentRun, cwd: string, env: NodeJS.ProcessEnv): Promise<Ended> {
  return new Promise((resolve) => {
    const child = spawn(program, args, { cwd, env, timeout: 180_000 });
    let output = '';
    child.stdout.on('data', (data) => (output += String(data)));
    child.stderr.on('data', (data) => (output += String(data)));
    child.on('error', (error) => resolve({ code: null, output: String(error) }));
    child.on('close', (code) => resolve({ code, output }));
    child.stdin.end(stdin);
  });
}

async function prove(driver: AgentDriver): Promise<Result> {
  const program = install(driver);
  const writer = writerNamed(driver.agent);
  if (writer === undefined) throw new Error(`There is no writer for ${driver.agent}.`);
  const simulator = await startSimulator(createApi(driver.api), { model: echoModel });
  const home = realpathSync(mkdtempSync(join(tmpdir(), 'interlock-agent-')));
  try {
    const folder = join(home, 'project');
    mkdirSync(folder);
    const scene = { home, url: simulator.url, key: simulator.key };
    const path = `${join(root, 'node_modules/.bin')}:${process.env['PATH']}`;
    const env = { PATH: path, HOME: home, TERM: 'dumb', ...driver.setUp(scene) };
    const { conversation, nonces, calls, pictures } = exportedConversation(folder, Date.now());
    const written = writer.write(conversation);
    const file =
      writer.pathOf(written, { platform: process.platform, home, environment: env }) ?? join(folder, written.fileName);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, sessionText(written));
    for (const step of driver.goOn({ id: written.id, file }, prompt)) {
      const { code, output } = await run(program, step, folder, env);
      if (code !== 0) console.error(`${driver.agent} ${step.args.join(' ')}: ${code}\n${output.slice(-3_000)}`);
    }
    const asked = simulator.log.filter(({ seen }) => seen?.turns.some(({ text }) => text.includes(prompt)));
    const seen = asked
      .map((request) => request.seen)
      .findLast((each) => each !== undefined && holds(each, nonces[0] ?? ''));
    const refused = asked.filter(({ verdict }) => verdict !== 'accepted').map(({ rules }) => rules.join(' '));
    const missing = nonces.filter((nonce) => seen === undefined || !holds(seen, nonce));
    const results = seen?.turns.flatMap((turn) => turn.results) ?? [];
    const shown =
      (seen?.turns.flatMap((turn) => turn.media).length ?? 0) + results.flatMap(({ media }) => media).length;
    return {
      version: driver.version,
      requests: asked.length,
      refused,
      missing,
      calls: `${results.length} of ${calls} with a result`,
      pictures: `${shown} of ${pictures}`,
      passed: missing.length === 0 && refused.length === 0 && results.length === calls && shown === pictures,
    };
  } finally {
    await simulator.close();
    rmSync(home, { recursive: true, force: true, maxRetries: 5 });
  }
}

function holds({ turns }: Seen, nonce: string): boolean {
  return JSON.stringify(turns).includes(nonce);
}

const named = process.argv.slice(2);
const chosen = agentDrivers.filter(({ agent }) => named.length === 0 || named.includes(agent));
const results: Record<string, Result> = {};
for (const driver of chosen) {
  results[driver.agent] = await prove(driver);
  console.log(driver.agent, results[driver.agent]);
}
const passed = chosen.length > 0 && Object.values(results).every((result) => result.passed);
writeProof({ script: 'agents:long', args: named, passed, counts: { agents: results } });
process.exitCode = passed ? 0 : 1;
