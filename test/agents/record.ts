/**
 * `node test/agents/record.ts [agent …]`: runs the agents once and saves what they sent and wrote as fixtures, which `npm test` replays:
 * `fixtures/agents/<agent>.json` (or `<agent>-<variant>.json`) and `fixtures/sessions/<agent>/`. Run it when a version in `drivers/` changes.
 */
import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { FoundSession } from '@interlock/import';
import type { Model } from '@interlock/simulators';
import { root } from '../architecture/repository.ts';
import { createAgent } from '../conformance/agent.ts';
import { openStations, type Station } from '../conformance/stations.ts';
import { type AgentDriver, writeFileIn } from './agent-driver.ts';
import { passingDrivers, recordedDrivers } from './drivers/index.ts';
import { type Recorder, recordRequests } from './record-requests.ts';
import { type Exchange, packed, trimmed, trimmedRecord } from './recording.ts';
import type { AgentHome } from './run-agent.ts';
import { passThrough } from './through-gateway.ts';
import { writeAndImport } from './write-and-import.ts';

let model: Model | undefined;
const stations = await openStations({
  numbered: false,
  model: (seen) => model?.(seen) ?? { parts: [{ say: 'Yes.' }], stop: 'end' },
});
const stationOf = (name: string): Station => {
  const found = stations.all.find((station) => station.name === name);
  if (found === undefined) throw new Error(`There is no ${name}.`);
  return found;
};
const agent = createAgent();

async function recordPassage(driver: AgentDriver): Promise<void> {
  let recorder: Recorder | undefined;
  const { wrong } = await passThrough({
    driver,
    from: stationOf('google gemini-3.1-pro'),
    to: stationOf('anthropic claude-opus-4-8'),
    answerWith: (next) => (model = next),
    between: async (url) => (recorder = await recordRequests(url)),
  });
  if (wrong.length > 0) throw new Error(`${driver.agent}: ${wrong.join('\n')}`);
  const { agent: name, variant, version } = driver;
  const exchanges = (recorder?.exchanges ?? []).map(
    ({ body, ...rest }) => ({ ...rest, body: trimmed(body) }) as Exchange,
  );
  const lines = packed(exchanges).map((exchange) => JSON.stringify(exchange));
  const head = JSON.stringify({ agent: name, ...(variant === undefined ? {} : { variant }), version });
  const file = [name, variant?.replaceAll(' ', '-')].filter(Boolean).join('-');
  const text = `${head.slice(0, -1)},"exchanges":[\n${lines.join(',\n')}\n]}\n`;
  writeFileIn(join(root, `fixtures/agents/${file}.json`), text);
}

async function recordSessions(driver: AgentDriver): Promise<void> {
  model = undefined;
  await writeAndImport({
    driver,
    agent,
    stations: [],
    throughGateway: driver.resumes === false,
    keep: async (home, found) => {
      for (const session of found) await keepSession(driver, home, session);
    },
  });
}

async function keepSession(driver: AgentDriver, home: AgentHome, found: FoundSession): Promise<void> {
  const isDatabase = found.path.endsWith('.db');
  const text = isDatabase
    ? (await home.run({ args: ['export', found.id] })).output.replace(/^[^{]*/, '')
    : readFileSync(found.path, 'utf8');
  const isFork = text.includes('[[task forked]]');
  // A fork of Codex has its beginning in another file, which Codex looks for in its own folder.
  if (!text.includes('[[task first]]') || (isFork && driver.agent === 'codex')) return;
  const name = isFork ? 'forked' : (driver.variant ?? 'killed and compacted').replaceAll(' ', '-');
  const folder = join(root, 'fixtures/sessions', driver.agent);
  if (isDatabase) {
    return writeFileIn(join(folder, `${name}.json`), `${JSON.stringify(trimmedRecord(JSON.parse(text)), null, 1)}\n`);
  }
  const kept = text
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.stringify(trimmedRecord(JSON.parse(line))));
  // Copilot's session files all have the same name, and other files next to them.
  const path = basename(found.path) === 'events.jsonl' ? join(name, 'events.jsonl') : `${name}.jsonl`;
  writeFileIn(join(folder, path), `${kept.join('\n')}\n`);
}

const named = process.argv.slice(2);
for (const driver of new Set([...passingDrivers, ...recordedDrivers])) {
  if (named.length > 0 && !named.includes(driver.agent)) continue;
  if (passingDrivers.includes(driver)) await recordPassage(driver);
  if (recordedDrivers.includes(driver)) await recordSessions(driver);
  console.log(driver.agent, driver.variant ?? '');
}
await agent.close();
await stations.close();
