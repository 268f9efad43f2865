/** The tools and settings of a request (MIS-015, MIS-016, MIS-022). */
import type { Violation } from '../../../api/api.ts';
import { firstIn } from '../../../api/first-found.ts';
import { objectOf } from '../../../api/json.ts';
import { findBadName } from './contents.ts';
import { findSchemaProblem } from './draft7.ts';
import { type MistralRequest, objection } from './violation.ts';

/** The schema is checked before the name. */
export function findBadTool({ tools }: MistralRequest): Violation | undefined {
  return firstIn(tools, ({ raw, name, index }) => {
    if (raw['function'] === undefined) return undefined;
    const path = `tools[${index}].function`;
    const problem = findSchemaProblem(objectOf(raw['function'])['parameters'] ?? {});
    if (problem !== undefined) {
      return objection('MIS-016', `Invalid tool schema: ${problem}`, `${path}.parameters`, 'invalid_request_tool');
    }
    return findBadName(name, `${path}.name`, 'invalid_request_tool');
  });
}

export function findBadEffort({ body, model }: MistralRequest): Violation | undefined {
  const effort = body['reasoning_effort'];
  if (effort === undefined || effort === null) return undefined;
  if (model.generation >= 15 && (effort === 'none' || effort === 'high')) return undefined;
  const spoken = typeof effort === 'string' ? effort : JSON.stringify(effort);
  const words = `reasoning_effort='${spoken}' is not supported for this model`;
  return objection('MIS-022', words, 'reasoning_effort');
}
