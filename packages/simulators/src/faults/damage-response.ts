/** Content faults: calls with truncated arguments, an error instead of the answer or inside it, and frames that are broken, duplicated or missing. */
import type { Api, ApiResponse } from '../api/api.ts';
import { argumentText } from '../api/call-arguments.ts';
import type { Answer, Part } from '../api/model.ts';
import type { World } from '../api/world.ts';
import type { Fault } from './fault.ts';

export interface Damaged {
  readonly response: ApiResponse;
  /** The connection is closed at the end of the response, as if it had broken. */
  readonly drops: boolean;
}

export function damageResponse(response: ApiResponse, fault: Fault, api: Api, world: World): Damaged {
  switch (fault.do) {
    case 'fail':
      return { response: api.fail(fault.with, world), drops: false };
    case 'respond':
      return { response: fault.response, drops: false };
    case 'fail-inside':
      return failInside(response, fault, api, world);
    case 'malform':
      return { response: malform(response, fault), drops: false };
    case 'end-twice':
      return { response: withFrames(response, (frames) => [...frames, ...frames.slice(-1)]), drops: false };
    case 'end-missing': {
      const { frames: missing = 1 } = fault;
      return { response: withFrames(response, (frames) => frames.slice(0, frames.length - missing)), drops: false };
    }
    case 'all':
      return fault.faults.reduce<Damaged>(
        (before, each) => {
          const { response, drops } = damageResponse(before.response, each, api, world);
          return { response, drops: before.drops || drops };
        },
        { response, drops: false },
      );
    default:
      return { response, drops: false };
  }
}

function failInside(
  response: ApiResponse,
  fault: Extract<Fault, { readonly do: 'fail-inside' }>,
  api: Api,
  world: World,
): Damaged {
  if (!isStream(response)) return { response: api.fail(fault.with, world), drops: false };
  const event = api.failInside(fault.with, world);
  const begun = withFrames(response, (frames) => [
    ...frames.slice(0, fault.frames ?? Math.floor(frames.length / 2)),
    ...(event === undefined ? [] : [event]),
  ]);
  return { response: begun, drops: event === undefined };
}

function malform(response: ApiResponse, { frame, as }: Extract<Fault, { readonly do: 'malform' }>): ApiResponse {
  return withFrames(response, (frames) => {
    const wanted = frame ?? Math.floor(frames.length / 2);
    const at = wanted < 0 ? frames.length + wanted : wanted;
    return frames.map((text, index) => (index === at ? (as ?? brokenOff(text)) : text));
  });
}

/** The first half, with the terminator that makes it a frame. */
function brokenOff(frame: string): string {
  const end = /\s*$/.exec(frame)?.[0] ?? '';
  const text = frame.slice(0, frame.length - end.length);
  return text.slice(0, Math.ceil(text.length / 2)) + end;
}

/** An answer that is not a stream is one frame, and stays one text. */
function withFrames(response: ApiResponse, change: (frames: readonly string[]) => readonly string[]): ApiResponse {
  const frames = change(framesOf(response));
  return { ...response, body: isStream(response) ? frames : frames.join('') };
}

/** A stream as its frames, however it is split: what gets lost, duplicated or broken in the field is a frame. */
function framesOf({ headers, body }: ApiResponse): readonly string[] {
  if (typeof body === 'string') return [body];
  const type = contentTypeOf(headers);
  if (type.includes('event-stream')) return splitAfter(body.join(''), /\r?\n\r?\n/g);
  if (type.includes('ndjson')) return splitAfter(body.join(''), /\n/g);
  return body;
}

function isStream({ body }: ApiResponse): boolean {
  return typeof body !== 'string';
}

function contentTypeOf(headers: ApiResponse['headers']): string {
  const found = Object.entries(headers).find(([name]) => name.toLowerCase() === 'content-type');
  return found?.[1] ?? '';
}

function splitAfter(text: string, end: RegExp): readonly string[] {
  const frames: string[] = [];
  let start = 0;
  for (const match of text.matchAll(end)) {
    frames.push(text.slice(start, match.index + match[0].length));
    start = match.index + match[0].length;
  }
  if (start < text.length) frames.push(text.slice(start));
  return frames;
}

/** Truncates the arguments of calls, as when the output limit is reached. */
export function damageAnswer(answer: Answer, fault: Fault): Answer {
  if (fault.do === 'all') return fault.faults.reduce(damageAnswer, answer);
  if (fault.do !== 'truncate-arguments' || !answer.parts.some((part) => 'call' in part)) return answer;
  return { parts: answer.parts.map((part) => truncateCall(part, fault.length)), stop: 'length' };
}

function truncateCall(part: Part, length: number | undefined): Part {
  if (!('call' in part)) return part;
  const whole = argumentText(part);
  // Never everything: `{}` cut in half is `{`.
  const kept = Math.min(length ?? Math.floor(whole.length / 2), whole.length - 1);
  return { ...part, rawArgs: whole.slice(0, Math.max(0, kept)) };
}
