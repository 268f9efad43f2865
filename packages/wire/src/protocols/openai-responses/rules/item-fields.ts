/** The rule for unknown fields of items and their parts. Items of the tools that OpenAI runs have too many to list. */
import type { JsonObject } from '@interlock/transcript';
import { asArray, asObject, asText } from '../../../json/json.ts';
import { openaiServers } from '../../../rules/openai.ts';
import { type BodyView, type Finding, type Rule, where } from '../../../rules/rule.ts';
import { itemPath, readBody } from './read-body.ts';

export const itemFieldRules: readonly Rule[] = [
  {
    id: 'OAR-031',
    level: 'error',
    refusedBy: openaiServers,
    scope: 'message',
    fields: 'newer',
    text: 'Items and their parts have only the fields of their type; reasoning has no status.',
    fix: 'Write only the fields of each type.',
    find: where(({ traits }) => openaiServers.includes(traits.checkedBy), findUnknownFields),
  },
];

function fields(...names: readonly string[]): ReadonlySet<string> {
  return new Set(['type', ...names]);
}

const ofItems: ReadonlyMap<string, ReadonlySet<string>> = new Map([
  ['message', fields('id', 'role', 'content', 'status', 'phase')],
  ['reasoning', fields('id', 'summary', 'content', 'encrypted_content')],
  ['function_call', fields('id', 'call_id', 'name', 'namespace', 'arguments', 'status', 'caller')],
  ['function_call_output', fields('id', 'call_id', 'output', 'status', 'caller')],
  ['custom_tool_call', fields('id', 'call_id', 'name', 'namespace', 'input', 'status', 'caller')],
  ['custom_tool_call_output', fields('id', 'call_id', 'name', 'output', 'status', 'caller')],
]);

const ofParts: ReadonlyMap<string, ReadonlySet<string>> = new Map([
  ['input_text', fields('text')],
  ['output_text', fields('text', 'annotations', 'logprobs')],
  ['refusal', fields('refusal')],
  ['input_image', fields('image_url', 'file_id', 'detail')],
  ['input_file', fields('file_id', 'file_data', 'file_url', 'filename', 'detail')],
  ['input_audio', fields('input_audio')],
  ['summary_text', fields('text')],
  ['reasoning_text', fields('text')],
]);

const lists: readonly string[] = ['content', 'output', 'summary'];

function findUnknownFields(view: BodyView): readonly Finding[] {
  const found: Finding[] = [];
  for (const seen of view.once(readBody).items) {
    const known = ofItems.get(seen.type);
    if (known === undefined) continue;
    addUnknown(seen.item, known, () => itemPath(seen), found);
    for (const list of lists) {
      const parts = asArray(seen.item[list]);
      for (let at = 0; at < parts.length; at += 1) {
        const part = asObject(parts[at]) ?? {};
        const knownParts = ofParts.get(asText(part['type']));
        if (knownParts !== undefined) addUnknown(part, knownParts, () => `${itemPath(seen)}.${list}.${at}`, found);
      }
    }
  }
  return found;
}

function addUnknown(object: JsonObject, known: ReadonlySet<string>, path: () => string, found: Finding[]): void {
  for (const name in object) {
    if (!known.has(name)) found.push({ path: `${path()}.${name}`, message: 'The field is unknown.' });
  }
}
