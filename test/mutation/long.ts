/**
 * Mutation of the heart: each small change to pairing, rendering and ledger, one at a time, must make a test of the transcript fail. Writes
 * which ones do not. `npm run mutation:long -- 20`: every twentieth.
 */
import { spawn } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join, relative } from 'node:path';
import { root } from '../architecture/repository.ts';
import { chosenEnvironment } from '../program/chosen-environment.ts';
import { writeProof } from '../proofs/write-proof.ts';
import { mutantsOf, type SourceMutant } from './mutants-of.ts';

/** A mutant that does not end is killed. */
const patience = 240_000;
const needed = 0.9;

const [nth = '1'] = process.argv.slice(2);
const source = join(root, 'packages/transcript/src');
const all = globSync(`${source}/{pairing,render,ledger}/**/*.ts`)
  .sort()
  .flatMap((file) => mutantsOf(readFileSync(file, 'utf8')).map((mutant) => ({ file, mutant })))
  .filter((_, at) => at % Number(nth) === 0);

// A run that fails for another reason would kill every mutant.
if (await fails('', { start: 0, end: 0, replacement: '' })) throw new Error('The tests fail without a mutant.');

const survivors: string[] = [];
let next = 0;
await Promise.all(Array.from({ length: Math.max(1, availableParallelism() - 1) }, work));

const killed = all.length - survivors.length;
writeProof({
  script: 'mutation:long',
  args: nth === '1' ? [] : [nth],
  passed: all.length > 0 && killed / all.length >= needed,
  counts: { mutants: all.length, killed, survivors: survivors.toSorted() },
});
console.log(`${killed} of ${all.length} mutants were killed.`);
if (killed / all.length < needed) process.exitCode = 1;

async function work(): Promise<void> {
  for (let one = all[next++]; one !== undefined; one = all[next++]) {
    const place = placeOf(one.file, one.mutant);
    const isKilled = await fails(one.file, one.mutant);
    if (!isKilled) survivors.push(place);
    console.log(`${next}/${all.length} ${isKilled ? 'killed' : 'SURVIVED'} ${place}`);
  }
}

function placeOf(file: string, { start, end, replacement }: SourceMutant): string {
  const text = readFileSync(file, 'utf8');
  const line = text.slice(0, start).split('\n').length;
  return `${relative(source, file)}:${line} ${text.slice(start, end)} -> ${replacement}`.replaceAll(/\s+/g, ' ');
}

function fails(file: string, { start, end, replacement }: SourceMutant): Promise<boolean> {
  const vitest = join(root, 'node_modules/vitest/vitest.mjs');
  const args = ['run', '--bail=1', '--config=test/mutation/apply-mutant.ts', '--root=.', 'packages/transcript/test'];
  const mutant =
    file === ''
      ? '[]'
      : JSON.stringify([`packages/transcript/src/${relative(source, file)}`, String(start), String(end), replacement]);
  const child = spawn(process.execPath, [vitest, ...args], {
    cwd: root,
    stdio: 'ignore',
    env: chosenEnvironment({ INTERLOCK_MUTANT: mutant }),
    timeout: patience,
    killSignal: 'SIGKILL',
  });
  return new Promise((resolve) => child.on('close', (code) => resolve(code !== 0)));
}
