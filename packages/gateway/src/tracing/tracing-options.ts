/** The options of tracing, from the configuration or the variables of OpenTelemetry. */
import { ConfigError, type Environment } from '@interlock/wire';

export interface TracingOptions {
  /** The address that spans are sent to, with its path. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly resource: Readonly<Record<string, string>>;
  /** The share of traces begun here that are recorded, from 0 to 1. */
  readonly ratio: number;
  /** Whether a trace that began elsewhere is recorded if its caller says so. */
  readonly followsParent: boolean;
  readonly timeoutMs: number;
}

/** Undefined when tracing is off. Throws a `ConfigError` for an invalid address. `endpoint` is the configured one, as `OTEL_EXPORTER_OTLP_ENDPOINT` is: without `/v1/traces`. */
export function tracingOptions(environment: Environment, endpoint?: string): TracingOptions | undefined {
  const read = (name: string): string => environment[`OTEL_${name}`]?.trim() ?? '';
  if (read('SDK_DISABLED').toLowerCase() === 'true' || read('TRACES_EXPORTER') === 'none') return undefined;
  const own = endpoint === undefined ? read('EXPORTER_OTLP_TRACES_ENDPOINT') : '';
  const every = endpoint ?? read('EXPORTER_OTLP_ENDPOINT');
  if (own === '' && every === '') return undefined;
  const url = own === '' ? `${every.replace(/\/+$/, '')}/v1/traces` : own;
  const { protocol = '', username, password } = URL.parse(url) ?? {};
  if (!/^https?:$/.test(protocol)) {
    throw new ConfigError('invalid-input', 'The URL for spans is invalid.', 'Write it as http://127.0.0.1:4318.');
  }
  // It could not be sent to, and the reason would have the password in it.
  if (username !== '' || password !== '') {
    const fix = 'Set OTEL_EXPORTER_OTLP_HEADERS to authorization=Basic%20… instead.';
    throw new ConfigError('invalid-input', 'The URL for spans contains a user name or a password.', fix);
  }
  const pairs = (text: string): Readonly<Record<string, string>> => Object.fromEntries(pairsOf(text));
  const resource = pairs(read('RESOURCE_ATTRIBUTES'));
  const service = read('SERVICE_NAME') || resource['service.name'] || 'interlock-gateway';
  const timeout = Number(read('EXPORTER_OTLP_TRACES_TIMEOUT') || read('EXPORTER_OTLP_TIMEOUT'));
  return {
    url,
    headers: { ...pairs(read('EXPORTER_OTLP_HEADERS')), ...pairs(read('EXPORTER_OTLP_TRACES_HEADERS')) },
    resource: { ...resource, 'service.name': service },
    ...sampling(read('TRACES_SAMPLER'), Number(read('TRACES_SAMPLER_ARG') || 1)),
    timeoutMs: timeout > 0 ? timeout : 10_000,
  };
}

function sampling(name: string, ratio: number): Pick<TracingOptions, 'ratio' | 'followsParent'> {
  const own = name.replace(/^parentbased_/, '');
  const followsParent = name === '' || own !== name;
  if (own === 'always_off') return { ratio: 0, followsParent };
  return { ratio: own === 'traceidratio' && ratio >= 0 && ratio <= 1 ? ratio : 1, followsParent };
}

/** `a=1,b=2`, with URL-encoded values. */
function pairsOf(text: string): readonly (readonly [string, string])[] {
  return text.split(',').flatMap((pair) => {
    const at = pair.indexOf('=');
    return at < 1 ? [] : [[pair.slice(0, at).trim(), decoded(pair.slice(at + 1).trim())] as const];
  });
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
