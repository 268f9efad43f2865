/** An answer as a stream, read back as its events. */
import { expect } from 'vitest';
import type { Answer } from '../../src/api/model.ts';
import { create, eventsOf, type Json, type Provider } from './provider.ts';

export function stream(provider: Provider, body: Json, answer: Answer): readonly Json[] {
  const outcome = provider.handle(create({ ...body, stream: true }));
  if (outcome.kind !== 'asked') throw new Error(`Not asked: ${JSON.stringify(outcome)}`);
  const response = outcome.answer(answer);
  expect(response.status).toBe(200);
  expect(response.headers).toMatchObject({
    'content-type': 'text/event-stream; charset=utf-8',
    'openai-organization': 'org-main',
    'x-request-id': expect.stringMatching(/^req_\d{32}$/),
  });
  return eventsOf(response);
}

/** Adjacent events of one type are named once. */
export const typesOf = (events: readonly Json[]): readonly unknown[] =>
  events.map(({ type }) => type).filter((type, index, all) => type !== all[index - 1]);
