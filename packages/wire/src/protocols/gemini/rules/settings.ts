/** Rules for everything except the list and the schemas. */
import { asArray, asNumber, asObject } from '../../../json/json.ts';
import type { BodyView, Finding, Rule } from '../../../rules/rule.ts';
import { field } from '../field.ts';
import { readBody } from './read-body.ts';

export const settingRules: readonly Rule[] = [
  {
    // Vertex accepts both since Gemini 3; nothing does before.
    id: 'GEM-026',
    level: 'error',
    scope: 'message',
    fields: 'refused',
    text: "Google's own tools and functions can be combined only if server-side invocations are requested.",
    fix: 'Set toolConfig.includeServerSideToolInvocations (Gemini 3 and later), or send only one kind.',
    find: (view) => {
      const { body } = view;
      const allowed = field(asObject(field(body, 'toolConfig')), 'includeServerSideToolInvocations') === true;
      if (allowed || view.once(readBody).declarations.length === 0) return [];
      const { checkedBy, thinking } = view.traits;
      const isTaken = checkedBy === 'vertex' && thinking.control === 'gemini-level';
      return ownTools(view).map((path) => ({
        path,
        message: 'It is next to functions.',
        ...(isTaken && { level: 'warning' }),
      }));
    },
  },
  {
    id: 'GEM-027',
    level: 'error',
    scope: 'message',
    text: 'A functionCallingConfig is allowed only where a function or a Google tool is declared.',
    fix: 'Omit it.',
    find: (view) => {
      const config = field(asObject(field(view.body, 'toolConfig')), 'functionCallingConfig');
      if (config === undefined || view.once(readBody).declarations.length > 0 || ownTools(view).length > 0) return [];
      return [{ path: 'toolConfig.functionCallingConfig', message: 'There are no functions.' }];
    },
  },
  {
    id: 'GEM-028',
    level: 'error',
    scope: 'message',
    text: 'Cached content holds the system instruction, the tools and their settings: they are not sent with it.',
    fix: 'Omit them.',
    find: ({ body }) => {
      if (field(body, 'cachedContent') === undefined) return [];
      return heldByCache
        .filter((name) => field(body, name) !== undefined)
        .map((path) => ({ path, message: 'It is next to cached content.' }));
    },
  },
  {
    id: 'GEM-031',
    level: 'error',
    scope: 'message',
    text: 'There is either a thinking budget (up to 2.5) or a thinking level (3 and later), not both.',
    fix: 'Send the one the model accepts.',
    find: wrongThinking,
  },
  {
    id: 'GEM-038',
    level: 'error',
    scope: 'message',
    text: 'Models after 2.0 accept no penalties.',
    fix: 'Omit them.',
    find: ({ body, traits }) => {
      const config = asObject(field(body, 'generationConfig'));
      return (['frequencyPenalty', 'presencePenalty'] as const)
        .filter((name) => !traits.furtherSettings.includes(name) && (asNumber(field(config, name)) ?? 0) !== 0)
        .map((name) => ({ path: `generationConfig.${name}`, message: 'The model does not accept it.' }));
    },
  },
];

const heldByCache = ['systemInstruction', 'tools', 'toolConfig'] as const;

/** Google's own tools, by their paths. A null member counts as absent: some clients write all members. */
function ownTools({ body }: BodyView): readonly string[] {
  return asArray(field(body, 'tools')).flatMap((tool, at) =>
    Object.entries(asObject(tool) ?? {})
      .filter(([name, value]) => value !== null && !/^function_?declarations$/i.test(name))
      .map(([name]) => `tools.${at}.${name}`),
  );
}

function wrongThinking({ body, traits }: BodyView): readonly Finding[] {
  const path = 'generationConfig.thinkingConfig';
  const config = asObject(field(asObject(field(body, 'generationConfig')), 'thinkingConfig'));
  const budget = field(config, 'thinkingBudget') !== undefined;
  const level = field(config, 'thinkingLevel') !== undefined;
  const { control } = traits.thinking;
  if (budget && level) return [{ path, message: 'There are both.' }];
  // Checked, but ignored by most of them.
  if (budget && control === 'gemini-level') return [{ path, message: 'The model accepts a level.', level: 'warning' }];
  return level && control === 'gemini-budget' ? [{ path, message: 'The model accepts a budget.' }] : [];
}
