/** Tools and tool choice (BDR-001, BDR-006, CNV-016, CNV-018, CNV-019). */
import type { Violation } from '../../../api/api.ts';
import { isObject, objectOf, textOf } from '../../../api/json.ts';
import { invalid } from '../../exceptions.ts';
import type { Draft } from '../draft.ts';

export function* checkTools({ body, messages, tools, model }: Draft): Iterable<Violation> {
  const used = messages.some(({ blocks }) => blocks.some(({ kind }) => kind === 'toolUse' || kind === 'toolResult'));
  if (!model.tools && (used || tools !== undefined)) {
    yield invalid('CNV-019', "This model doesn't support tool use.", 'toolConfig');
  }
  if (used && tools === undefined) {
    const text = 'The toolConfig field must be defined when using toolUse and toolResult content blocks.';
    yield invalid('BDR-001', text, 'toolConfig');
  }
  const names = new Set<string>();
  for (const { path, spec } of tools ?? []) {
    const schema = objectOf(spec['inputSchema'])['json'];
    if (!isObject(schema) || schema['type'] !== 'object') {
      const at = `${path}.inputSchema.json.type`;
      yield invalid('CNV-016', `The value at ${at} must be one of the following: object.`, at);
    }
    const name = textOf(spec['name']);
    if (names.has(name))
      yield invalid('CNV-002', `The tool ${name} is already defined at toolConfig.tools.`, `${path}.name`);
    names.add(name);
  }
  yield* checkChoice(body['toolConfig'], [...names], model.choice);
}

function* checkChoice(config: unknown, names: readonly string[], choice: boolean): Iterable<Violation> {
  const chosen = objectOf(config)['toolChoice'];
  if (chosen === undefined || chosen === null) return;
  const at = 'toolConfig.toolChoice';
  const [kind = '', ...others] = Object.keys(objectOf(chosen));
  if (!['auto', 'any', 'tool'].includes(kind) || others.length > 0) {
    yield invalid('BDR-006', `The value at ${at} must be one of the following: auto, any, tool.`, at);
    return;
  }
  if (kind !== 'auto' && !choice) {
    const text = `This model doesn't support the ${at}.${kind} field. Remove ${at}.${kind} and try again.`;
    yield invalid('CNV-018', text, `${at}.${kind}`);
  }
  const name = textOf(objectOf(objectOf(chosen)['tool'])['name']);
  if (kind === 'tool' && !names.includes(name)) {
    yield invalid(
      'BDR-006',
      `The tool ${name} at ${at}.tool.name is not defined at toolConfig.tools.`,
      `${at}.tool.name`,
    );
  }
}
