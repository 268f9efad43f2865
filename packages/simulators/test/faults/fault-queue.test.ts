/** Which plan applies to which request. */
import { expect, test } from 'vitest';
import { createFaultQueue } from '../../src/faults/fault-queue.ts';
import type { FaultPlan, RequestFacts } from '../../src/index.ts';

const chat: RequestFacts = { method: 'POST', path: '/chat', model: 'a', stream: false, verdict: 'accepted' };
const list: RequestFacts = { method: 'GET', path: '/models', stream: false, verdict: 'served' };

/** The fault of each of these requests. */
function faultsFor(plans: readonly FaultPlan[], requests: readonly RequestFacts[]): readonly string[] {
  const queue = createFaultQueue();
  for (const plan of plans) queue.add(plan);
  return requests.map((request) => queue.take(request)?.do ?? '-');
}

const four = [chat, chat, chat, chat];

test.each<[string, readonly FaultPlan[], readonly RequestFacts[], readonly string[]]>([
  ['once', [{ do: 'end-twice' }], four, ['end-twice', '-', '-', '-']],
  ['for two requests', [{ do: 'end-twice', times: 2 }], four, ['end-twice', 'end-twice', '-', '-']],
  ['never', [{ do: 'end-twice', times: 0 }], four, ['-', '-', '-', '-']],
  ['after two', [{ do: 'end-twice', after: 2 }], four, ['-', '-', 'end-twice', '-']],
  ['always', [{ do: 'malform', times: Number.POSITIVE_INFINITY }], four, ['malform', 'malform', 'malform', 'malform']],
  ['one after the other', [{ do: 'end-twice' }, { do: 'malform' }], four, ['end-twice', 'malform', '-', '-']],
  ['skips requests that do not reach the model', [{ do: 'malform' }], [list, chat], ['-', 'malform']],
  [
    'unless they are meant',
    [{ do: 'malform', when: ({ path }) => path === '/models' }],
    [chat, list],
    ['-', 'malform'],
  ],
  [
    'a model',
    [{ do: 'malform', when: ({ model }) => model === 'b' }],
    [chat, { ...chat, model: 'b' }],
    ['-', 'malform'],
  ],
  [
    'a waiting one lets the next apply',
    [{ do: 'malform', after: 1 }, { do: 'end-twice' }],
    four,
    ['end-twice', 'malform', '-', '-'],
  ],
])('%s', (_, plans, requests, expected) => {
  expect(faultsFor(plans, requests)).toEqual(expected);
});

test('can be cleared', () => {
  const queue = createFaultQueue();
  queue.add({ do: 'malform', times: 9 });
  expect(queue.take(chat)).toMatchObject({ do: 'malform' });
  queue.clear();
  expect(queue.take(chat)).toBeUndefined();
});
