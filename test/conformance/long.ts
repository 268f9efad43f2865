/**
 * `npm run conformance:long`: switches between every ordered pair of providers and back, then takes seeded random walks until the given
 * number of requests has been sent (100,000 by default), and reports the results. Simulators are restarted now and then, because they
 * remember every request.
 */
import { writeProof } from '../proofs/write-proof.ts';
import { createAgent } from './agent.ts';
import { playRound, returnRounds } from './round.ts';
import { openStations } from './stations.ts';
import { newTally, walk } from './walk.ts';

const wanted = Number(process.argv[2] ?? 100_000);
const turns = 8;
const walksPerLife = 100;
const tally = newTally();
const from = performance.now();

const returns = await playReturns();
console.log(`${returns.pairs} ordered pairs, there and back: ${returns.wrong.length} complaints`);

for (let seed = 1; tally.requests < wanted; ) {
  const stations = await openStations();
  const agent = createAgent();
  for (let life = 0; life < walksPerLife && tally.requests < wanted; life += 1, seed += 1) {
    await walk(agent, stations.all, seed, turns, tally);
  }
  await agent.close();
  await stations.close();
  const seconds = Math.round((performance.now() - from) / 1000);
  console.log(
    `${tally.requests} requests in ${seconds} s: ${tally.refused.length} refused, ${tally.warned.length} warned, ${tally.hidden.length} hid something`,
  );
}
for (const line of [...returns.wrong, ...tally.refused, ...tally.warned, ...tally.hidden].slice(0, 50))
  console.error(line);
const passed = returns.wrong.length + tally.refused.length + tally.warned.length + tally.hidden.length === 0;
writeProof({
  script: 'conformance:long',
  args: process.argv.slice(2),
  seed: 1,
  passed,
  counts: {
    pairs: returns.pairs,
    pairsWrong: returns.wrong.length,
    requests: tally.requests,
    refused: tally.refused.length,
    warned: tally.warned.length,
    hidden: tally.hidden.length,
  },
});
process.exitCode = passed ? 0 : 1;

async function playReturns(): Promise<{ readonly pairs: number; readonly wrong: readonly string[] }> {
  const stations = await openStations();
  const agent = createAgent();
  const rounds = returnRounds(stations.all);
  const wrong: string[] = [];
  for (const round of rounds) wrong.push(...(await playRound(agent, round, (turn) => turn % 2 === 0)));
  await agent.close();
  await stations.close();
  return { pairs: rounds.length, wrong };
}
