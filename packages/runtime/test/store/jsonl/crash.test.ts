import { describe, expect, test } from 'vitest';
import { createJsonlStore } from '../../../src/store/jsonl-store.ts';
import { collect, textRecord } from '../contract.ts';
import { kill, start } from './session-process.ts';
import { tempFolder, writeSession } from './temp-session.ts';

describe('a writer killed at any moment', () => {
  test('everything confirmed as durable is there, and the session continues', async () => {
    const folder = await tempFolder();
    await writeSession(folder, []);
    const lifetimes = [3, 1, 8, 2, 13, 5];
    let durable = 0;
    for (const lines of lifetimes) {
      const writer = start('write', folder);
      expect(await writer.next()).toBe('ready');
      for (let line = 0; line < lines; line += 1) durable = Number(await writer.next());
      await kill(writer);
      // Everything it reported before it was killed counts.
      for (let said = await writer.next(); said !== undefined; said = await writer.next()) durable = Number(said);
      const store = createJsonlStore(folder, { lockWaitMs: 0 });
      const opened = await store.open('s1');
      const stored = await collect(opened.records);
      await store.close();
      expect(stored.map(({ sequence }) => sequence)).toEqual(stored.map((_, index) => index + 1));
      expect(stored.length).toBeGreaterThanOrEqual(durable);
      expect(stored.map(({ record }) => record)).toEqual(
        stored.map((_, index) => textRecord(`${index + 1} ${'x'.repeat(((index + 1) % 7) * 5_000)}`)),
      );
      expect(opened.warnings.filter(({ code }) => code === 'gap' || code === 'duplicate')).toEqual([]);
    }
  });
});
