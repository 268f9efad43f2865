/** Ids and names: their characters, their length, and that each name means only one tool. */
import type { Violation } from '../../api/api.ts';
import { isAbsent, isObject, textOf } from '../../api/json.ts';
import type { Draft } from '../draft.ts';
import { breach } from '../errors.ts';

const id = /^[a-zA-Z0-9_-]+$/;
const serverId = /^srvtoolu_[a-zA-Z0-9_]+$/;
const name = /^[a-zA-Z0-9_-]{1,128}$/;

export function* checkNames(draft: Draft): Iterable<Violation> {
  const { bedrock } = draft.claude;
  for (const [index, tool] of draft.tools.entries()) {
    if (isCustom(tool['type'])) yield* checkName(textOf(tool['name']), `tools.${index}.custom.name`, bedrock);
  }
  for (const { type, path, fields } of draft.entries.flatMap(({ blocks }) => blocks)) {
    if (type === 'tool_use') {
      yield* checkId(textOf(fields['id']), `${path}.tool_use.id`, bedrock);
      yield* checkName(textOf(fields['name']), `${path}.tool_use.name`, bedrock);
      if (!isObject(fields['input'])) {
        const place = `${path}.tool_use.input`;
        yield breach('ANT-014', place, `${place}: Input should be a valid dictionary`);
      }
    }
    if (type === 'tool_result')
      yield* checkId(textOf(fields['tool_use_id']), `${path}.tool_result.tool_use_id`, bedrock);
    if (type === 'server_tool_use' && !serverId.test(textOf(fields['id']))) {
      const place = `${path}.server_tool_use.id`;
      yield breach('ANT-007', place, `${place}: String should match pattern '^srvtoolu_[a-zA-Z0-9_]+$'`);
    }
  }
}

function* checkId(value: string, path: string, bedrock: boolean): Iterable<Violation> {
  if (!id.test(value)) yield breach('ANT-006', path, `${path}: String should match pattern '^[a-zA-Z0-9_-]+$'`);
  else if (bedrock && value.length > 64) {
    yield breach('BDR-004', path, `${path}: String should have at most 64 characters`);
  }
}

function* checkName(value: string, path: string, bedrock: boolean): Iterable<Violation> {
  if (!name.test(value)) yield breach('ANT-061', path, `${path}: String should match pattern '^[a-zA-Z0-9_-]{1,128}$'`);
  else if (bedrock && value.length > 64) {
    yield breach('BDR-004', path, `${path}: String should match pattern '^[a-zA-Z0-9_-]{1,64}$'`);
  }
}

function isCustom(type: unknown): boolean {
  return isAbsent(type) || type === 'custom';
}
