/** Rules for everything except the input: tools, their names, and settings that a target refuses. */
import type { JsonObject } from '@interlock/transcript';
import { asArray, asObject, asText } from '../../../json/json.ts';
import {
  allowedTools,
  freeFormTools,
  longUser,
  openaiServers,
  schemaRules,
  temperatureRange,
  unknownFields,
} from '../../../rules/openai.ts';
import { type BodyView, type Finding, nothing, type Rule, where } from '../../../rules/rule.ts';
import { inEach, itemPath } from './read-body.ts';

function toolsOf({ tools }: JsonObject, type: RegExp): readonly (readonly [path: string, tool: JsonObject])[] {
  return asArray(tools).flatMap((entry, at) => {
    const tool = asObject(entry) ?? {};
    return type.test(asText(tool['type'])) ? [[`tools.${at}`, tool] as const] : [];
  });
}

export const bodyRules: readonly Rule[] = [
  temperatureRange,
  unknownFields,
  longUser,
  freeFormTools,
  allowedTools,
  {
    id: 'VLL-008',
    level: 'error',
    scope: 'message',
    text: 'Only OpenAI knows tools in a namespace.',
    fix: 'Offer each tool by its own name.',
    find: where(
      ({ traits }) => !openaiServers.includes(traits.checkedBy),
      ({ body }) =>
        toolsOf(body, /^namespace$/).map(([path]) => ({ path: `${path}.type`, message: 'It is not accepted.' })),
    ),
  },
  {
    id: 'XAI-007',
    level: 'error',
    refusedBy: ['xai'],
    scope: 'message',
    fields: 'refused',
    text: 'xAI does not know `external_web_access`: a search is live.',
    fix: 'Omit the field, or the search if it must not be live.',
    find: where(
      ({ traits }) => traits.checkedBy === 'xai',
      ({ body }) =>
        toolsOf(body, /^web_search/).flatMap(([path, { external_web_access: isLive = null }]) => {
          if (isLive === null) return [];
          return [{ path: isLive === true ? `${path}.external_web_access` : path, message: 'It is not accepted.' }];
        }),
    ),
  },
  {
    id: 'OAC-035',
    level: 'error',
    refusedBy: openaiServers,
    scope: 'request',
    text: 'Only GPT-5 and later have another verbosity than medium.',
    fix: 'Omit it.',
    find: ({ body, traits }) => {
      const verbosity = asText(asObject(body['text'])?.['verbosity']);
      const isKnown = traits.furtherSettings.includes('verbosity') || ['', 'medium'].includes(verbosity);
      return isKnown ? [] : [{ path: 'text.verbosity', message: 'The model does not accept it.' }];
    },
  },
  ...schemaRules((body) =>
    asArray(body['tools']).flatMap((entry, at) => {
      const { type, parameters = null } = asObject(entry) ?? {};
      return type !== 'function' || parameters === null ? [] : [{ path: `tools.${at}.parameters`, parameters }];
    }),
  ),
  {
    id: 'OAC-005',
    level: 'error',
    refusedBy: openaiServers,
    scope: 'message',
    text: 'Names of functions have only characters and a length that the target accepts, in the history too.',
    fix: 'Replace what is refused, the same way in `tools` and in calls.',
    // `tools` are checked with the first request; names in calls with every new item.
    find: (view) => [...(view.from > 0 ? nothing : findDeclaredNames(view)), ...findCalledNames(view)],
  },
  {
    id: 'OAC-006',
    level: 'warning',
    scope: 'request',
    text: 'A description is no longer than the target accepts.',
    fix: 'Shorten the description.',
    find: ({ body, traits }) =>
      asArray(body['tools']).flatMap((tool, at): readonly Finding[] => {
        const { length } = asText(asObject(tool)?.['description']);
        if (traits.maxDescription === undefined || length <= traits.maxDescription) return [];
        return [{ path: `tools.${at}.description`, message: `It has ${length} characters.` }];
      }),
  },
  {
    id: 'OAC-007',
    level: 'error',
    refusedBy: openaiServers,
    scope: 'request',
    text: 'There are no more tools than the target accepts.',
    fix: 'Offer fewer tools.',
    find: ({ body, traits }) => {
      const { length } = asArray(body['tools']);
      return length > (traits.maxTools ?? Number.POSITIVE_INFINITY)
        ? [{ path: 'tools', message: `There are ${length}.` }]
        : [];
    },
  },
  {
    id: 'OAC-015',
    level: 'error',
    refusedBy: openaiServers,
    scope: 'request',
    text: 'A model that thinks accepts neither temperature nor top_p.',
    fix: 'Omit them.',
    find: (view) =>
      takesSampling(view)
        ? []
        : ['temperature', 'top_p'].flatMap((field) =>
            (view.body[field] ?? null) === null
              ? []
              : [
                  {
                    path: field,
                    message: 'The target does not accept it here.',
                    ...(view.body[field] === 1 && { level: 'warning' }),
                  },
                ],
          ),
  },
  {
    id: 'OAC-018',
    level: 'error',
    refusedBy: openaiServers,
    scope: 'request',
    text: 'parallel_tool_calls needs tools.',
    fix: 'Omit it when there are no tools.',
    find: ({ body }) =>
      asArray(body['tools']).length === 0 && (body['parallel_tool_calls'] ?? null) !== null
        ? [{ path: 'parallel_tool_calls', message: 'There are no tools.' }]
        : [],
  },
  {
    id: 'OAC-019',
    level: 'error',
    refusedBy: openaiServers,
    scope: 'request',
    text: 'tool_choice needs tools, and a chosen function is one of them.',
    fix: 'Omit it, or choose one of the tools.',
    find: findChoice,
  },
];

function findDeclaredNames(view: BodyView): readonly Finding[] {
  const taken = view.once(namePattern);
  return asArray(view.body['tools']).flatMap((tool, at): readonly Finding[] => {
    const named = asObject(tool);
    const isNamed = named?.['type'] === 'function' || named?.['type'] === 'custom';
    if (!isNamed || taken.test(asText(named['name']))) return [];
    return [{ path: `tools.${at}.name`, message: 'The target does not accept this name.' }];
  });
}

const findCalledNames: Rule['find'] = inEach('calls', (seen, view) => {
  if (view.once(namePattern).test(asText(seen.item['name']))) return undefined;
  return { path: `${itemPath(seen)}.name`, message: 'The target does not accept this name.' };
});

/** The names the target accepts. For `view.once`. */
function namePattern({ traits }: BodyView): RegExp {
  const { first, rest, max } = traits.toolNames;
  return new RegExp(`^${first}${rest}{0,${max - 1}}$`);
}

function takesSampling({ body, traits }: BodyView): boolean {
  if (traits.sampling !== 'without-thinking') return traits.sampling !== 'none';
  const effort = asObject(body['reasoning'])?.['effort'];
  const asked = effort === undefined || effort === null ? undefined : effort !== 'none';
  return !(asked ?? traits.thinking.byDefault);
}

function findChoice({ body }: BodyView): readonly Finding[] {
  const choice = body['tool_choice'];
  const tools = asArray(body['tools']);
  if (choice === undefined || choice === null) return [];
  if (tools.length === 0) return [{ path: 'tool_choice', message: 'There are no tools.' }];
  const { type, name: given } = asObject(choice) ?? {};
  const name = asText(given);
  if ((type !== 'function' && type !== 'custom') || tools.some((tool) => asObject(tool)?.['name'] === name)) return [];
  return [{ path: 'tool_choice.name', message: `There is no tool ${name}.` }];
}
