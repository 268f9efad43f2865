/** The export of a file, checked as a tool definition: every possible mistake, and its message. */
import { expect, test } from 'vitest';
import { fieldsOf } from '../../src/own-tools/process-side.ts';
import { readDefinition } from '../../src/own-tools/read-definition.ts';

const rest = { description: 'd', run: () => '' };
const circular: Record<string, unknown> = {};
circular['properties'] = circular;

const example = "export default { description: '…', parameters: { type: 'object', properties: {} }, run: () => '…' }";
const fields = 'name, description, parameters, kind, timeoutMs, maxOutput, run, access, subject';
const rule = 'a letter first, then letters, digits, _ and -, at most 64';
const kinds = 'kind must be one of read, write, command, network, other.';

const wrong: readonly (readonly [what: string, exported: object, told: string])[] = [
  ['an empty definition', {}, `run is missing, the function that does the work. Write ${example}`],
  ['no run', { description: 'd' }, `run is missing, the function that does the work. Write ${example}`],
  ['an invalid run', { ...rest, run: 'me' }, 'run must be a function. Write run: (args, …) => …'],
  ['an invalid access', { ...rest, access: {} }, 'access must be a function. Write access: (args, …) => …'],
  ['no description', { run: rest.run }, 'description is missing: it tells the model what the tool does.'],
  [
    'a blank description',
    { ...rest, description: ' ' },
    'description is missing: it tells the model what the tool does.',
  ],
  [
    'an unknown field',
    { ...rest, subjct: () => '' },
    `There is no field "subjct". Did you mean "subject"? The fields are ${fields}.`,
  ],
  [
    'a field of another agent',
    { ...rest, execute: () => '' },
    `There is no field "execute". The fields are ${fields}.`,
  ],
  [
    'an invalid kind',
    { ...rest, kind: 'reads' },
    `${kinds} Did you mean "read"? The default is other, which needs approval.`,
  ],
  ['a kind not allowed for files', { ...rest, kind: 'agent' }, `${kinds} The default is other, which needs approval.`],
  ['a kind that is not text', { ...rest, kind: 7 }, `${kinds} The default is other, which needs approval.`],
  ['not a number', { ...rest, timeoutMs: 'long' }, 'timeoutMs must be a whole number, 0 or more.'],
  ['a negative number', { ...rest, timeoutMs: -1 }, 'timeoutMs must be a whole number, 0 or more.'],
  ['zero', { ...rest, maxOutput: 0 }, 'maxOutput must be a whole number, 1 or more.'],
  [
    'parameters that are not a schema',
    { ...rest, parameters: ['path'] },
    'parameters: its input schema is not an object. Write a JSON Schema of an object.',
  ],
  [
    'parameters of another type',
    { ...rest, parameters: { type: 'string' } },
    'parameters: its input schema is not for an object. Write a JSON Schema of an object.',
  ],
  ['circular parameters', { ...rest, parameters: circular }, 'parameters must be plain JSON data.'],
  ['an invalid name', { ...rest, name: 'count lines' }, `name is not a valid tool name: ${rule}. Choose another one.`],
  ['a name that is not text', { ...rest, name: 7 }, `name is not a valid tool name: ${rule}. Choose another one.`],
  ['a long name', { ...rest, name: 'x'.repeat(65) }, `name is not a valid tool name: ${rule}. Choose another one.`],
  [
    'a name of an MCP tool',
    { ...rest, name: 'mcp__x__y' },
    'The name mcp__x__y is reserved for tools of MCP servers. Choose another one.',
  ],
];
test.each(wrong)('%s', (_, exported, told) => {
  expect(readDefinition(fieldsOf(exported), 'mine')).toBe(told);
});

test('uses defaults for missing fields', () => {
  expect(readDefinition(fieldsOf({ ...rest, kind: undefined }), 'mine')).toEqual({
    name: 'mine',
    description: 'd',
    parameters: { type: 'object', properties: {} },
    kind: 'other',
    hasAccess: false,
    hasSubject: false,
  });
});
