/** How the JSONL store reads a damaged session file. */
import { readFile, rm, writeFile } from 'node:fs/promises';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { holdsAsync, patience, share } from '../../../../../test/property/runs.ts';
import { encodeHeaderLine, encodeRecordLine } from '../../../src/store/jsonl/line-format.ts';
import type { SessionHeader, SessionStore, StoredRecord } from '../../../src/store/session-store.ts';
import { collect, headerOf, refusal, textRecord } from '../contract.ts';
import { pathsOf, tempFolder, tempStore, writeSession } from './temp-session.ts';

const texts = ['one', 'two\nwith "quotes"', 'three 😀', 'four', 'five', 'six'];

/** The header and each line, including its line break. */
const linesOf = (file: Buffer): readonly string[] => file.toString('latin1').split(/(?<=\n)/);

interface Case {
  readonly name: string;
  /** Builds the bytes of the file from its lines, header first, in Latin-1. */
  readonly damage: (lines: readonly string[]) => string;
  readonly survivors: readonly number[];
  readonly warnings: readonly (readonly [code: string, place: number | undefined])[];
  readonly header?: Partial<SessionHeader>;
}

const all = [1, 2, 3, 4, 5, 6];
const recovered: Case['header'] = { ...headerOf('s1'), createdAt: -1 };

const cases: readonly Case[] = [
  { name: 'nothing', damage: (l) => l.join(''), survivors: all, warnings: [] },
  {
    name: 'the last line cut off',
    damage: (l) => l.join('').slice(0, -20),
    survivors: [1, 2, 3, 4, 5],
    warnings: [['torn', 7]],
  },
  { name: 'only the last line end cut off', damage: (l) => l.join('').slice(0, -1), survivors: all, warnings: [] },
  {
    name: 'NULs at the end, as after a power cut',
    damage: (l) => `${l.join('')}${'\0'.repeat(5_000)}`,
    survivors: all,
    warnings: [['torn', 8]],
  },
  {
    name: 'a byte changed',
    damage: (l) => l.with(3, l[3]?.replace('three', 'thRee') ?? '').join(''),
    survivors: [1, 2, 4, 5, 6],
    warnings: [
      ['corrupt', 4],
      ['gap', 3],
    ],
  },
  {
    name: 'a changed sequence number',
    damage: (l) => l.with(3, l[3]?.replace('"seq":3', '"seq":9') ?? '').join(''),
    survivors: [1, 2, 4, 5, 6],
    warnings: [
      ['corrupt', 4],
      ['gap', 3],
    ],
  },
  {
    name: 'foreign lines',
    damage: (l) => [...l.slice(0, 3), 'hello\n', '{"role":"user"}\n', '\u0001\u00ff\u00fe\n', ...l.slice(3)].join(''),
    survivors: all,
    warnings: [['corrupt', 4]],
  },
  {
    name: 'lines missing',
    damage: (l) => [...l.slice(0, 2), ...l.slice(4)].join(''),
    survivors: [1, 4, 5, 6],
    warnings: [['gap', 2]],
  },
  {
    name: 'a line twice',
    damage: (l) => [...l.slice(0, 3), l[2], ...l.slice(3)].join(''),
    survivors: all,
    warnings: [['duplicate', 4]],
  },
  {
    name: 'the whole file twice',
    damage: (l) => [...l, ...l].join(''),
    survivors: all,
    warnings: [['duplicate', 8]],
  },
  {
    name: 'another record with the same sequence number: the first one wins',
    damage: (l) => l.join('') + encodeRecordLine(6, 1, JSON.stringify(textRecord('other'))).toString('latin1'),
    survivors: all,
    warnings: [['duplicate', 8]],
  },
  {
    name: 'two lines swapped',
    damage: (l) => [l[0], l[1], l[3], l[2], ...l.slice(4)].join(''),
    survivors: all,
    warnings: [['reordered', 4]],
  },
  {
    name: 'all lines reversed',
    damage: (l) => [l[0], ...l.slice(1).reverse()].join(''),
    survivors: all,
    warnings: [3, 4, 5, 6, 7].map((line) => ['reordered', line] as const),
  },
  {
    name: 'the header last',
    damage: (l) => [...l.slice(1), l[0]].join(''),
    survivors: all,
    warnings: [],
  },
  {
    name: 'an overwritten line end',
    damage: (l) => l.with(2, `${l[2]?.slice(0, -1)}x`).join(''),
    survivors: all,
    warnings: [],
  },
  {
    name: 'a line end and the text before it missing',
    damage: (l) => l.with(2, l[2]?.slice(0, -9) ?? '').join(''),
    survivors: [1, 3, 4, 5, 6],
    warnings: [
      ['corrupt', 3],
      ['gap', 2],
    ],
  },
  { name: 'empty lines', damage: (l) => l.join('\n\n'), survivors: all, warnings: [] },
  { name: 'Windows line ends', damage: (l) => l.join('').replaceAll('\n', '\r\n'), survivors: all, warnings: [] },
  {
    name: 'the header damaged',
    damage: (l) => l.with(0, l[0]?.replace('A title', 'B title') ?? '').join(''),
    survivors: all,
    warnings: [
      ['corrupt', 1],
      ['corrupt', 1],
    ],
    header: recovered,
  },
  {
    name: 'a header with a damaged version',
    damage: (l) => l.with(0, l[0]?.replace('"version":1', '"version":7') ?? '').join(''),
    survivors: all,
    warnings: [
      ['corrupt', 1],
      ['corrupt', 1],
    ],
    header: recovered,
  },
  {
    name: 'the header missing',
    damage: (l) => l.slice(1).join(''),
    survivors: all,
    warnings: [['corrupt', 1]],
    header: recovered,
  },
  {
    name: 'another session’s header',
    damage: (l) => l.with(0, encodeHeaderLine(headerOf('other', { title: 'A title' })).toString('latin1')).join(''),
    survivors: all,
    warnings: [['corrupt', 1]],
  },
  { name: 'everything gone', damage: () => '', survivors: [], warnings: [['corrupt', 1]], header: recovered },
  {
    name: 'a record of an unknown kind',
    damage: (l) => l.join('') + encodeRecordLine(7, 1, '{"kind":"dream","about":"sheep"}').toString('latin1'),
    survivors: all,
    warnings: [['unknown-kind', 7]],
  },
  {
    name: 'a valid checksum over something that is not JSON',
    damage: (l) => l.join('') + encodeRecordLine(7, 1, '{"kind":').toString('latin1'),
    survivors: all,
    warnings: [['corrupt', undefined]],
  },
];

describe('05-edge-cases 4.2 a damaged session file', () => {
  test.each(cases)('$name', async ({ damage, survivors, warnings, header }) => {
    const folder = await tempFolder();
    const stored = await writeSession(folder, texts);
    const { file, skipped } = pathsOf(folder, 's1');
    const damaged = Buffer.from(damage(linesOf(await readFile(file))), 'latin1');
    await writeFile(file, damaged);
    const expected = stored.filter(({ sequence }) => survivors.includes(sequence));
    const store = tempStore(folder);

    const read = await store.read('s1');
    expect(await collect(read.records)).toEqual(expected);
    expect(read.warnings.map(({ code, place }) => [code, place])).toEqual(
      warnings.map(([code, place]) => [code, place]),
    );
    const createdAt = stored.at(0)?.at ?? 0;
    if (header === undefined) expect(read.header).toEqual(headerOf('s1', { title: 'A title' }));
    else expect(read.header).toEqual({ ...header, createdAt: survivors.length === 0 ? 0 : createdAt });
    await expect(readFile(skipped)).rejects.toThrow('ENOENT');

    const opened = await store.open('s1');
    expect(await collect(opened.records)).toEqual(expected);
    expect(opened.warnings).toEqual(read.warnings);
    const added = await opened.log.append(textRecord('added'), true);
    await opened.log.close();
    // Nothing is ever removed from the file.
    expect((await readFile(file)).subarray(0, damaged.length)).toEqual(damaged);
    const again = await store.read('s1');
    expect(await collect(again.records)).toEqual([...expected, added]);
    expect((await store.list('/home/ada/project')).map(({ header: { id } }) => id)).toEqual(['s1']);
  });

  test('sets skipped lines aside, once', async () => {
    const folder = await tempFolder();
    await writeSession(folder, texts);
    const { file, skipped } = pathsOf(folder, 's1');
    const [header, ...lines] = linesOf(await readFile(file));
    await writeFile(file, [header, 'first\n', ...lines, lines[0], 'to'].join(''), 'latin1');
    const store = tempStore(folder);
    for (let opening = 0; opening < 3; opening += 1) await (await store.open('s1')).log.close();
    const kept = (await readFile(skipped, 'utf8')).trim().split('\n');
    expect(
      kept.map((line) => {
        const { code, line: at, base64 } = JSON.parse(line);
        return [code, at, Buffer.from(base64, 'base64').toString('latin1')];
      }),
    ).toEqual([
      ['corrupt', 2, 'first'],
      ['duplicate', 9, lines[0]],
      ['torn', 10, 'to'],
    ]);
    await store.delete('s1');
    await expect(readFile(skipped)).rejects.toThrow('ENOENT');
  });

  test('rejects a newer format and leaves it alone', async () => {
    const folder = await tempFolder();
    await writeSession(folder, texts);
    const { file } = pathsOf(folder, 's1');
    const newer = Object.assign({}, headerOf('s1'), { version: 2, because: 'later' });
    const [, ...lines] = linesOf(await readFile(file));
    const bytes = Buffer.from(encodeHeaderLine(newer as never).toString('latin1') + lines.join(''), 'latin1');
    await writeFile(file, bytes);
    const warnings: string[] = [];
    const store = tempStore(folder, { onWarning: ({ code }) => warnings.push(code) });
    await expect(store.open('s1')).rejects.toThrow('format 2; this version reads format 1');
    expect(await refusal(store.open('s1'))).toBe('newer-format');
    expect(await refusal(store.read('s1'))).toBe('newer-format');
    expect([await store.list(), warnings]).toEqual([[], ['newer-format']]);
    expect(await readFile(file)).toEqual(bytes);
  });

  test('handles long lines: a last one of a megabyte, and one torn at ten', async () => {
    const folder = await tempFolder();
    const stored = await writeSession(folder, ['small', 'm'.repeat(1_000_000)]);
    const { file } = pathsOf(folder, 's1');
    await writeFile(file, `{"sum":"01234567","seq":3,"at":1,"record":"${'x'.repeat(10_000_000)}`, { flag: 'a' });
    const store = tempStore(folder);
    const { records, warnings } = await store.read('s1');
    expect(await collect(records)).toEqual(stored);
    expect(warnings.map(({ code }) => code)).toEqual(['torn']);
    expect((await store.list()).map((summary) => summary.records)).toEqual([2]);
  });
});

type Damage = (file: Buffer, from: number, to: number) => Buffer;

const damages: Readonly<Record<string, Damage>> = {
  flip: (file, from, to) => Buffer.from(file.map((byte, at) => (at >= from && at < to ? byte ^ 0xff : byte))),
  'flip a bit': (file, from, to) => Buffer.from(file.map((byte, at) => (at >= from && at < to ? byte ^ 1 : byte))),
  zero: (file, from, to) => Buffer.from(file).fill(0, from, to),
  cut: (file, from, to) => Buffer.concat([file.subarray(0, from), file.subarray(to)]),
  duplicate: (file, from, to) => Buffer.concat([file.subarray(0, to), file.subarray(from)]),
};

/** Sequence numbers of lines that the damage did not touch, including their line break. Shares no code with what is tested. */
function untouched(file: Buffer, name: string, from: number, to: number): readonly number[] {
  let start = 0;
  return linesOf(file).flatMap((line, index) => {
    const [first, end] = [start, start + line.length];
    start = end;
    const touched = name === 'duplicate' ? first < to && to < end : first < to && from < end;
    return index === 0 || touched ? [] : [index];
  });
}

async function checkDamage(
  store: SessionStore,
  file: string,
  original: Buffer,
  stored: readonly StoredRecord[],
  name: string,
  from: number,
  to: number,
): Promise<void> {
  const damaged = damages[name]?.(original, from, to) ?? original;
  await writeFile(file, damaged);
  const { records, warnings } = await store.read('s1');
  const found = await collect(records);
  // Each record is as it was written, in order, and none is invented.
  expect(found).toEqual(stored.filter(({ sequence }) => found.some((record) => record.sequence === sequence)));
  const sequences = found.map(({ sequence }) => sequence);
  expect(untouched(original, name, from, to).filter((sequence) => !sequences.includes(sequence))).toEqual([]);
  // If whole lines are cut from the end, no damage is visible, with or without the line break before them.
  const edge = [original[damaged.length - 1], original[damaged.length]];
  const leavesNoTrace = name === 'cut' && to === original.length && edge.includes(10);
  if (found.length < stored.length && !leavesNoTrace) expect(warnings).not.toEqual([]);
}

describe('05-edge-cases 4.2 each part of a session file damaged in turn', () => {
  /** Takes every fifth byte, with a different offset for each kind of damage; the long form takes all. */
  test.each([...Object.keys(damages).entries()])('byte by byte (%i: %s)', async (first, name) => {
    const folder = await tempFolder();
    const stored = await writeSession(folder, texts.slice(0, 3));
    const { file } = pathsOf(folder, 's1');
    const original = await readFile(file);
    const store = tempStore(folder);
    for (const at of share([...original.keys()], 5, first))
      await checkDamage(store, file, original, stored, name, at, at + 1);
  });

  test(
    'any range, in any way; it opens for writing and continues',
    async () => {
      const folder = await tempFolder();
      const stored = await writeSession(folder, [...texts, 'x'.repeat(300), ...texts]);
      const { file, skipped } = pathsOf(folder, 's1');
      const original = await readFile(file);
      const damage = fc.record({
        name: fc.constantFrom(...Object.keys(damages)),
        from: fc.nat(original.length - 1),
        length: fc.oneof(fc.integer({ min: 1, max: 40 }), fc.integer({ min: 1, max: original.length })),
      });
      const store = tempStore(folder);
      await holdsAsync(damage, 150, async ({ name, from, length }) => {
        const to = Math.min(original.length, from + length);
        await checkDamage(store, file, original, stored, name, from, to);
        const damaged = await readFile(file);
        const opened = await store.open('s1');
        const before = await collect(opened.records);
        const added = await opened.log.append(textRecord('added'), true);
        await opened.log.close();
        expect((await readFile(file)).subarray(0, damaged.length)).toEqual(damaged);
        expect(await collect((await store.read('s1')).records)).toEqual([...before, added]);
        await rm(skipped, { force: true });
      });
    },
    patience,
  );
});
