/** The client's tools for a target of its own protocol, with what rendering made of them. */
import { isSameData, type JsonObject, type JsonValue } from '@interlock/transcript';
import { asArray, asObject, asText, type Destination, findViolations, type Protocol } from '@interlock/wire';
import type { Front } from '../fronts/front.ts';
import type { LeftOut } from './report.ts';

/** Whether the client offers tools in the form of another API, or one of them twice. Such tools are sent as they were rendered. */
export function areForeign(offered: readonly JsonValue[], front: Front, toolNames: ReadonlySet<string>): boolean {
  const names = offered.flatMap(namesIn).filter((name) => toolNames.has(name));
  return new Set(names).size < names.length || offered.some((tool) => isForeign(tool, front, toolNames));
}

export function isForeign(tool: JsonValue, { isOwnTool }: Front, toolNames: ReadonlySet<string>): boolean {
  return !isOwnTool(asObject(tool) ?? {}) && namesIn(tool).some((name) => toolNames.has(name));
}

/** A function of Chat or Responses that no one can call: servers refuse it. */
export function isNameless(tool: JsonValue): boolean {
  const object = asObject(tool) ?? {};
  return object['type'] === 'function' && asText((asObject(object['function']) ?? object)['name']) === '';
}

/** The names of functions in an entry of any API's list. */
function namesIn(tool: JsonValue): readonly string[] {
  const object = asObject(tool) ?? {};
  const declared = asArray(object[functions] ?? object['function_declarations']);
  const spec = asObject(object['toolSpec']);
  return [nameOf(spec ?? tool), ...declared.map(nameOf)].filter((name) => name !== '');
}

/** The field of Google's list of functions, which is one entry among its own tools. */
const functions = 'functionDeclarations';

export function mergedTools(
  rendered: readonly JsonValue[],
  offered: readonly JsonValue[],
  toolNames: ReadonlySet<string>,
): readonly JsonValue[] {
  if (!areNested([...rendered, ...offered])) return mergedList(rendered, offered, toolNames);
  const merged = mergedList(functionsOf(rendered), functionsOf(offered), toolNames);
  // The first entry with functions gets all of them.
  let isPlaced = merged.length === 0;
  const entries = offered.flatMap((tool): readonly JsonValue[] => {
    const { [functions]: own, ...others } = asObject(tool) ?? {};
    const holds = own !== undefined && !isPlaced;
    isPlaced ||= holds;
    const entry = holds ? { [functions]: merged, ...others } : others;
    return Object.keys(entry).length === 0 ? [] : [entry];
  });
  return isPlaced ? entries : [{ [functions]: merged }, ...entries];
}

function areNested(tools: readonly JsonValue[]): boolean {
  return tools.some((tool) => asObject(tool)?.[functions] !== undefined);
}

interface Taken {
  readonly body: JsonObject;
  readonly leftOut: readonly LeftOut[];
}

/**
 * Tools, and fields of tools, that the target is known to refuse: searches where only Anthropic runs them (BDR-021), Google's tools next to
 * functions (GEM-026). Better without them than not at all. `offered`: the client's list, in whose places they are reported.
 */
export function withoutRefusedTools(
  body: JsonObject,
  { rules }: Protocol,
  traits: Destination['traits'],
  offered: readonly JsonValue[],
): Taken {
  const known = rules.filter(({ fields }) => fields === 'refused');
  const found = findViolations(known, { body, list: [], traits, from: 0 });
  const refused = found.filter(({ level, path }) => level === 'error' && /^tools\.\d+(?:\.\w+)?$/.test(path));
  if (refused.length === 0) return { body, leftOut: [] };
  const places = new Set(refused.map(({ path }) => path));
  const tools = asArray(body['tools']).flatMap((tool, at) => {
    const members = Object.entries(asObject(tool) ?? {}).filter(([name]) => !places.has(`tools.${at}.${name}`));
    return members.length === 0 || places.has(`tools.${at}`) ? [] : [Object.fromEntries(members)];
  });
  const merged = asArray(body['tools']);
  const leftOut = refused.map(({ path, rule }) => {
    const [, at = '', ...rest] = path.split('.');
    const name = nameOf(merged[Number(at)] ?? null);
    const place = offered.findIndex((tool) => name !== '' && nameOf(tool) === name);
    const what = ['tools', place === -1 ? at : place, ...rest].join('.');
    return { what, why: `${rule}: the target refuses it.` };
  });
  return { body: withTools(body, tools), leftOut };
}

/** Without tools there is nothing to choose. */
function withTools({ tools: _, tool_choice: choice, ...rest }: JsonObject, tools: readonly JsonValue[]): JsonObject {
  if (tools.length === 0) return rest;
  return { ...rest, tools, ...(choice === undefined ? {} : { tool_choice: choice }) };
}

function functionsOf(tools: readonly JsonValue[]): readonly JsonValue[] {
  return tools.flatMap((tool) => asArray(asObject(tool)?.[functions]));
}

/**
 * The client's list of tools. Each tool is the rendered one plus the client's other fields; the provider's own tools stay as they came. Cache
 * marks stay where rendering put them, because their number is limited, with the lifetime that the client chose.
 */
function mergedList(
  rendered: readonly JsonValue[],
  offered: readonly JsonValue[],
  toolNames: ReadonlySet<string>,
): readonly JsonValue[] {
  const byName = new Map(rendered.map((tool) => [nameOf(tool), tool]));
  const used = new Set<string>();
  const merged = offered.flatMap((tool): readonly JsonValue[] => {
    const name = nameOf(tool);
    const own = byName.get(name);
    // A tool that was read but is not found here was renamed for the target, and is among the rendered ones.
    const { cache_control: mark, ...rest } = asObject(tool) ?? {};
    if (own === undefined) return toolNames.has(name) ? [] : [rest];
    if (used.has(name)) return [];
    used.add(name);
    // A tool of another kind was rendered as a function. Its other fields belong to that kind.
    const { type } = asObject(own) ?? {};
    const isSame = type === undefined || type === (rest['type'] ?? type);
    const made = isSame ? mergedTool(rest, asObject(own) ?? {}) : { ...asObject(own) };
    return ['cache_control' in made && mark !== undefined ? { ...made, cache_control: mark } : made];
  });
  return [...merged, ...rendered.filter((tool) => !used.has(nameOf(tool)))];
}

export function loaded(tool: JsonValue): JsonValue {
  const { defer_loading: _, ...rest } = asObject(tool) ?? {};
  return rest;
}

/** Whether calls must follow the schema is for the client to say; it is never rendered. */
function mergedTool(offered: JsonObject, rendered: JsonObject): JsonObject {
  const { strict, parameters, parametersJsonSchema, ...rest } = offered;
  // Google refuses both kinds of schemas in one function (GEM-022).
  const hasSchema = rendered['parameters'] !== undefined || rendered['parametersJsonSchema'] !== undefined;
  const inner = rendered['custom'] === undefined ? 'function' : 'custom';
  const [some, other] = [asObject(offered[inner]), asObject(rendered[inner])];
  const own = hasSchema ? rest : offered;
  // Bytes that need no change stay, because thinking may be bound to them (ANT-054).
  const changed = Object.entries(rendered).filter(([name, value]) => !isSameData(own[name], value));
  return {
    ...own,
    ...Object.fromEntries(changed),
    ...(strict === undefined ? {} : { strict }),
    ...(some === undefined || other === undefined ? {} : { [inner]: { ...some, ...other } }),
  };
}

/** A tool of the API's own is called like its type. */
function nameOf(tool: JsonValue): string {
  const object = asObject(tool);
  const inner = asObject(object?.['function']) ?? asObject(object?.['custom']);
  return asText(object?.['name']) || asText(inner?.['name']) || asText(object?.['type']);
}
