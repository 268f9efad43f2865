/** Reads how much thinking a request asks for, in any dialect. */
import type { JsonObject, JsonValue } from '@interlock/transcript';
import type { Report } from '../../../decode-request/read-request.ts';
import { asNumber, asObject, asText } from '../../../json/json.ts';
import type { Settings } from '../../../traits/settings.ts';
import { allEfforts } from '../../../traits/thinking.ts';
import type { Effort } from '../../../traits/traits.ts';

type Reasoning = Settings['reasoning'];

export function readReasoning(request: JsonObject, report: Report): Reasoning {
  const openrouter = asObject(request['reasoning']);
  for (const [field, known] of knownFields) reportUnread(field, asObject(request[field]), known, report);
  const effort = readEffort(request, 'reasoning_effort', report) ?? readEffort(openrouter, 'effort', report);
  return effort ?? readBudget(request, openrouter) ?? readSwitch(request, openrouter);
}

const knownFields: readonly (readonly [field: string, known: readonly string[]])[] = [
  ['reasoning', ['effort', 'max_tokens', 'enabled']],
  ['thinking', ['type', 'budget_tokens']],
];

function reportUnread(field: string, given: JsonObject = {}, known: readonly string[], report: Report): void {
  for (const [name, value] of Object.entries(given)) {
    if (!known.includes(name) && value !== null) report(`${field}.${name}`, 'This field is not supported.');
  }
}

function readEffort(from: JsonObject | undefined, field: string, report: Report): 'off' | Effort | undefined {
  const word = asText(from?.[field]);
  if (word === '') return undefined;
  if (word === 'none') return 'off';
  const effort = allEfforts.find((known) => known === word);
  if (effort === undefined) report(field === 'effort' ? 'reasoning.effort' : field, 'This effort is not supported.');
  return effort;
}

/** Qwen, OpenRouter, and servers that copied Anthropic's field. */
function readBudget(request: JsonObject, openrouter: JsonObject | undefined): Reasoning {
  if (isOff(request, openrouter)) return undefined;
  const budgets = [
    request['thinking_budget'],
    openrouter?.['max_tokens'],
    asObject(request['thinking'])?.['budget_tokens'],
  ];
  const tokens = budgets.map(asNumber).find((budget) => budget !== undefined && budget > 0);
  return tokens === undefined ? undefined : { tokens };
}

/** Thinking without a level means medium effort. */
function readSwitch(request: JsonObject, openrouter: JsonObject | undefined): Reasoning {
  if (isOff(request, openrouter)) return 'off';
  const on: readonly (JsonValue | undefined)[] = [
    asObject(request['thinking'])?.['type'] === 'enabled',
    request['enable_thinking'],
    openrouter?.['enabled'],
  ];
  return on.includes(true) ? 'medium' : undefined;
}

function isOff(request: JsonObject, openrouter: JsonObject | undefined): boolean {
  if (asObject(request['thinking'])?.['type'] === 'disabled') return true;
  return request['enable_thinking'] === false || openrouter?.['enabled'] === false;
}
