/** ` Did you mean "…"?`, or nothing. */
import { nearestName } from '@interlock/wire';

export function didYouMean(wanted: string, names: readonly string[]): string {
  const nearest = nearestName(wanted, names);
  return nearest === undefined ? '' : ` Did you mean "${nearest}"?`;
}

export function noSuchField(wanted: string, fields: readonly string[]): string {
  return `There is no field ${JSON.stringify(wanted)}.${didYouMean(wanted, fields)} The fields are ${fields.join(', ')}.`;
}
