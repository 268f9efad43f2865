/** The conversations that really broke somewhere, through `prepareRequest` to every provider. */

import { globSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Content, render } from '@interlock/transcript';
import { describe, expect, test } from 'vitest';
import { findViolations, prepareRequest, protocolOf, resolveTarget, type Tool } from '../src/index.ts';
import { asArray } from '../src/json.ts';
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

test('all of them are here', () => {
  expect(cases).toHaveLength(104 + 128);
});

describe.each(targets)('REQ-915-041 every field case is sent soundly to $name', ({ target }) => {
  const { protocol, traits } = resolveTarget(target);

  test.each(cases)('$name', (field) => {
    const contents = withMarks(field.contents);
    const tools = toolsOf(field);
    const { body, diagnostics } = prepareRequest({ contents, tools, target, policy: { onFault: 'throw' } });
    const list = asArray(body[protocolOf(protocol).list]);
    const broken = findViolations(protocolOf(protocol).rules, { body, list, traits, from: 0 });
    expect(broken.filter(({ level }) => level === 'error')).toEqual([]);
    const items = readBody(protocol, body);
    expect(findUnpaired(items)).toEqual([]);
    const { transcript } = render(contents, { policy: { target: resolveTarget(target).origin } });
    expect(marksSent(body)).toEqual(marksOwed(transcript.steps));
    const calls = transcript.interactions().filter(({ call }) => call.executor !== 'provider');
    const native = traits.tools === 'native' ? calls.length : 0;
    expect(items.filter(({ kind }) => kind === 'call')).toHaveLength(native);
    expect(items.filter(({ kind }) => kind === 'result')).toHaveLength(native);
    expect(diagnostics.ids.map(({ canonical }) => canonical)).toEqual(calls.map(({ call }) => call.id));
  });
});

function toolsOf({ tools }: FieldCase): readonly Tool[] {
  return (tools ?? []).flatMap((tool) => {
    if (typeof tool === 'string') return [{ name: tool }];
    return typeof tool === 'object' && tool !== null && 'name' in tool ? [tool as Tool] : [];
  });
}
