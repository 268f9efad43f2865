/** Rules about calls and the responses to them. */
import { asObject, asText } from '../../../json.ts';
import type { BodyView, Finding, Rule } from '../../../rule.ts';
import { field } from '../field.ts';
import { declarationsOf, eachContent, eachPart, inParts, type Placed } from './view.ts';

export const callRules: readonly Rule[] = [
  {
    id: 'GEM-001',
    level: 'error',
    scope: 'message',
    text: 'A content with calls is followed by one content with as many responses.',
    fix: 'Put all responses of a content into the next one; add those that are missing.',
    find: (view) =>
      eachContent(view, (seen, before) => {
        const calls = inParts(before, 'functionCall').length;
        const responses = inParts(seen, 'functionResponse').length;
        if (calls === 0 || calls === responses) return [];
        return [{ path: seen.path, message: `There are ${calls} calls and ${responses} responses.` }];
      }),
  },
  {
    id: 'GEM-003',
    level: 'error',
    scope: 'message',
    text: 'Responses come right after the content with their calls.',
    fix: 'Move them there.',
    find: (view) =>
      eachContent(view, (seen, before) => {
        const orphaned = inParts(seen, 'functionResponse').length > 0 && inParts(before, 'functionCall').length === 0;
        return orphaned ? [{ path: seen.path, message: 'There is no call right before the responses.' }] : [];
      }),
  },
  {
    id: 'GEM-005',
    level: 'error',
    scope: 'message',
    text: 'A content with responses holds nothing but responses and media.',
    fix: 'Put texts into the next user content.',
    find: (view) =>
      eachContent(view, (seen) => {
        if (inParts(seen, 'functionResponse').length === 0) return [];
        return seen.parts.flatMap((part, place) =>
          isOfResponses(part) ? [] : [{ path: `${seen.path}.parts.${place}`, message: 'It stands beside a response.' }],
        );
      }),
  },
  {
    id: 'GEM-016',
    level: 'error',
    scope: 'message',
    text: 'Where the model has ids, every call has one and its response names it.',
    fix: 'Give every call an id, and its response the same.',
    find: (view) =>
      view.traits.toolIds === 'none'
        ? []
        : eachContent(view, (seen, before) =>
            unmatchedIds(
              inParts(seen, 'functionCall'),
              inParts(before, 'functionCall'),
              inParts(seen, 'functionResponse'),
            ),
          ),
  },
  {
    id: 'GEM-017',
    level: 'error',
    scope: 'message',
    text: 'A response is named after its call.',
    fix: "Send the call's name.",
    find: (view) =>
      eachContent(view, (seen, before) =>
        wronglyNamed(inParts(before, 'functionCall'), inParts(seen, 'functionResponse')),
      ),
  },
  {
    id: 'GEM-018',
    level: 'error',
    scope: 'message',
    text: 'A response is an object.',
    fix: 'Wrap it: {"output": …}.',
    find: (view) =>
      eachPart(view, (part) => {
        const response = asObject(field(part, 'functionResponse'));
        if (response === undefined || asObject(field(response, 'response')) !== undefined) return undefined;
        return 'The response is no object.';
      }),
  },
  {
    id: 'GEM-019',
    level: 'error',
    scope: 'message',
    text: 'Arguments are an object.',
    fix: 'Parse them.',
    find: (view) =>
      eachPart(view, (part) => {
        const args = field(asObject(field(part, 'functionCall')), 'args');
        return args === undefined || asObject(args) !== undefined ? undefined : 'The arguments are no object.';
      }),
  },
  {
    id: 'GEM-020',
    level: 'error',
    scope: 'message',
    text: 'A name begins with a letter or _, goes on with letters, digits, _ . : or -, and is not too long.',
    fix: 'Give the tool another name for this model.',
    find: (view) => [...declarationsOf(view), ...calledIn(view)].flatMap((placed) => badlyNamed(placed, view)),
  },
];

function isOfResponses(part: Parameters<typeof asObject>[0]): boolean {
  const object = asObject(part);
  return ['functionResponse', 'inlineData', 'fileData'].some((name) => field(object, name) !== undefined);
}

function unmatchedIds(
  calls: readonly Placed[],
  before: readonly Placed[],
  responses: readonly Placed[],
): readonly Finding[] {
  const open = new Set(before.map(({ value }) => asText(value['id'])));
  const nameless = calls.filter(({ value }) => asText(value['id']) === '');
  const strange = responses.filter(({ value }) => asText(value['id']) === '' || !open.has(asText(value['id'])));
  return [
    ...nameless.map(({ path }) => ({ path, message: 'The call has no id.' })),
    ...strange.map(({ path }) => ({ path, message: 'The response names no call of the content before.' })),
  ];
}

/** With ids by id, else by their order. */
function wronglyNamed(calls: readonly Placed[], responses: readonly Placed[]): readonly Finding[] {
  const byId = new Map(calls.map(({ value }) => [asText(value['id']), asText(value['name'])]));
  byId.delete('');
  return responses.flatMap(({ value, path }, place) => {
    const name = asText(value['name']);
    if (name === '') return [{ path, message: 'The response has no name.' }];
    const wanted = byId.get(asText(value['id'])) ?? asText(calls[place]?.value['name']);
    if (wanted === '' || wanted === name) return [];
    return [{ path, message: `The response is named ${name}, its call ${wanted}.` }];
  });
}

function calledIn(view: BodyView): readonly Placed[] {
  const calls: Placed[] = [];
  eachContent(view, (seen) => {
    for (const call of inParts(seen, 'functionCall')) calls.push(call);
    return [];
  });
  return calls;
}

const allowed: RegExp = /^[a-zA-Z_][a-zA-Z0-9_.:-]*$/;

function badlyNamed({ value, path }: Placed, { traits }: BodyView): readonly Finding[] {
  const name = asText(value['name']);
  if (!allowed.test(name)) return [{ path, message: `A tool may not be called ${JSON.stringify(name.slice(0, 80))}.` }];
  return name.length <= traits.toolNames.max ? [] : [{ path, message: `The name has ${name.length} characters.` }];
}
