/** Reads the settings of a request. */
import type { JsonObject, JsonValue } from '@interlock/transcript';
import { readNumbers } from '../../../decode-request/read-further.ts';
import type { Report } from '../../../decode-request/read-request.ts';
import { asArray, asBoolean, asNumber, asObject } from '../../../json/json.ts';
import type { ResponseFormat, Settings } from '../../../traits/settings.ts';
import { numberNames } from '../number-names.ts';

export function readSettings(request: JsonObject, report: Report): Settings {
  const options = asObject(request['options']) ?? {};
  const temperature = asNumber(options['temperature']);
  const topP = asNumber(options['top_p']);
  const limit = asNumber(options['num_predict']);
  const stop = readStop(options['stop']);
  const reasoning = readThink(request['think'], report);
  const responseFormat = readFormat(request['format'], report);
  return {
    // Below 1 it means "unlimited" or "up to the window": not a limit for us.
    ...(limit === undefined || limit < 1 ? {} : { maxOutputTokens: limit }),
    ...(temperature === undefined ? {} : { temperature }),
    ...(topP === undefined ? {} : { topP }),
    ...readNumbers(options, numberNames),
    ...(stop.length === 0 ? {} : { stop }),
    ...(reasoning === undefined ? {} : { reasoning }),
    ...(responseFormat === undefined ? {} : { responseFormat }),
    stream: asBoolean(request['stream']) ?? true, // OLL-001
  };
}

function readStop(value: JsonValue | undefined): readonly string[] {
  const entries = typeof value === 'string' ? [value] : asArray(value);
  return entries.filter((entry) => typeof entry === 'string');
}

/** `true` asks for thinking without an amount. */
function readThink(value: JsonValue | undefined, report: Report): Settings['reasoning'] {
  if (value === undefined || value === null) return undefined;
  if (typeof value === 'boolean') return value ? 'medium' : 'off';
  if (value === 'low' || value === 'medium' || value === 'high' || value === 'max') return value;
  report('think', 'It must be true, false, low, medium, high or max.');
  return undefined;
}

function readFormat(value: JsonValue | undefined, report: Report): ResponseFormat | undefined {
  if (value === undefined || value === null || value === '') return undefined;
  if (value === 'json') return 'json';
  const schema = asObject(value);
  if (schema !== undefined) return { name: 'response', schema };
  report('format', 'It must be "json" or a JSON schema.');
  return undefined;
}
