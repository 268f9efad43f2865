/** Declarations and their configuration (GEM-020, GEM-022, GEM-023, GEM-025 … GEM-028). */
import { arrayOf, isObject, type JsonObject, objectOf, textOf } from '../../api/json.ts';
import { type CheckedRequest, type Finding, fieldFinding, opaque } from '../finding.ts';
import { type GeminiModel, isGemini3OrLater } from '../models.ts';
import { checkSchema } from './schema.ts';

const namePattern = /^[a-zA-Z_][a-zA-Z0-9_.:-]{0,63}$/;
const nameRule =
  '[FIELD_INVALID] Invalid function name. Must start with a letter or an underscore. Must be a-z, A-Z, 0-9, or contain underscores (_), dots (.), colons (:), or dashes (-), with a maximum length of 64.';

interface Declaration {
  readonly path: string;
  readonly raw: JsonObject;
  readonly name: string;
}

export function declarationsOf(request: JsonObject): readonly Declaration[] {
  return arrayOf(request['tools']).flatMap((tool, at) =>
    arrayOf(objectOf(tool)['functionDeclarations']).map((each, index) => {
      const raw = objectOf(each);
      return { path: `tools[${at}].function_declarations[${index}]`, raw, name: textOf(raw['name']) };
    }),
  );
}

export function* checkDeclarations({ request, model }: CheckedRequest): Iterable<Finding> {
  const names = new Set<string>();
  for (const { path, raw, name } of declarationsOf(request)) {
    if (!namePattern.test(name)) yield fieldFinding('GEM-020', `${path}.name`, nameRule);
    if (names.has(name)) {
      yield { rule: 'GEM-036', message: `Duplicate function declaration found: ${name}`, path: `${path}.name` };
    }
    names.add(name);
    yield* checkParameters(raw, path, model);
    if (isObject(raw['response'])) yield* checkSchema(raw['response'], `${path}.response`);
  }
  const answerSchema = objectOf(request['generationConfig'])['responseSchema'];
  if (isObject(answerSchema)) yield* checkSchema(answerSchema, 'generation_config.response_schema');
}

function* checkParameters(raw: JsonObject, path: string, model: GeminiModel): Iterable<Finding> {
  const { parameters, parametersJsonSchema } = raw;
  if (parameters !== undefined && parametersJsonSchema !== undefined) {
    yield fieldFinding('GEM-022', path, 'only one of parameters and parameters_json_schema may be set.');
  }
  if (parametersJsonSchema !== undefined) {
    if (model.route === 'claude') yield fieldFinding('GEM-022', `${path}.parameters`, 'input_schema: Field required');
    if (!isObject(parametersJsonSchema)) yield opaque(`${path}.parameters_json_schema`);
  }
  if (isObject(parameters)) yield* checkSchema(parameters, `${path}.parameters`);
}

export function* checkToolConfig({ request, model }: CheckedRequest): Iterable<Finding> {
  const { cachedContent, tools, toolConfig, systemInstruction } = request;
  if (textOf(cachedContent) !== '' && (tools ?? toolConfig ?? systemInstruction) !== undefined) {
    const message =
      'Tool config, tools and system instruction should not be set in the request when using cached content.';
    yield { rule: 'GEM-028', message, path: 'cached_content' };
  }
  const declared = declarationsOf(request).map(({ name }) => name);
  const config = objectOf(toolConfig)['functionCallingConfig'];
  const path = 'tool_config.function_calling_config';
  const native = arrayOf(tools).some((tool) =>
    Object.keys(objectOf(tool)).some((name) => name !== 'functionDeclarations'),
  );
  if (isObject(config) && declared.length === 0 && !native) {
    yield { rule: 'GEM-027', message: 'Function calling config is set without function_declarations.', path };
  }
  const unknown = arrayOf(objectOf(config)['allowedFunctionNames']).some((name) => !declared.includes(textOf(name)));
  if (unknown) yield opaque(`${path}.allowed_function_names`);
  yield* checkCombination(request, model);
}

/** Tools that Google runs, next to functions the client runs (GEM-026). */
function* checkCombination(request: JsonObject, model: GeminiModel): Iterable<Finding> {
  const kinds = new Set(arrayOf(request['tools']).flatMap((tool) => Object.keys(objectOf(tool))));
  if (!kinds.has('functionDeclarations') || kinds.size === 1) return;
  const circulates = objectOf(request['toolConfig'])['includeServerSideToolInvocations'] === true;
  if (!isGemini3OrLater(model)) {
    const message = 'Multiple tools are supported only when they are all search tools.';
    yield { rule: 'GEM-026', message, path: 'tools' };
  } else if (!circulates && model.route !== 'vertex') {
    yield { rule: 'GEM-026', message: 'Tool call context circulation is not enabled', path: 'tool_config' };
  }
}
