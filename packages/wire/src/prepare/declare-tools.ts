/** Declares tools for a target: names projected, schemas in its dialect, stubs where the history requires them. */
import type { JsonObject } from '@interlock/transcript';
import { stubDescription } from '../texts/model-texts.ts';
import type { DeclaredTool } from '../tools/declared-tool.ts';
import { freeFormFunction } from '../tools/free-form.ts';
import { toDialect } from '../tools/schema/to-dialect.ts';
import type { ToolNames } from '../tools/tool-names.ts';
import type { Tool } from '../traits/settings.ts';
import type { Traits } from '../traits/traits.ts';

export function declareTools(tools: readonly Tool[], names: ToolNames, traits: Traits): readonly DeclaredTool[] {
  return tools.map((tool) => {
    const isNative = tool.freeForm === undefined || (traits.customTools && traits.tools === 'native');
    const { name, description, parameters, strict, freeForm } = isNative ? tool : freeFormFunction(tool);
    const declared = declare(names.offer(name), description, parameters, traits);
    if (freeForm !== undefined) return { ...declared, freeForm };
    return strict && traits.strictSchemas && !declared.isCut ? { ...declared, strict } : declared;
  });
}

/** ANT-060, BDR-001: a history with calls needs declared tools, even if none is offered anymore: one for each name in it. */
export function declareStubs({ projected }: ToolNames, traits: Traits): readonly DeclaredTool[] {
  return projected.map((name) => declare(name, stubDescription, undefined, traits));
}

function declare(
  name: string,
  description: string | undefined,
  parameters: JsonObject | undefined,
  traits: Traits,
): DeclaredTool {
  let isCut = false;
  const schema = toDialect(parameters, traits.toolSchema, () => {
    isCut = true;
  });
  const { maxDescription: most = Number.POSITIVE_INFINITY } = traits; // OAC-006
  const isLong = description !== undefined && description.length > most;
  const text = isLong ? `${description.slice(0, most - 1).toWellFormed()}…` : description;
  return {
    name,
    ...(text ? { description: text } : {}),
    ...(isLong ? { wholeDescription: description } : {}),
    ...(schema === undefined ? {} : { schema }),
    ...(isCut ? { isCut } : {}),
  };
}
