/** Conversations that really broke somewhere, prepared for every provider. */

import { globSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Content, render } from '@interlock/transcript';
import { describe, expect, test } from 'vitest';
import { share } from '../../../test/property/runs.ts';
import { findViolations, prepareRequest, protocolOf, resolveTarget, type Target, type Tool } from '../src/index.ts';
import { asArray } from '../src/json/json.ts';
import { findUnpaired } from './oracle/find-unpaired.ts';
import { marksOwed, marksSent, withMarks } from './oracle/marked.ts';
import { readBody } from './oracle/read-body.ts';
import { targets } from './targets.ts';

interface FieldCase {
  readonly name: string;
  readonly contents: readonly Content[];
  readonly tools?: readonly unknown[];
}

const folder = fileURLToPath(new URL('../../../fixtures/', import.meta.url));
const cases: readonly FieldCase[] = globSync(`${folder}{field,reported}/*.json`)
  .sort()
  .map((file) => ({ ...(JSON.parse(readFileSync(file, 'utf8')) as FieldCase), name: basename(file, '.json') }));

test('covers all field cases', () => {
  expect(cases).toHaveLength(104 + 169);
});

/**
 * The problems found, by target. Each case goes to a quarter of the targets, the next case to the next quarter; in the long form to all.
 * Conformance sends the same cases to the simulators over HTTP.
 */
describe('REQ-915-041 every field case gives a valid request for every provider, model and quirk', () => {
  test('for many targets', () => {
    expect(targets.length).toBeGreaterThan(35);
  });

  test.each(cases.map((field, at) => ({ ...field, at })))('$name', ({ at, ...field }) => {
    const contents = withMarks(field.contents);
    const tools = toolsOf(field);
    const asked = share(targets, 4, at);
    expect(asked.map(({ name, target }) => ({ name, ...sentTo(target, contents, tools) }))).toEqual(
      asked.map(({ name, target }) => ({ name, ...owedTo(target, contents) })),
    );
  });
});

interface Sent {
  readonly broken: readonly unknown[];
  readonly unpaired: readonly unknown[];
  readonly marks: ReadonlyMap<string, number>;
  readonly calls: number;
  readonly results: number;
  readonly ids: readonly string[];
}

/** What the body contains, read by code that shares nothing with the encoders. */
function sentTo(target: Target, contents: readonly Content[], tools: readonly Tool[]): Sent {
  const { protocol, traits } = resolveTarget(target);
  const { body, diagnostics } = prepareRequest({ contents, tools, target, policy: { onFault: 'throw' } });
  const list = asArray(body[protocolOf(protocol).list]);
  const violations = findViolations(protocolOf(protocol).rules, { body, list, traits, from: 0 });
  const items = readBody(protocol, body);
  return {
    broken: violations.filter(({ level }) => level === 'error'),
    unpaired: findUnpaired(items),
    marks: marksSent(body),
    calls: items.filter(({ kind }) => kind === 'call').length,
    results: items.filter(({ kind }) => kind === 'result').length,
    ids: diagnostics.ids.map(({ canonical }) => canonical),
  };
}

/** What it must contain, from the rendered transcript. */
function owedTo(target: Target, contents: readonly Content[]): Sent {
  const { traits, origin } = resolveTarget(target);
  const { transcript } = render(contents, { policy: { target: origin } });
  const calls = transcript.interactions().filter(({ call }) => call.executor !== 'provider');
  const native = traits.tools === 'native' ? calls.length : 0;
  return {
    broken: [],
    unpaired: [],
    marks: marksOwed(transcript.steps),
    calls: native,
    results: native,
    ids: calls.map(({ call }) => call.id),
  };
}

function toolsOf({ tools }: FieldCase): readonly Tool[] {
  return (tools ?? []).flatMap((tool) => {
    if (typeof tool === 'string') return [{ name: tool }];
    return typeof tool === 'object' && tool !== null && 'name' in tool ? [tool as Tool] : [];
  });
}
