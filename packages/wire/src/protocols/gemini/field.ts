/**
 * Reads a field by its camelCase name, in either spelling: Google's parser accepts `functionCall` and `function_call`, and
 * clients send both. We only write camelCase (GEM-037).
 */
import type { JsonObject, JsonValue } from '@interlock/transcript';

/** All names that are read, so that the other spelling is computed once. */
const names = [
  'allowedFunctionNames',
  'anyOf',
  'blockReason',
  'boolValue',
  'cachedContent',
  'cachedContentTokenCount',
  'candidateCount',
  'candidates',
  'candidatesTokenCount',
  'codeExecutionResult',
  'content',
  'contents',
  'displayName',
  'error',
  'executableCode',
  'fileData',
  'fileUri',
  'finishMessage',
  'finishReason',
  'frequencyPenalty',
  'functionCall',
  'functionCallingConfig',
  'functionDeclarations',
  'functionResponse',
  'generationConfig',
  'includeServerSideToolInvocations',
  'includeThoughts',
  'inlineData',
  'jsonPath',
  'maxOutputTokens',
  'mimeType',
  'modelVersion',
  'numberValue',
  'parameters',
  'parametersJsonSchema',
  'partialArgs',
  'parts',
  'presencePenalty',
  'promptFeedback',
  'promptTokenCount',
  'response',
  'responseId',
  'responseJsonSchema',
  'responseMimeType',
  'responseSchema',
  'serviceTier',
  'stopSequences',
  'stringValue',
  'systemInstruction',
  'thinkingBudget',
  'thinkingConfig',
  'thinkingLevel',
  'thoughtSignature',
  'thoughtsTokenCount',
  'toolCall',
  'toolConfig',
  'toolResponse',
  'toolType',
  'toolUsePromptTokenCount',
  'tools',
  'topK',
  'topP',
  'usageMetadata',
  'willContinue',
] as const;

export type FieldName = (typeof names)[number];

/** In protobuf's JSON, null means absent. */
export function field(object: JsonObject | undefined, name: FieldName): JsonValue | undefined {
  if (object === undefined) return undefined;
  return object[name] ?? object[snakeNames.get(name) ?? name] ?? undefined;
}

export function snakeCase(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

export function camelCase(name: string): string {
  return name.includes('_')
    ? name.replaceAll(/(?<=[A-Za-z0-9])_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase())
    : name;
}

const snakeNames: ReadonlyMap<FieldName, string> = new Map(names.map((name) => [name, snakeCase(name)]));
