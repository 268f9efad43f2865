/** Gives a call the name that another agent has for the same tool, if the table says that they are the same. */
import type { JsonObject } from '@interlock/transcript';
import type { ToolTable } from '../tool-names/tool-tables.ts';

export interface NamedCall {
  readonly name: string;
  readonly parameters: JsonObject;
}

/** The call itself if no tool of the table is exactly ours with these arguments. */
export function mapToolsBack(call: NamedCall, table: ToolTable): NamedCall {
  for (const [name, twin] of Object.entries(table)) {
    if (twin.name !== call.name) continue;
    const theirs = new Map(Object.entries(twin.parameters).map(([their, our]) => [our, their]));
    const entries = Object.entries(call.parameters).map(([our, value]) => [theirs.get(our), value] as const);
    if (entries.some(([their]) => their === undefined)) continue;
    const parameters = Object.fromEntries(entries.map(([their, value]) => [their ?? '', value]));
    if ((twin.required ?? []).every((their) => (parameters[their] ?? '') !== '')) return { name, parameters };
  }
  return call;
}
