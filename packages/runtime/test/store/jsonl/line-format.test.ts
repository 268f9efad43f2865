import { describe, expect, test } from 'vitest';
import {
  checkLine,
  encodeHeaderLine,
  encodeRecordLine,
  findLineStarts,
  parseRecordLine,
} from '../../../src/store/jsonl/line-format.ts';
import { headerOf } from '../contract.ts';

const line = (text: string): Buffer => Buffer.from(text);
const record = encodeRecordLine(12, 1_750_000_000_123, '{"kind":"switch","to":"é"}').subarray(0, -1);
const header = encodeHeaderLine(headerOf('s1')).subarray(0, -1);

test('the format: exactly these bytes are on users’ disks', () => {
  expect([header.toString(), record.toString()]).toEqual([
    '{"sum":"89abb5cf","header":{"version":1,"id":"s1","workspace":"/home/ada/project","createdAt":1750000000000,"spawnDepth":0}}',
    '{"sum":"8b6fd5e2","seq":12,"at":1750000000123,"record":{"kind":"switch","to":"é"}}',
  ]);
});

test('parses a valid line', () => {
  expect([checkLine(record), checkLine(header), parseRecordLine(record)]).toEqual([
    { type: 'record', sequence: 12, at: 1_750_000_000_123 },
    { type: 'header', header: headerOf('s1') },
    { seq: 12, at: 1_750_000_000_123, record: { kind: 'switch', to: 'é' } },
  ]);
});

const headerWith = (change: object): Buffer =>
  encodeHeaderLine(Object.assign({}, headerOf('s1'), change)).subarray(0, -1);

describe('invalid lines', () => {
  test.each([
    ['nothing', line('')],
    ['a brace', line('{')],
    ['other JSON', line('{"seq":1}')],
    ['a byte more', Buffer.concat([record, line(' ')])],
    ['a byte less', record.subarray(0, -1)],
    [
      'a capital letter in the checksum',
      line(record.toString().replace(/"sum":"\w+"/, (sum: string) => sum.toUpperCase())),
    ],
    ['sequence 0', encodeRecordLine(0, 1, '{}').subarray(0, -1)],
    ['a sequence number too large for a number', encodeRecordLine(1e15, 1, '{}').subarray(0, -1)],
    ['a header without a version', headerWith({ version: 'x' })],
    ['a header of an older version', headerWith({ version: 0 })],
    ['a header without an id', headerWith({ id: undefined })],
    ['a header whose title is a number', headerWith({ title: 7 })],
  ])('%s', (_name, bytes) => {
    expect(checkLine(bytes)).toEqual({ type: 'corrupt' });
  });
});

test('recognizes a newer header by its checksum and version alone', () => {
  expect(checkLine(headerWith({ version: 3, id: 5 }))).toEqual({ type: 'newer', version: 3 });
});

test('finds lines that ran together, and nothing that only looks like one', () => {
  const nested = encodeRecordLine(13, 1, '{"kind":"x","a":{"sum":"00000000","total":1}}').subarray(0, -1);
  expect(findLineStarts(Buffer.concat([nested, record, header]))).toEqual([
    nested.length,
    nested.length + record.length,
  ]);
});
