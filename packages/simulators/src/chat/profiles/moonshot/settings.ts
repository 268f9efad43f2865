/** The settings of a request: thinking, sampling and the choice of a tool (KIM-007, KIM-009…012). */
import type { Violation } from '../../../api/api.ts';
import { isObject, type JsonObject, objectOf } from '../../../api/json.ts';
import { breach, violation } from '../../checks/found.ts';
import { isForced } from '../../checks/tool-choice.ts';
import { kimiModel, kimiThinks } from './models.ts';

/** KIM-010: the text names the type as Go does. */
export function findNoObject(body: JsonObject): Violation | undefined {
  const { thinking } = body;
  const wrong = thinking !== undefined && thinking !== null && !isObject(thinking);
  return violation(breach(wrong, 'thinking', thinking), {
    id: 'KIM-010',
    says: () =>
      `the thinking field in the request (expected type object) is illegal, and ${goType(thinking)} is not acceptable`,
  });
}

function goType(value: unknown): string {
  if (typeof value === 'boolean') return 'bool';
  return Array.isArray(value) ? 'array' : typeof value;
}

/** KIM-007: K3 always thinks; `reasoning_effort` says how much. The text is unknown; it follows KIM-009's. */
export function findK3Setting(body: JsonObject): Violation | undefined {
  if (kimiModel(body['model']).family !== 'k3') return undefined;
  const { thinking, reasoning_effort: effort } = body;
  const asked = thinking !== undefined && thinking !== null;
  if (asked) {
    return violation(breach(true, 'thinking', thinking), {
      id: 'KIM-007',
      says: () => 'invalid thinking: the thinking parameter is not supported for this model',
    });
  }
  const wrong = effort !== undefined && effort !== null && effort !== 'none' && !isEffort(effort) && !isMapped(effort);
  return violation(breach(wrong, 'reasoning_effort', effort), {
    id: 'KIM-007',
    says: () => 'invalid reasoning_effort: only low, high, max are allowed for this model',
  });
}

/** Efforts of other providers: reported to run as `high` and `max` instead of being refused. */
export function findMappedEffort(body: JsonObject): Violation | undefined {
  const { reasoning_effort: effort } = body;
  const mapped = kimiModel(body['model']).family === 'k3' && isMapped(effort);
  return violation(breach(mapped, 'reasoning_effort', effort), {
    id: 'KIM-007',
    status: 200,
    says: () => `reasoning_effort '${String(effort)}' is none of low, high, max: another one is used`,
  });
}

function isEffort(effort: unknown): boolean {
  return effort === 'low' || effort === 'high' || effort === 'max';
}

function isMapped(effort: unknown): boolean {
  return effort === 'medium' || effort === 'xhigh';
}

export function findDisabled(body: JsonObject): Violation | undefined {
  const wrong = body['model'] === 'kimi-k2.7-code' && objectOf(body['thinking'])['type'] === 'disabled';
  return violation(breach(wrong, 'thinking.type', 'disabled'), {
    id: 'KIM-009',
    says: () => 'invalid thinking: only type=enabled is allowed for this model',
  });
}

export function findSampling(body: JsonObject): Violation | undefined {
  if (!kimiModel(body['model']).fixed) return undefined;
  const allowed = { temperature: kimiThinks(body) ? 1 : 0.6, top_p: 0.95 };
  for (const [name, only] of Object.entries(allowed)) {
    const value = body[name];
    if (value === undefined || value === null || value === only) continue;
    return violation(breach(true, name, value), {
      id: 'KIM-011',
      says: () => `invalid ${name}: only ${only} is allowed for this model`,
    });
  }
  return undefined;
}

/** `required` for every model; a specific tool only while it thinks. */
export function findForced(body: JsonObject): Violation | undefined {
  const choice = body['tool_choice'];
  const thinks = kimiThinks(body);
  const forced = choice === 'required' || (thinks && isForced(choice));
  const what = choice === 'required' ? 'required' : 'specified';
  return violation(breach(forced, 'tool_choice', choice), {
    id: 'KIM-012',
    says: () => `tool_choice '${what}' is ${thinks ? 'incompatible with thinking enabled' : 'not supported'}`,
  });
}

export function findNoEffort(body: JsonObject): Violation | undefined {
  const effort = body['reasoning_effort'];
  return violation(breach(effort === 'none', 'reasoning_effort', effort), {
    id: 'KIM-012',
    says: () => "invalid reasoning_effort: 'none' is not supported",
  });
}
