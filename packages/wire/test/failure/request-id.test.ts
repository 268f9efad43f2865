import { expect, test } from 'vitest';
import { requestIdOf } from '../../src/failure/request-id.ts';

test.for<readonly [headers: Readonly<Record<string, string>>, id: string | undefined]>([
  [{ 'x-request-id': 'a', 'request-id': 'b', 'cf-ray': 'c' }, 'a'],
  [{ 'request-id': 'req_1', 'cf-ray': 'c' }, 'req_1'],
  [{ 'x-goog-request-id': 'g' }, 'g'],
  [{ 'apim-request-id': 'z' }, 'z'],
  [{ 'cf-ray': '8f-FRA' }, '8f-FRA'],
  [{ 'x-request-id': ' ', 'cf-ray': '8f-FRA' }, '8f-FRA'],
  [{ 'content-type': 'text/plain' }, undefined],
])('%o', ([headers, id]) => {
  expect(requestIdOf(headers)).toBe(id);
});
