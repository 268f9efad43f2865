/** Verdicts of live APIs (`fixtures/live`): what they accepted is no error here, and what they refused is one. */
import { readFileSync } from 'node:fs';
import type { JsonObject } from '@interlock/transcript';
import { describe, expect, test } from 'vitest';
import { findViolations, type ProtocolName, protocolOf, providers, resolveTarget, type Target } from '../src/index.ts';

interface Row {
  readonly rule: string;
  readonly about: string;
  readonly provider: string;
  readonly model: string;
  readonly protocol: ProtocolName;
  readonly request: JsonObject;
  readonly verdict: 'accepted' | 'refused';
}

const files: readonly ProtocolName[] = ['gemini', 'openai-chat', 'openai-responses', 'anthropic-messages'];
const rows = files.flatMap((name): readonly Row[] =>
  JSON.parse(readFileSync(new URL(`../../../fixtures/live/${name}.json`, import.meta.url), 'utf8')),
);

/** The same models at another address. */
const hosts: Readonly<Record<string, string>> = { vertex: 'google', bedrock: 'anthropic' };

function targetOf({ provider, model, protocol }: Row): Target {
  if (hosts[provider] === undefined && providers.some(({ name }) => name === provider)) {
    return { provider, model, protocol, endpoint: 'https://example.com/v1' };
  }
  const home = hosts[provider] ?? 'openai-compatible';
  const checkedBy = home === 'openai-compatible' ? 'unknown' : provider;
  return { provider: home, model, protocol, endpoint: 'https://example.com/v1', traits: { checkedBy } };
}

function errorsOf(row: Row): readonly string[] {
  const { rules, list: field } = protocolOf(row.protocol);
  const list = row.request[field];
  const { traits } = resolveTarget(targetOf(row));
  const view = { body: row.request, list: Array.isArray(list) ? list : [], traits, from: 0 };
  return findViolations(rules, view)
    .filter(({ level }) => level === 'error')
    .map(({ rule, path }) => `${rule} ${path}`);
}

const accepted = rows.filter(({ verdict }) => verdict === 'accepted');
const refused = rows.filter(({ verdict }) => verdict === 'refused');

describe('accepted by the provider', () => {
  test.each(accepted)('$rule $provider/$model: $about', (row) => {
    expect(errorsOf(row)).toEqual([]);
  });
});

/** Rules that a server documents under its own id, and that we check under the id of the server where they were first seen. */
const otherNames: Readonly<Record<string, string>> = {
  'DSK-001': 'KIM-006',
  'DSK-011': 'OAC-008',
  'DSK-012': 'OAC-013',
  'DSK-013': 'OAC-005',
  'DSK-014': 'OAC-010',
  'KIM-017': 'DSK-010',
  'KIM-018': 'OAC-005',
  'KIM-019': 'OAC-031',
  'MIS-022': 'XAI-003',
  'OAC-015': 'KIM-011',
};

describe('rejected by the provider', () => {
  test.each(refused)('$rule $provider/$model: $about', (row) => {
    const found = errorsOf(row).map((text) => text.split(' ')[0]);
    expect([...new Set(found)]).toEqual([otherNames[row.rule] ?? row.rule]);
  });
});
