/** Where a cloud hosts Claude, it knows fewer tools, fields and betas than Anthropic (BDR-021 … BDR-024, VTX-013 … VTX-016). */
import type { Violation } from '../../api/api.ts';
import { isAbsent, type JsonObject, objectOf, textOf } from '../../api/json.ts';
import type { Draft } from '../draft.ts';
import { breach } from '../errors.ts';
import type { Claude } from '../models.ts';

interface Host {
  readonly rules: { readonly tool: string; readonly field: string; readonly toolField: string; readonly beta: string };
  readonly searches: readonly string[];
  readonly betas: readonly string[];
  refuse(unknown: readonly string[]): string;
}

const betas: readonly string[] = [
  'computer-use-2025-01-24',
  'computer-use-2025-11-24',
  'interleaved-thinking-2025-05-14',
  'context-1m-2025-08-07',
  'context-management-2025-06-27',
  'compact-2026-01-12',
  'tool-search-tool-2025-10-19',
  'thinking-binding-controls-2026-08-01',
];

const hosts: Readonly<Record<Claude['home'], Host | undefined>> = {
  anthropic: undefined,
  bedrock: {
    rules: { tool: 'BDR-021', field: 'BDR-022', toolField: 'BDR-023', beta: 'BDR-024' },
    searches: [],
    betas: [
      ...betas,
      'computer-use-2024-10-22',
      'effort-2025-11-24',
      'tool-examples-2025-10-29',
      'mid-conversation-tool-changes-2026-07-01',
    ],
    refuse: () => 'invalid beta flag',
  },
  vertex: {
    rules: { tool: 'VTX-013', field: 'VTX-014', toolField: 'VTX-015', beta: 'VTX-016' },
    searches: ['web_search_20250305'],
    betas: [...betas, 'web-search-2025-03-05'],
    refuse: (unknown) =>
      `Unexpected value(s) ${unknown.map((beta) => `\`${beta}\``).join(', ')} for the \`anthropic-beta\` header. Please consult our documentation at docs.anthropic.com or try again without the header.`,
  },
};

export function* checkHosted(draft: Draft): Iterable<Violation> {
  const host = hosts[draft.claude.home];
  // Converse has tools and fields of its own.
  if (!host || draft.claude.bedrock) return;
  yield* checkBetas(draft, host);
  yield* checkFields(draft, host);
  for (const [index, tool] of draft.tools.entries()) yield* checkTool(draft, host, tool, `tools.${index}`);
}

function* checkBetas({ betas: given, counting }: Draft, host: Host): Iterable<Violation> {
  const known = counting ? [] : host.betas;
  const unknown = given.filter((beta) => beta !== '' && !known.includes(beta));
  if (unknown.length > 0) yield breach(host.rules.beta, 'anthropic_beta', host.refuse(unknown));
}

/** Whether the request names a beta of this family. */
function asksFor({ betas: given }: Draft, ...families: readonly string[]): boolean {
  return given.some((beta) => families.some((family) => beta.startsWith(`${family}-`)));
}

const platform: readonly string[] = [
  'cache_control',
  'container',
  'diagnostics',
  'fallbacks',
  'inference_geo',
  'mcp_servers',
  'speed',
];

function* checkFields(draft: Draft, { rules }: Host): Iterable<Violation> {
  const { body } = draft;
  const managed = asksFor(draft, 'context-management', 'compact');
  const places = [...platform, ...(managed ? [] : ['context_management'])].filter((name) => !isAbsent(body[name]));
  if (!isAbsent(objectOf(body['output_config'])['task_budget'])) places.push('output_config.task_budget');
  if (!hasSchemas(draft) && !isAbsent(objectOf(body['output_config'])['format'])) {
    const place = 'output_config.format';
    yield breach(rules.toolField, place, `${place}: Extra inputs are not permitted`);
  }
  for (const place of places) yield breach(rules.field, place, `${place}: Extra inputs are not permitted`);
}

function* checkTool(draft: Draft, host: Host, tool: JsonObject, path: string): Iterable<Violation> {
  const type = isAbsent(tool['type']) ? 'custom' : textOf(tool['type']);
  if (!isKnown(draft, host, type)) {
    const tags = ['bash_20250124', 'custom', 'memory_20250818', 'text_editor_20250728', ...host.searches];
    const expected = tags.map((tag) => `'${tag}'`).join(', ');
    const message = `${path}: Input tag '${type}' found using 'type' does not match any of the expected tags: ${expected}`;
    yield breach(host.rules.tool, path, message);
  }
  for (const name of refusedFields(draft)) {
    const place = `${path}.${type}.${name}`;
    if (!isAbsent(tool[name])) yield breach(host.rules.toolField, place, `${place}: Extra inputs are not permitted`);
  }
}

function isKnown(draft: Draft, { searches }: Host, type: string): boolean {
  if (type === 'custom' || searches.includes(type) || /^(bash|text_editor|memory)_\d+$/.test(type)) return true;
  if (/^computer_\d+$/.test(type)) return asksFor(draft, 'computer-use');
  return type.startsWith('tool_search_tool_') && asksFor(draft, 'tool-search-tool');
}

function refusedFields(draft: Draft): readonly string[] {
  return [
    'eager_input_streaming',
    'allowed_callers',
    ...(asksFor(draft, 'tool-search-tool') ? [] : ['defer_loading']),
    ...(asksFor(draft, 'tool-examples') ? [] : ['input_examples']),
    ...(hasSchemas(draft) ? [] : ['strict']),
  ];
}

/** After 4.6, which was the last to have thinking budgets, models on Bedrock have refused what enforces schemas. */
function hasSchemas({ claude: { home, thinking } }: Draft): boolean {
  return home !== 'bedrock' || thinking.length === 0 || thinking.includes('enabled');
}
