/** Everything that is reported about one request in addition to its answer: the log, the metrics, spans, the event feed and the recording. */
import { steadyTime } from '@interlock/runtime';
import { type JsonObject, toJson } from '@interlock/transcript';
import type { Frame } from '@interlock/wire';
import type { AnswerOutcome, IncomingRequest } from '../exchange/answer-request.ts';
import type { Headers, Outlet } from '../exchange/outlet.ts';
import type { GatewayEvent } from '../feed/gateway-event.ts';
import { logOutcome, type RequestFacts } from '../log/log.ts';
import type { GatewayParts } from '../parts/gateway-parts.ts';
import { type RecordedBody, recordedJson, recordedText } from '../recording/recorded-body.ts';
import type { Recording } from '../recording/recording.ts';

type Facts = Omit<RequestFacts, 'ms' | 'firstByteMs'>;
type Asked = Pick<IncomingRequest, 'body' | 'headers'>;

export class RequestWatch {
  readonly outlet: WatchedOutlet;
  readonly #parts: GatewayParts;
  readonly #facts: Facts;
  readonly #asked: Asked;
  readonly #began: number;
  readonly #now: () => number;
  readonly #start: number;

  constructor(parts: GatewayParts, facts: Facts, asked: Asked, outlet: Outlet) {
    const { clock, metrics, recording, feed } = parts;
    this.#parts = parts;
    this.#facts = facts;
    this.#asked = asked;
    this.#began = clock.now();
    this.#now = steadyTime(clock);
    this.#start = this.#now();
    this.outlet = new WatchedOutlet(outlet, this.#now);
    metrics.begin();
    if (feed === undefined || feed.isIdle) return;
    const request = recording === undefined ? {} : { request: requestOf(asked.body, recording) };
    feed.publish({ type: 'begin', at: this.#began, ...facts, ...request });
  }

  end(outcome: AnswerOutcome): void {
    const { clock, log, metrics, feed, recording, tracing } = this.#parts;
    const { firstByteAt } = this.outlet;
    const facts: RequestFacts = {
      ...this.#facts,
      ms: this.#now() - this.#start,
      ...(firstByteAt === undefined ? {} : { firstByteMs: firstByteAt - this.#start }),
    };
    logOutcome(log, facts, outcome);
    metrics.end(facts, outcome);
    tracing?.end(this.#asked.headers, { facts, outcome, beganAt: this.#began });
    if ((feed === undefined || feed.isIdle) && recording?.file === undefined) return;
    const event = endOf(facts, outcome, clock.now(), recording);
    feed?.publish(event);
    if (recording?.file === undefined) return;
    recording.file.write(JSON.stringify({ ...event, request: requestOf(this.#asked.body, recording) }));
  }
}

function endOf(
  facts: RequestFacts,
  outcome: AnswerOutcome,
  at: number,
  recording: Recording | undefined,
): GatewayEvent {
  const { status, end, attempts, seals, report, usage } = outcome;
  const target = attempts.at(-1)?.target;
  return {
    type: 'end',
    at,
    ...facts,
    status,
    end,
    ...(target === undefined ? {} : { target }),
    attempts: attempts.map(({ target: asked, account, failure }) => ({
      target: asked,
      account,
      ...(failure === undefined ? {} : { failure: failure.reason }),
    })),
    repairs: report?.repairs ?? [],
    leftOut: report?.leftOut ?? [],
    seals,
    ...(usage === undefined ? {} : { usage }),
    ...(recording === undefined ? {} : { answer: answerOf(outcome, recording) }),
  };
}

function requestOf(body: JsonObject, { characters, secrets }: Recording): RecordedBody {
  return recordedJson(body, characters, secrets);
}

/** The joined blocks of the answer: in the pieces of a stream, a divided key would not be recognized. */
function answerOf({ reply, failure }: AnswerOutcome, { characters, secrets }: Recording): RecordedBody {
  if (reply !== undefined) return recordedJson(toJson(reply.content.blocks).value, characters, secrets);
  return recordedText(failure?.message ?? '', characters, secrets);
}

/**
 * An outlet that notes when the first byte left. A class, because an object with a getter of its own gets a hidden class of its own, which keeps
 * the whole request in memory until the next full garbage collection.
 */
class WatchedOutlet implements Outlet {
  readonly #outlet: Outlet;
  readonly #now: () => number;
  #firstByteAt: number | undefined;

  constructor(outlet: Outlet, now: () => number) {
    this.#outlet = outlet;
    this.#now = now;
  }

  /** Undefined: nothing has left yet. */
  get firstByteAt(): number | undefined {
    return this.#firstByteAt;
  }

  whole(...answer: Parameters<Outlet['whole']>): void {
    this.#firstByteAt ??= this.#now();
    this.#outlet.whole(...answer);
  }

  open(headers: Headers): void {
    this.#firstByteAt ??= this.#now();
    this.#outlet.open(headers);
  }

  write(frames: readonly Frame[]): Promise<void> | undefined {
    return this.#outlet.write(frames);
  }

  end(frames: readonly Frame[]): void {
    this.#outlet.end(frames);
  }
}
