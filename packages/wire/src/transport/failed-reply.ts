/** Reads a failed response: as much of its body as is needed to explain it, and makes the error. */
import { notTheApi } from '../failure/endpoint-page.ts';
import { ProviderError } from '../failure/errors.ts';
import type { FailedResponse, Failure } from '../failure/failure.ts';
import { presentable, redactKeys } from '../failure/redact.ts';
import type { Exchange } from './exchange.ts';
import { type Body, readBody } from './read-body.ts';

const longestBody = 64 * 1024;
const longestField = 200;
const longestMessage = 2_000;

/** A response whose headers have arrived. */
export interface HttpResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Body;
}

export interface FailureOptions {
  readonly idleMs: number;
  readonly classify: (response: FailedResponse) => Failure;
  readonly diagnostics?: (() => object) | undefined;
}

export async function failedReply(
  reply: HttpResponse,
  exchange: Exchange,
  options: FailureOptions,
): Promise<ProviderError> {
  const { provider, secrets } = exchange.upstream;
  const { status, headers } = reply;
  // Before classifying: truncating the text may split a key, and half a key would not be recognised.
  const body = redactKeys(await readStart(reply.body, exchange, options.idleMs), secrets);
  const failure = isRedirect(status)
    ? redirected(status, headers['location'])
    : options.classify({ status, headers, body });
  const diagnostics = failure.reason === 'invalid-request' ? options.diagnostics?.() : undefined;
  return new ProviderError(provider, withoutSecrets(failure, secrets), diagnostics);
}

/** The text up to the limit, the end or a stall. The status is known, so a part of the text is better than none. */
async function readStart(body: Body, exchange: Exchange, idleMs: number): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  let size = 0;
  try {
    // The time limit is for the whole body: one byte a minute is a stall too.
    for await (const chunk of readBody(body, exchange, { idleMs, answerMs: idleMs })) {
      const part = chunk.subarray(0, longestBody - size);
      size += part.byteLength;
      text += decoder.decode(part, { stream: true });
      if (size >= longestBody) break;
    }
  } catch (error) {
    if (exchange.isAborted) throw error;
  }
  return text;
}

function isRedirect(status: number): boolean {
  return status >= 300 && status < 400;
}

/** Redirects are not followed, because the key would be sent to wherever the answer points. */
function redirected(status: number, location: string | undefined): Failure {
  const to = location === undefined ? 'another address' : (location.split(/[?#]/)[0] ?? '');
  const message = `the endpoint redirects to ${to}: redirects are not followed, set the endpoint to the right address`;
  return { reason: 'server', message, status, code: notTheApi };
}

function withoutSecrets(failure: Failure, secrets: readonly string[]): Failure {
  const { code, requestId } = failure;
  return {
    ...failure,
    message: presentable(failure.message, longestMessage, secrets),
    ...(code === undefined ? {} : { code: presentable(code, longestField, secrets) }),
    ...(requestId === undefined ? {} : { requestId: presentable(requestId, longestField, secrets) }),
  };
}
