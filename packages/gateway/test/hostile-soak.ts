/**
 * Bodies drawn from a seed that are made to cost a gateway much: dense, deep, long, repetitive, broken, packed. Each gets an answer, and
 * afterwards the gateway still answers.
 */
import { brotliCompressSync, constants, deflateSync, gzipSync } from 'node:zlib';
import { randomFrom } from './hold-load.ts';
import { askings, send } from './send.ts';

export interface SoakOptions {
  readonly seed: number;
  readonly bodies: number;
  /** How many are sent at once. */
  readonly atOnce: number;
  /** Bytes of the largest, unpacked. */
  readonly most: number;
}

export interface SoakOutcome {
  readonly asked: number;
  readonly refused: number;
  readonly answered: number;
  /** Everything that must not be. */
  readonly wrong: string[];
}

const lists = ['messages', 'input', 'contents'];

const units = [
  '{}',
  '[]',
  '1',
  'null',
  '""',
  '{"role":"user","content":"a"}',
  '{"role":"user","content":[{}]}',
  '{"role":"assistant","tool_calls":[{}]}',
  '{"role":"assistant","tool_calls":[{"id":"a","type":"function","function":{"name":"a","arguments":"[1,[2]]"}}]}',
  '{"role":"assistant","content":[{"type":"tool_use","id":"a","name":"a","input":{}}]}',
  '{"role":"tool","tool_call_id":"a","content":"a"}',
  '{"role":"user","parts":[{"text":"a"},{"functionResponse":{"name":"a","response":{}}}]}',
  '{"type":"function_call_output","call_id":"a","output":"a"}',
  '{"type":"reasoning","id":"a","summary":[],"encrypted_content":"YQ=="}',
  '{"role":"system","content":"a"}',
  '12345678901234567890',
  '"\\ud800\\\\\\""',
];

type Random = () => number;

function hostileText(random: Random, most: number): string {
  const pick = <T>(all: readonly T[]): T => all[Math.floor(random() * all.length)] as T;
  // Most are small, some as large as they may be.
  const size = Math.floor(most * random() ** 12) + 10;
  const fill = (unit: string): string => `${`${unit},`.repeat(Math.ceil(size / (unit.length + 1)))}${unit}`;
  const list = pick(lists);
  const hello = list === 'contents' ? '{"role":"user","parts":[{"text":"hi"}]}' : '{"role":"user","content":"hi"}';
  const [open, close] = pick([
    ['[', ']'],
    ['{"a":', '}'],
  ] as const);
  const depth = Math.floor(size / (open.length + 1));
  const deep = open.repeat(depth) + (open === '[' ? '' : '1') + close.repeat(depth);
  const value = pick([
    () => `[${fill(pick(units))}]`,
    () => `[${hello},${fill(pick(units))}]`,
    () => deep,
    () => open.repeat(depth),
    () => JSON.stringify(deep),
    () => JSON.stringify(`[${fill('{}')}]`),
    () => `"${pick(['\\"', '\\u007b', ',[{', '\\n', 'é']).repeat(size / 8)}"`,
    () => `{${Array.from({ length: Math.ceil(size / 12) }, (_, at) => `"k${at}":1`).join(',')}}`,
    () => '9'.repeat(size),
    () => `"data:image/png;base64,${'A'.repeat(size)}"`,
  ])();
  const field = pick([list, list, list, 'tools', 'metadata', 'system', 'tool_choice', 'max_tokens', 'stop', 'model']);
  const text = `{"model":"m","stream":${random() < 0.2},"${list}":[${hello}],"${field}":${value}}`;
  return random() < 0.1 ? text.slice(0, Math.floor(random() * text.length)) : text;
}

const packings: readonly (readonly [Record<string, string>, (text: string) => Buffer])[] = [
  [{}, (text) => Buffer.from(text)],
  [{ 'content-encoding': 'gzip' }, (text) => gzipSync(text, { level: 1 })],
  [{ 'content-encoding': 'deflate' }, (text) => deflateSync(text, { level: 1 })],
  [
    { 'content-encoding': 'br' },
    (text) => brotliCompressSync(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } }),
  ],
  // Not what it says.
  [{ 'content-encoding': 'gzip' }, (text) => gzipSync(text).subarray(0, -9)],
];

export async function soak(url: string, { seed, bodies, atOnce, most }: SoakOptions): Promise<SoakOutcome> {
  const counts = { asked: 0, refused: 0, answered: 0 };
  const wrong: string[] = [];
  const sender = async (): Promise<void> => {
    while (counts.asked < bodies) {
      const turn = counts.asked;
      counts.asked += 1;
      const random = randomFrom(seed * 100_000 + turn);
      const pick = <T>(all: readonly T[]): T => all[Math.floor(random() * all.length)] as T;
      const { api, path } = pick(askings);
      const [headers, pack] = pick(packings);
      const body = pack(hostileText(random, most));
      try {
        const response = await fetch(url + path('m'), { method: 'POST', headers, body });
        await response.arrayBuffer();
        if (response.status === 200) counts.answered += 1;
        else if ([400, 413, 502, 503].includes(response.status)) counts.refused += 1;
        else wrong.push(`body ${turn} (${api}): status ${response.status}`);
      } catch (error) {
        wrong.push(`body ${turn} (${api}): ${error instanceof Error ? error.message : 'no answer'}`);
        if (!(await isThere(url))) return;
      }
    }
  };
  await Promise.all(Array.from({ length: atOnce }, sender));
  if (!(await isThere(url))) wrong.push('The gateway does not answer any more.');
  const ordinary = { model: 'm', messages: [{ role: 'user', content: 'hello' }] };
  const ask = async (): Promise<number> => (await send(url, '/v1/chat/completions', ordinary)).status;
  // The provider may have closed a connection meanwhile: then the second is answered.
  const statuses = [await ask(), await ask(), await ask()];
  if (!statuses.includes(200)) wrong.push(`Ordinary requests got ${statuses.join(', ')}.`);
  return { ...counts, wrong };
}

async function isThere(url: string): Promise<boolean> {
  return fetch(`${url}/healthz`).then(
    ({ ok }) => ok,
    () => false,
  );
}
