/**
 * Many streams at once, with faults upstream and clients that vanish: every request is answered with its own nonce and no one
 * else's, or told of an error, and nothing is left behind. What is asked, broken and left is drawn from a seed.
 */
import { request as httpRequest } from 'node:http';
import { createMemoryRouteStore, type RouteConfig, type RouteStore, type RouteTarget } from '@interlock/runtime';
import { echoModel, type FaultPlan } from '@interlock/simulators';
import type { Station } from '../../../test/conformance/stations.ts';
import { nameOf, openGateway } from './open-gateway.ts';
import { askings } from './send.ts';

export interface LoadOptions {
  readonly seed: number;
  readonly streams: number;
  /** Of each stream, one after the other. */
  readonly requests: number;
  /** No request is begun after so many milliseconds. */
  readonly forMs?: number;
}

export interface LoadOutcome {
  readonly asked: number;
  readonly answered: number;
  readonly failed: number;
  readonly vanished: number;
  readonly faults: number;
  /** Everything that must not be. */
  readonly wrong: string[];
}

const models = [
  'anthropic/claude-opus-4-8',
  'openai/gpt-4.1',
  'openai/gpt-5.6-terra',
  'google/gemini-3.1-pro',
  'mistral/mistral-large-latest',
  'deepseek/deepseek-v4-pro',
  'round',
];

const faults: readonly FaultPlan[] = [
  { do: 'drop', at: 'before-status' },
  { do: 'drop', at: 'after-headers' },
  { do: 'drop', at: 300 },
  { do: 'cut', every: 7 },
  { do: 'end-missing' },
  { do: 'malform' },
  { do: 'fail', with: { kind: 'server' } },
  { do: 'fail-inside', with: { kind: 'server' } },
  { do: 'wait', at: 'after-headers', ms: 20 },
];

/** A failure that is remembered would have most requests refused without being sent. */
export function forgetfulStore(): RouteStore {
  return { ...createMemoryRouteStore(), cooldowns: async () => [], put: async () => undefined };
}

export function loadRoutes(targetOf: (name: string) => RouteTarget): Readonly<Record<string, RouteConfig>> {
  return { round: { policy: 'round-robin', targets: models.slice(0, 3).map(targetOf) } };
}

/** With a gateway in this process. */
export async function holdLoad(options: LoadOptions): Promise<LoadOutcome> {
  const before = countHandles();
  const opened = await openGateway({ model: echoModel, routeStore: forgetfulStore(), routes: loadRoutes });
  const { wrong, ...counts } = await ask(opened.gateway.url, opened.stations, options);
  await opened.close();
  const logged = opened.lines.filter(({ msg }) => msg === 'request').length;
  wrong.push(...lostInLog(counts, logged));
  for (const line of opened.lines.filter(({ msg }) => msg === 'fault')) wrong.push(JSON.stringify(line));
  // What is closed is gone some rounds of the event loop later.
  for (let waits = 0; waits < 30_000 && countHandles() > before; waits += 1)
    await new Promise((done) => setTimeout(done, 10));
  const left = countHandles() - before;
  if (left > 0) wrong.push(`${left} handles are left: ${process.getActiveResourcesInfo().join(', ')}`);
  return { ...counts, wrong };
}

/** Whoever vanishes early enough has asked for nothing. */
export function lostInLog(
  { asked, vanished }: Pick<LoadOutcome, 'asked' | 'vanished'>,
  logged: number,
): readonly string[] {
  const unlogged = asked - logged;
  return unlogged < 0 || unlogged > vanished ? [`${unlogged} requests are not in the log`] : [];
}

/** Asks the gateway at this address. */
export async function ask(
  url: string,
  stations: readonly Station[],
  { seed, streams, requests, forMs = Infinity }: LoadOptions,
): Promise<LoadOutcome> {
  const wrong: string[] = [];
  const counts = { asked: 0, answered: 0, failed: 0, vanished: 0, faults: 0 };
  const until = performance.now() + forMs;
  const stream = async (at: number): Promise<void> => {
    const random = randomFrom(seed * 1_000 + at);
    const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
    for (let turn = 0; turn < requests && performance.now() < until; turn += 1) {
      const [asking, model, fault] = [pick(askings), pick(models), pick(faults)];
      const [struck, vanishes, streamed] = [random() < 0.2, random() < 0.15, random() < 0.8];
      if (struck) {
        pick(stations.filter((each) => models.includes(nameOf(each)))).simulator.fault(fault);
        counts.faults += 1;
      }
      const nonce = `nonce-${at}-${turn}-`;
      const path = asking.path(model).replace(/:generateContent$/, streamed ? ':streamGenerateContent?alt=sse' : '$&');
      const told = await post(url + path, asking.body(model, `${nonce} `.repeat(40), streamed), vanishes);
      counts.asked += 1;
      const verdict = judge(told, nonce);
      if (verdict in counts) counts[verdict as 'answered'] += 1;
      else wrong.push(`${verdict}: ${nonce} ${asking.api} ${model} ${told.status} ${told.text.slice(-300)}`);
    }
  };
  await Promise.all(Array.from({ length: streams }, (_, at) => stream(at)));
  return { ...counts, wrong };
}

/** How a request ended, or what is wrong with its end. */
function judge({ status, text, end }: Told, nonce: string): string {
  // Pieces of a stream divide words.
  const said = [...text.matchAll(/"(?:content|text|delta)":\s*"((?:[^"\\]|\\.)*)"/g)]
    .map(([, piece]) => piece)
    .join('');
  const nonces = new Set([...said.matchAll(/nonce-\d+-\d+-/g)].map(([found]) => found));
  const own = nonces.delete(nonce);
  if (nonces.size > 0) return "somebody else's answer";
  if (end === 'left') return 'vanished';
  if (end === 'broken') return 'broken off without an error';
  if (/"error"|response\.failed/.test(text)) return 'failed';
  return status === 200 && own ? 'answered' : 'neither answered nor failed';
}

/** Sockets and servers; timers of the test runner come and go. */
export function countHandles(): number {
  return process.getActiveResourcesInfo().filter((name) => /TCP|Pipe|HTTP/.test(name)).length;
}

interface Told {
  readonly status: number;
  readonly text: string;
  /** `left`: the client itself went away. */
  readonly end: 'whole' | 'broken' | 'left';
}

/** On its own connection, so that what is left over is the gateway's. */
function post(url: string, body: object, vanishes: boolean): Promise<Told> {
  return new Promise((resolve) => {
    let [status, text] = [0, ''];
    const done = (end: Told['end']): void => resolve({ status, text, end });
    const request = httpRequest(url, { method: 'POST', agent: false }, (response) => {
      status = response.statusCode ?? 0;
      response.setEncoding('utf8');
      response.on('data', (chunk: string) => {
        text += chunk;
        if (!vanishes) return;
        request.destroy();
        done('left');
      });
      response.on('end', () => done('whole'));
      response.on('error', () => done('broken'));
    });
    request.on('error', () => done('broken'));
    request.end(JSON.stringify(body));
  });
}

/** The same numbers for the same seed. */
export function randomFrom(seed: number): () => number {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
