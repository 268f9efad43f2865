import { expect, test } from 'vitest';
import { createMemoryStore, type MemoryShelf } from '../../src/store/memory-store.ts';
import { describeStore, headerOf, refusal } from './contract.ts';

describeStore('the memory store', async () => {
  const shelf: MemoryShelf = new Map();
  let store = createMemoryStore({ shelf });
  return {
    store,
    reopen: async () => {
      await store.close();
      store = createMemoryStore({ shelf });
      return store;
    },
    close: () => store.close(),
  };
});

test('the memory store keeps side files with their session', async () => {
  const store = createMemoryStore();
  await store.create(headerOf('s1'));
  expect(await store.sideFiles.keep('s1', 'result.txt', 'whole')).toBe('memory:s1/result.txt');
  expect(Buffer.from(await store.sideFiles.read('s1', 'result.txt')).toString()).toBe('whole');
  expect(await refusal(store.sideFiles.read('s1', 'other.txt'))).toBe('not-found');
  expect(await refusal(store.sideFiles.keep('s2', 'result.txt', ''))).toBe('not-found');
  expect(await refusal(store.sideFiles.keep('s1', '../x', ''))).toBe('invalid-id');
  await store.close();
});
