/**
 * Constraints of the API's description: all violations together, before anything else is read (CNV-002 … CNV-004,
 * CNV-017, CNV-027).
 */
import type { Violation } from '../../../api/api.ts';
import { isObject, numberOf, objectOf, textOf } from '../../../api/json.ts';
import { invalid } from '../../exceptions.ts';
import { type Block, type Draft, idOf } from '../draft.ts';

interface Breach {
  readonly rule: string;
  readonly at: string;
  readonly constraint: string;
}

const pattern = /^[a-zA-Z0-9_-]+$/;

export function* checkConstraints(draft: Draft): Iterable<Violation> {
  const breaches = [...findBreaches(draft)];
  const [first] = breaches;
  if (!first) return;
  const listed = breaches.map(({ at, constraint }) => `Value at '${at}' failed to satisfy constraint: ${constraint}`);
  const count = `${breaches.length} validation error${breaches.length === 1 ? '' : 's'} detected: `;
  yield invalid(first.rule, count + listed.join('; '), first.at);
}

function* findBreaches(draft: Draft): Iterable<Breach> {
  for (const { role, member, blocks } of draft.messages) {
    if (role !== 'user' && role !== 'assistant') {
      const constraint = 'Member must satisfy enum value set: [user, assistant]';
      yield { rule: 'CNV-004', at: `${member}.role`, constraint };
    }
    for (const block of blocks) yield* checkBlock(block);
  }
  yield* checkTools(draft);
  yield* checkNumbers(draft);
}

function* checkBlock(block: Block): Iterable<Breach> {
  const { kind, member, fields } = block;
  if (kind !== 'toolUse' && kind !== 'toolResult') return;
  yield* checkName('CNV-003', idOf(block), `${member}.${kind}.toolUseId`);
  if (kind === 'toolUse') yield* checkName('CNV-002', textOf(fields['name']), `${member}.toolUse.name`);
}

function* checkName(rule: string, name: string, at: string): Iterable<Breach> {
  if (name.length > 64) yield { rule, at, constraint: 'Member must have length less than or equal to 64' };
  if (name === '') yield { rule, at, constraint: 'Member must have length greater than or equal to 1' };
  if (!pattern.test(name)) {
    yield { rule, at, constraint: 'Member must satisfy regular expression pattern: [a-zA-Z0-9_-]+' };
  }
}

function* checkTools({ body, tools }: Draft): Iterable<Breach> {
  const config = body['toolConfig'];
  if (isObject(config) && Array.isArray(config['tools']) && config['tools'].length === 0) {
    const constraint = 'Member must have length greater than or equal to 1';
    yield { rule: 'CNV-017', at: 'toolConfig.tools', constraint };
  }
  for (const { spec, member } of tools ?? []) {
    yield* checkName('CNV-002', textOf(spec['name']), `${member}.name`);
    if (spec['description'] === '') {
      const constraint = 'Member must have length greater than or equal to 1';
      yield { rule: 'CNV-002', at: `${member}.description`, constraint };
    }
  }
}

function* checkNumbers({ body }: Draft): Iterable<Breach> {
  const config = objectOf(body['inferenceConfig']);
  for (const name of ['temperature', 'topP']) {
    const value = numberOf(config[name]) ?? 0;
    const at = `inferenceConfig.${name}`;
    if (value > 1) yield { rule: 'CNV-027', at, constraint: 'Member must have value less than or equal to 1' };
    if (value < 0) yield { rule: 'CNV-027', at, constraint: 'Member must have value greater than or equal to 0' };
  }
  if ((numberOf(config['maxTokens']) ?? 1) < 1) {
    const constraint = 'Member must have value greater than or equal to 1';
    yield { rule: 'CNV-027', at: 'inferenceConfig.maxTokens', constraint };
  }
}
