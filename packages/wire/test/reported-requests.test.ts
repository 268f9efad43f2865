/** Requests that clients really sent, from public reports: no message and no result is lost when they are read. */

import { globSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Content, JsonValue } from '@interlock/transcript';
import { expect, test } from 'vitest';
import { countMarks } from '../../transcript/test/property/marks.ts';
import { importRequest, type ProtocolName, protocolOf, type Tool } from '../src/index.ts';

interface ReportedRequest {
  readonly name: string;
  readonly protocol: ProtocolName;
  readonly request: JsonValue;
  readonly contents: readonly Content[];
  readonly tools?: readonly Tool[];
}

const folder = fileURLToPath(new URL('../../../fixtures/reported/', import.meta.url));
const requests: readonly ReportedRequest[] = globSync(`${folder}*.json`)
  .sort()
  .map((file) => ({ ...(JSON.parse(readFileSync(file, 'utf8')) as ReportedRequest), name: basename(file, '.json') }))
  .filter(({ request }) => request !== undefined);

test('covers all reported requests', () => {
  expect(requests).toHaveLength(144);
});

test.each(requests)('$name', ({ protocol, request, contents, tools = [] }) => {
  const read = protocolOf(protocol).decodeRequest(request);
  expect({ contents: read.contents, tools: read.tools }).toEqual({ contents, tools });
  expect(countMarks(importRequest(protocol, request).contents)).toEqual(countMarks(request));
});
