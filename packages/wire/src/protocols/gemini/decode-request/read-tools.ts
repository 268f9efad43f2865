/** Reads the tools of a request. Only functions are ours to run; Google's own tools are reported as unknown. */
import type { JsonObject, JsonValue } from '@interlock/transcript';
import { readAnyTool } from '../../../decode-request/any-tool.ts';
import type { Report } from '../../../decode-request/read-request.ts';
import { asArray, asObject, asText } from '../../../json/json.ts';
import type { Tool } from '../../../traits/settings.ts';
import { camelCase, field } from '../field.ts';
import { readSchema } from './read-schema.ts';
import { reportOthers } from './read-settings.ts';

export function readTools(value: JsonValue | undefined, report: Report): readonly Tool[] {
  const entries = asObject(value) === undefined ? asArray(value) : [value ?? null];
  return entries.flatMap((entry, at) => {
    const tool = asObject(entry) ?? {};
    const isOwn = field(tool, 'functionDeclarations') !== undefined;
    const foreign = isOwn ? undefined : readAnyTool(tool, `tools.${at}`, report);
    if (foreign !== undefined) return foreign;
    for (const [given, value] of Object.entries(tool)) {
      const name = camelCase(given);
      // Some clients write all members, most of them null.
      if (name === 'functionDeclarations' || value === null) continue;
      report(`tools.${at}.${name}`, "Google's own tools are not offered here.");
    }
    const declarations = asArray(field(tool, 'functionDeclarations'));
    return declarations.flatMap((declaration, position) =>
      readTool(asObject(declaration) ?? {}, `tools.${at}.functionDeclarations.${position}`, report),
    );
  });
}

function readTool(declaration: JsonObject, path: string, report: Report): readonly Tool[] {
  const name = asText(declaration['name']);
  if (name === '') {
    report(path, 'A function must have a name.');
    return [];
  }
  reportOthers(declaration, ['name', 'description', 'parameters', 'parametersJsonSchema'], `${path}.`, report);
  const description = asText(declaration['description']);
  const schema = asObject(field(declaration, 'parametersJsonSchema')) ?? subsetOf(declaration);
  return [
    {
      name,
      ...(description === '' ? {} : { description }),
      ...(schema === undefined ? {} : { parameters: schema }),
    },
  ];
}

function subsetOf(declaration: JsonObject): JsonObject | undefined {
  const schema = asObject(declaration['parameters']);
  return schema === undefined ? undefined : readSchema(schema);
}
