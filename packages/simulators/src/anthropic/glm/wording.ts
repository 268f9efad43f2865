/** Errors in z.ai's wording: most are one of three sentences, and type errors include their path. */
import type { Violation } from '../../api/api.ts';
import {
  badKey,
  type GlmError,
  illegal,
  invalidParameter,
  mustThink,
  noKey,
  notReceived,
  unknownModel,
} from '../../glm/wording.ts';

export function asNotReceived(path: string): Violation {
  return { rule: 'GLM-002', path, ...notReceived };
}

export function asMustThink(path: string): Violation {
  return { rule: 'GLM-004', path, ...mustThink };
}

/** Type errors are refused before anything else is read, with 422. */
export function asLiteral(rule: string, path: string, values: readonly string[]): Violation {
  const quoted = values.map((value) => `'${value}'`);
  const list = [quoted.slice(0, -1).join(', '), quoted.at(-1) ?? ''].filter((part) => part !== '').join(' or ');
  return { rule, status: 422, message: `Input should be ${list}`, path, code: 'literal_error' };
}

/** GLM-001: calls without results, results without calls, messages out of order. */
const structure: readonly string[] = [
  ...['ANT-001', 'ANT-002', 'ANT-003', 'ANT-004', 'ANT-005', 'ANT-012', 'ANT-013', 'ANT-070b'],
  ...['ANT-020', 'ANT-021', 'ANT-029', 'ANT-030'],
];

/** GLM-002: missing text, and unknown fields. */
const prompt: readonly string[] = [
  ...['ANT-026', 'ANT-027', 'ANT-028', 'ANT-031', 'ANT-032', 'ANT-066'],
  ...['ANT-033', 'ANT-067'],
];

/** Values of the wrong type, or missing. */
const types: readonly string[] = ['schema', 'ANT-006', 'ANT-014', 'ANT-034', 'ANT-041', 'ANT-061', 'ANT-063'];

const gate: Readonly<Record<string, GlmError>> = {
  'no-key': noKey,
  'unknown-key': badKey,
  'unknown-model': unknownModel,
};

export function reword(violation: Violation): Violation {
  const { rule, path, status } = violation;
  if (rule.startsWith('GLM-') || violation.code === 'literal_error') return violation;
  if (structure.includes(rule)) return { rule: 'GLM-001', path, ...illegal };
  if (prompt.includes(rule)) return { rule: 'GLM-002', path, ...notReceived };
  if (types.includes(rule)) return wrongType(violation);
  if (Object.hasOwn(gate, rule)) return { rule, path, ...(gate[rule] ?? invalidParameter) };
  if (status === 404 || status === 405) return violation;
  // Everything else that Anthropic refuses, or accepts with a loss: z.ai is not known to be more lenient.
  return { rule: /^[A-Z]/.test(rule) ? 'unlisted' : rule, path, ...invalidParameter };
}

function wrongType({ path, message }: Violation): Violation {
  const said = message.startsWith(`${path}: `) ? message.slice(path.length + 2) : message;
  const code = said === 'Field required' ? 'missing' : 'value_error';
  return { rule: 'schema', status: 422, message: said, path, code };
}
