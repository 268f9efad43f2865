/**
 * `npm run gateway:load:long`: 64 streams for 30 seconds (default; arguments change both), and what became of them. The gateway goes on
 * running while its memory and handles are counted, so what it would never release is not forgiven. Then 5,000 hostile bodies.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { echoModel } from '@interlock/simulators';
import { openStations } from '../../../test/conformance/stations.ts';
import { writeProof } from '../../../test/proofs/write-proof.ts';
import { ask, loadRoutes, lostInLog } from './hold-load.ts';
import { soak } from './hostile-soak.ts';
import type { Held } from './load-process.ts';
import { nameOf, routeTarget } from './open-gateway.ts';

const seed = 2026;
const [streams, seconds] = [Number(process.argv[2] ?? 64), Number(process.argv[3] ?? 30)];
/** Megabytes that may stay: what was compiled, learnt and remembered on the way. */
const mostGrowth = 32;

const { all, close } = await openStations({ model: echoModel });
const targets = new Map(all.map((station) => [nameOf(station), routeTarget(station)]));
const routes = loadRoutes((name) => targets.get(name) ?? { provider: name });
const models = { ...Object.fromEntries(targets), ...routes };
const execArgv = ['--expose-gc', '--conditions=@interlock/source', '--disable-warning=ExperimentalWarning'];
const child = fork(join(import.meta.dirname, 'load-process.ts'), [JSON.stringify(models)], {
  execArgv,
});
const [url]: unknown[] = await once(child, 'message');

async function measure(): Promise<Held> {
  child.send('measure');
  const [held]: Held[] = await once(child, 'message');
  if (held === undefined) throw new Error('The gateway does not answer.');
  return held;
}

// What a first run loads and compiles is no leak.
const first = await ask(String(url), all, { seed: 1, streams: 16, requests: 10 });
const before = await measure();
const { wrong, ...counts } = await ask(String(url), all, {
  seed,
  streams,
  requests: Infinity,
  forMs: seconds * 1000,
});
let after = await measure();
// Connections of clients that vanished are closed some rounds of the event loop later.
for (let waits = 0; waits < 300 && after.handles > before.handles; waits += 1) {
  await new Promise((done) => setTimeout(done, 100));
  after = await measure();
}
const growth = after.megabytes - before.megabytes;
const left = after.handles - before.handles;
wrong.push(...first.wrong, ...lostInLog(counts, after.requests - before.requests));
if (growth > mostGrowth) wrong.push(`${growth} MB of memory are left`);
if (left > 0) wrong.push(`${left} handles are left`);
if (after.faults > 0) wrong.push(`${after.faults} errors of the gateway are in the log`);
child.kill();
// In a process of its own, with a small heap.
const target = targets.get('openai/gpt-4.1');
const soaked = fork(join(import.meta.dirname, 'load-process.ts'), [JSON.stringify({ m: target })], {
  execArgv: [...execArgv, '--max-old-space-size=1024'],
});
const [soakedUrl]: unknown[] = await once(soaked, 'message');
const { wrong: wrongBodies, ...hostile } = await soak(String(soakedUrl), { seed, bodies: 5_000, atOnce: 4, most: 8e6 });
wrong.push(...wrongBodies);
soaked.kill();
await close();
console.log(
  `${JSON.stringify(counts)}; ${growth} MB and ${left} handles more than before; ${wrong.length} things wrong; ${JSON.stringify(hostile)} hostile bodies`,
);
for (const line of wrong.slice(0, 20)) console.error(line);
writeProof({
  script: 'gateway:load:long',
  args: process.argv.slice(2),
  seed,
  passed: wrong.length === 0,
  counts: {
    streams,
    seconds,
    ...counts,
    growthMegabytes: growth,
    handlesLeft: left,
    hostileBodies: hostile.asked,
    wrong: wrong.length,
  },
});
process.exitCode = wrong.length === 0 ? 0 : 1;
