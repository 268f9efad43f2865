/** The tools a request declares, and everything that must name one of them. */
import type { Violation } from '../../api/api.ts';
import { arrayOf, isAbsent, isObject, type JsonObject, objectOf, textOf } from '../../api/json.ts';
import { type Block, type Draft, readResult } from '../draft.ts';
import { breach, warning } from '../errors.ts';

export function* checkTools(draft: Draft): Iterable<Violation> {
  const { tools, body } = draft;
  const names = tools.map((tool) => textOf(tool['name']));
  if (new Set(names).size < names.length) yield breach('ANT-062', 'tools', 'tools: Tool names must be unique.');
  if (tools.length > 0 && tools.every((tool) => tool['defer_loading'] === true)) {
    yield breach('ANT-064', 'tools', 'tools: At least one tool must have defer_loading=false.');
  }
  yield* checkChoice(body['tool_choice'], names);
  yield* checkDeclared(draft);
  yield* checkReferences(draft, names);
}

function* checkChoice(choice: unknown, names: readonly string[]): Iterable<Violation> {
  if (!isObject(choice)) return;
  const type = textOf(choice['type']);
  if (!['auto', 'any', 'tool', 'none'].includes(type)) {
    const message = `tool_choice: Input tag '${type}' found using 'type' does not match any of the expected tags: 'auto', 'any', 'tool', 'none'`;
    yield breach('schema', 'tool_choice', message);
  } else if (names.length === 0) {
    yield breach('schema', 'tool_choice', 'tool_choice may only be specified while providing tools.');
  } else if (type === 'tool' && !names.includes(textOf(choice['name']))) {
    const message = `tool_choice: Tool '${textOf(choice['name'])}' not found in provided tools`;
    yield breach('schema', 'tool_choice', message);
  }
}

/** The API itself has become lenient here; Bedrock and others have not. */
function* checkDeclared({ claude, tools, entries }: Draft): Iterable<Violation> {
  const used = entries
    .flatMap(({ blocks }) => blocks)
    .find(({ type }) => type === 'tool_use' || type === 'tool_result');
  if (!used || tools.length > 0) return;
  if (claude.bedrock) {
    const message = 'The toolConfig field must be defined when using toolUse and toolResult content blocks.';
    yield breach('BDR-001', 'tools', message);
  }
  const message = 'Requests which include `tool_use` or `tool_result` blocks must define tools';
  yield warning('ANT-060', used.path, message);
}

/** ANT-011, ANT-025. A tool may also be defined where it is added; from there on its name is known. */
function* checkReferences({ claude, betas, entries }: Draft, declared: readonly string[]): Iterable<Violation> {
  const names = new Set(declared);
  for (const block of entries.flatMap(({ blocks }) => blocks)) {
    const { type, path, fields } = block;
    for (const name of referencesIn(block)) {
      if (names.has(name)) continue;
      yield breach('ANT-011', path, `${path}: tool_reference references unknown tool '${name}'`);
    }
    if (type !== 'tool_addition' && type !== 'tool_removal') continue;
    if (
      claude.laterSystem !== 'yes' ||
      !betas.some((beta) => /^(mid-conversation-tool-changes|inline-tools)-/.test(beta))
    ) {
      yield breach('ANT-025', path, `${path}: tool_addition/tool_removal is not supported on this model`);
    }
    const tool = objectOf(fields['tool']);
    const { definition } = tool;
    if (isObject(definition)) names.add(textOf(definition['name']));
    else if (tool['type'] === 'tool_reference' && !names.has(nameIn(tool))) {
      yield breach('ANT-011', path, `${path}: tool_addition/tool_removal references unknown tool '${nameIn(tool)}'`);
    }
  }
}

function referencesIn(block: Block): readonly string[] {
  const found = block.fields['content'];
  const references: readonly JsonObject[] =
    block.type === 'tool_search_tool_result' && isObject(found)
      ? arrayOf(found['tool_references']).map(objectOf)
      : block.type === 'tool_result'
        ? readResult(block)
            .filter(({ type }) => type === 'tool_reference')
            .map(({ fields }) => fields)
        : [];
  return references.map(nameIn);
}

function nameIn(reference: JsonObject): string {
  return textOf(isAbsent(reference['tool_name']) ? reference['name'] : reference['tool_name']);
}
