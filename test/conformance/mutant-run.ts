/**
 * Runs a short conformance test with one mutant applied to our sources while they are loaded, and prints the first complaint, or `green`.
 * Runs in a separate process: `node --conditions=@interlock/source mutant-run.ts <name of the mutant | none>`.
 */

import { globSync, readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { fileURLToPath } from 'node:url';
import type { Content } from '@interlock/transcript';
import type { Agent } from './agent.ts';
import { mutants } from './mutants.ts';
import type { Station } from './stations.ts';

const mutant = mutants.find(({ name }) => name === process.argv[2]);
if (mutant === undefined && process.argv[2] !== 'none') throw new Error(`there is no mutant ${process.argv[2]}`);
let applied = mutant === undefined;

registerHooks({
  load(url, context, next) {
    const loaded = next(url, context);
    if (mutant === undefined || !url.endsWith(`packages/${mutant.file}`)) return loaded;
    let source = String(loaded.source);
    for (const [find, replace] of mutant.edits) {
      if (source.split(find).length !== 2) throw new Error(`${mutant.name}: not once in ${mutant.file}: ${find}`);
      source = source.replace(find, () => replace);
    }
    applied = true;
    return { ...loaded, source };
  },
});

// Imported after the hooks are registered, so that our sources pass through them.
const { createAgent } = await import('./agent.ts');
const { oddHistories } = await import('./odd-histories.ts');
const { complaint, marksOf, marksSeen, strangeThoughts } = await import('./seen-marks.ts');
const { openStations } = await import('./stations.ts');
const { newTally, walk } = await import('./walk.ts');
const { pairingComplaint } = await import('./pairing-complaint.ts');

console.log((await firstComplaint()) ?? 'green');
if (!applied) throw new Error('the mutant was never loaded');

async function firstComplaint(): Promise<string | undefined> {
  const mispaired = pairingMistake();
  if (mispaired !== undefined) return `red: ${mispaired}`;
  const stations = await openStations();
  const agent = createAgent();
  try {
    // Cheapest first: the first few requests reveal most mutants.
    return (
      (await complaintAboutAny(agent, stations.all, oddHistories)) ??
      (await complaintOfWalks(agent, stations.all)) ??
      (await complaintAboutAny(agent, stations.all, fieldCases()))
    );
  } finally {
    await agent.close();
    await stations.close();
  }
}

/** A transcript that fails its own check also counts as a mistake that was found. */
function pairingMistake(): string | undefined {
  try {
    return pairingComplaint();
  } catch (error) {
    return String(error);
  }
}

function fieldCases(): readonly (readonly Content[])[] {
  const folder = fileURLToPath(new URL('../../fixtures/field/', import.meta.url));
  // An eighth of them; all in the long form.
  const files = globSync(`${folder}*.json`)
    .sort()
    .filter((_, at) => process.env['INTERLOCK_RUNS'] !== undefined || at % 8 === 0);
  return files.map((file) => JSON.parse(readFileSync(file, 'utf8')).contents);
}

async function complaintAboutAny(
  agent: Agent,
  stations: readonly Station[],
  histories: readonly (readonly Content[])[],
): Promise<string | undefined> {
  for (const contents of histories) {
    for (const station of stations.filter((_, at) => at % 3 === 0)) {
      const wrong = await complaintAbout(agent, station, contents);
      if (wrong !== undefined) return `red: ${station.name}: ${wrong}`;
    }
  }
  return undefined;
}

async function complaintOfWalks(agent: Agent, stations: readonly Station[]): Promise<string | undefined> {
  for (let seed = 1; seed <= 6; seed += 1) {
    const tally = newTally();
    await walk(agent, stations, seed, 6, tally);
    const [first] = [...tally.refused, ...tally.warned, ...tally.hidden];
    if (first !== undefined) return `red: ${first}`;
  }
  return undefined;
}

async function complaintAbout(
  agent: Agent,
  station: Station,
  contents: readonly Content[],
): Promise<string | undefined> {
  const before = station.simulator.log.length;
  const failed = await agent.ask(station, contents, {}).then(() => undefined, String);
  const request = station.simulator.log[before];
  if (request === undefined) return `nothing was sent: ${failed}`;
  const { seen } = request;
  const said = complaint(request);
  if (said !== undefined || seen === undefined) return said;
  const shown = marksSeen(seen);
  const known = new Set(marksOf(contents.filter(({ metadata }) => metadata?.['orphan'] !== true)));
  const wrong = marksOf(contents).find((mark) => (shown.get(mark) ?? 0) !== (known.has(mark) ? 1 : 0));
  if (wrong !== undefined) return `${wrong} was shown ${shown.get(wrong) ?? 0} times`;
  return strangeThoughts(seen, contents, station).length === 0 ? undefined : 'a thought of another model was shown';
}
