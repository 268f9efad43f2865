/**
 * A process that opens sessions: `hold` opens `s1` on `go` and keeps it open until its input ends; `turns` opens it, adds a record and
 * closes it, several times; `write` appends forever and prints which records are durable.
 */
import { writeSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { createJsonlStore } from '../../../src/store/jsonl-store.ts';
import { StoreError } from '../../../src/store/store-error.ts';

const [, , task, folder = '', waitMs = '0'] = process.argv;
const store = createJsonlStore(folder, { lockWaitMs: Number(waitMs) });
// Printed before anything else can happen to this process.
const say = (text: string): void => void writeSync(1, `${text}\n`);
const record = (text: string) =>
  ({ kind: 'content', content: { speaker: 'human', blocks: [{ type: 'text', text }] } }) as const;

async function hold(): Promise<void> {
  say('ready');
  for await (const line of createInterface({ input: process.stdin })) {
    if (line !== 'go') continue;
    try {
      await store.open('s1');
      say('held');
    } catch (error) {
      say(error instanceof StoreError ? error.code : String(error));
    }
  }
  await store.close();
}

async function turns(): Promise<void> {
  for (let turn = 0; turn < 5; turn += 1) {
    const { log } = await store.open('s1');
    await log.append(record(`${process.pid} ${turn} a`), false);
    await log.append(record(`${process.pid} ${turn} b`), true);
    await log.close();
  }
  say('done');
}

async function write(): Promise<void> {
  const { log, records } = await store.open('s1');
  let number = 0;
  for await (const { sequence } of records) number = sequence;
  say('ready');
  for (;;) {
    number += 1;
    const durable = number % 3 === 0;
    // Some records are appended together, some alone. Long ones are the most likely to be torn.
    const appended = log.append(record(`${number} ${'x'.repeat((number % 7) * 5_000)}`), durable);
    if (durable) say(String((await appended).sequence));
  }
}

await { hold, turns, write }[task as 'hold' | 'turns' | 'write']();
