/** Rules for what Claude has on Anthropic's own servers only, where other clouds host it. The gateway leaves out what these find. */
import { asArray, asObject, asText } from '../../../json/json.ts';
import { type BodyView, type Finding, type Rule, where } from '../../../rules/rule.ts';
import { pathOf, readBody } from './read-body.ts';

interface Cloud {
  readonly name: string;
  /** The ids of its rules: for tools, fields of the body, fields of tools. */
  readonly ids: readonly [tools: string, fields: string, toolFields: string];
  /** The types of Anthropic's tools that it accepts, and those that need a beta. */
  readonly tools: RegExp;
  readonly needBetas: readonly (readonly [tools: RegExp, beta: RegExp])[];
  /** Fields that it refuses, written with points. */
  readonly fields: readonly string[];
  /** Whether betas are in the body. Elsewhere they are in a header, which no rule sees. */
  readonly betasInBody: boolean;
}

const platformOnly: readonly string[] = [
  ...['cache_control', 'container', 'diagnostics', 'fallbacks', 'inference_geo', 'mcp_servers', 'speed'],
  'output_config.task_budget',
];

const searchBeta = /^tool-search-tool-/;
const toolSearch = /^tool_search_tool_/;
const computer = /^computer_\d{8}$/;

const clouds: readonly Cloud[] = [
  {
    name: 'bedrock',
    ids: ['BDR-021', 'BDR-022', 'BDR-023'],
    tools: /^(?:bash|text_editor|memory)_\d{8}$/,
    needBetas: [
      [computer, /^computer-use-/],
      [toolSearch, searchBeta],
    ],
    fields: platformOnly,
    betasInBody: true,
  },
  {
    name: 'vertex',
    ids: ['VTX-013', 'VTX-014', 'VTX-015'],
    tools: /^(?:(?:bash|text_editor|memory|computer)_\d{8}|web_search_20250305)$/,
    needBetas: [[toolSearch, searchBeta]],
    fields: platformOnly,
    betasInBody: false,
  },
];

export const hostedRules: readonly Rule[] = [...clouds.flatMap(rulesOf), unknownBetas()];

function rulesOf(cloud: Cloud): readonly Rule[] {
  const [tools, fields, toolFields] = cloud.ids;
  const rule = { level: 'error', refusedBy: [cloud.name], scope: 'message', fields: 'refused' } as const;
  const here = (find: Rule['find']): Rule['find'] => where(({ traits }) => traits.checkedBy === cloud.name, find);
  return [
    {
      ...{ ...rule, id: tools, fix: 'Omit the tool.' },
      text: "Of Anthropic's own tools, another cloud knows those that the client runs; most of those that Anthropic runs it refuses.",
      find: here((view) => findTools(view, cloud)),
    },
    {
      ...{ ...rule, id: fields, fix: 'Omit the field.' },
      text: "Fields for what only Anthropic's own servers do are refused.",
      find: here((view) => findFields(view, cloud)),
    },
    {
      ...{ ...rule, id: toolFields, fix: 'Omit the field.' },
      text: 'Newer fields of tools are refused, or need a beta.',
      find: here(findToolFields),
    },
  ];
}

function betasIn({ body }: BodyView): readonly string[] {
  return asArray(body['anthropic_beta']).map(asText);
}

function findTools(view: BodyView, { tools, needBetas }: Cloud): readonly Finding[] {
  const betas = betasIn(view);
  const isKnown = (type: string): boolean =>
    /^(?:custom|function)?$/.test(type) ||
    tools.test(type) ||
    needBetas.some(([named, beta]) => named.test(type) && betas.some((each) => beta.test(each)));
  return view
    .once(readBody)
    .tools.filter(({ type }) => !isKnown(type))
    .map((tool) => ({ path: pathOf(tool), message: `Tools of this type are not accepted: ${tool.type}` }));
}

function findFields(view: BodyView, { fields, betasInBody }: Cloud): readonly Finding[] {
  const { body } = view;
  const isManaged = !betasInBody || betasIn(view).some((beta) => /^(?:context-management|compact)-/.test(beta));
  return [...fields, ...(isManaged ? [] : ['context_management'])]
    .filter((path) => {
      const [name = '', inner] = path.split('.');
      return ((inner === undefined ? body[name] : asObject(body[name])?.[inner]) ?? null) !== null;
    })
    .map((path) => ({ path, message: 'The field is not accepted.' }));
}

/** `strict` is accepted where schemas for the answer are. */
function findToolFields(view: BodyView): readonly Finding[] {
  const betas = betasIn(view);
  const takesSchemas = view.traits.responseFormat === 'json-schema';
  const hasSchema = (asObject(view.body['output_config'])?.['format'] ?? null) !== null;
  const message = 'The field is not accepted.';
  const refused = [
    ...['eager_input_streaming', 'allowed_callers'],
    ...(betas.some((beta) => searchBeta.test(beta)) ? [] : ['defer_loading']),
    ...(betas.some((beta) => /^tool-examples-/.test(beta)) ? [] : ['input_examples']),
    ...(takesSchemas ? [] : ['strict']),
  ];
  const found = view.once(readBody).tools.flatMap((tool) => {
    const names = refused.filter((name) => (tool.block[name] ?? null) !== null);
    return names.map((name) => ({ path: `${pathOf(tool)}.${name}`, message }));
  });
  return hasSchema && !takesSchemas ? [...found, { path: 'output_config.format', message }] : found;
}

/** Amazon's list, and those that others have sent with success. */
const betasOfBedrock: readonly string[] = [
  ...['computer-use-2024-10-22', 'computer-use-2025-01-24', 'computer-use-2025-11-24', 'context-1m-2025-08-07'],
  ...['context-management-2025-06-27', 'compact-2026-01-12', 'effort-2025-11-24', 'interleaved-thinking-2025-05-14'],
  ...['dev-full-thinking-2025-05-14', 'fine-grained-tool-streaming-2025-05-14', 'output-128k-2025-02-19'],
  ...['token-efficient-tools-2025-02-19', 'tool-examples-2025-10-29', 'tool-search-tool-2025-10-19'],
  ...['mid-conversation-tool-changes-2026-07-01', 'thinking-binding-controls-2026-08-01'],
];

function unknownBetas(): Rule {
  return {
    id: 'BDR-024',
    level: 'error',
    refusedBy: ['bedrock'],
    scope: 'message',
    fields: 'refused',
    text: 'Bedrock refuses betas that it does not know.',
    fix: 'Omit them.',
    find: where(
      ({ traits }) => traits.checkedBy === 'bedrock',
      (view) =>
        betasIn(view).every((beta) => betasOfBedrock.includes(beta))
          ? []
          : [{ path: 'anthropic_beta', message: 'Not all of them are known there.' }],
    ),
  };
}
