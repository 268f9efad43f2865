/** Sends requests over so many connections, one after the other on each, and takes the times. */
import { Agent, request } from 'node:http';

export interface Load {
  readonly port: number;
  readonly connections: number;
  readonly requests: number;
  readonly bodyOf: (count: number) => string;
  readonly headers: Readonly<Record<string, string>>;
  /** What the end of an answer has in it: an answer without it is none. */
  readonly end: string;
}

export interface Times {
  readonly perSecond: number;
  /** Milliseconds, of each request, in order. */
  readonly total: readonly number[];
  readonly firstByte: readonly number[];
}

/** Numbers that one connection may use. */
export const perConnection = 10_000;

export async function applyLoad({ port, connections, requests, bodyOf, headers, end }: Load): Promise<Times> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const [total, firstByte]: [number[], number[]] = [[], []];
  let next = 0;
  const connection = async (place: number): Promise<void> => {
    // A conversation stays on its connection, so that its requests come in their order.
    for (let count = place * perConnection; next < requests; count += 1) {
      next += 1;
      const body = bodyOf(count);
      const times = await ask(agent, port, body, headers, end);
      total.push(times.total);
      firstByte.push(times.firstByte);
    }
  };
  const from = performance.now();
  await Promise.all(Array.from({ length: connections }, (_, place) => connection(place)));
  const seconds = (performance.now() - from) / 1000;
  agent.destroy();
  const ordered = (times: readonly number[]): readonly number[] => times.toSorted((one, other) => one - other);
  return { perSecond: requests / seconds, total: ordered(total), firstByte: ordered(firstByte) };
}

function ask(
  agent: Agent,
  port: number,
  body: string,
  own: Readonly<Record<string, string>>,
  end: string,
): Promise<{ readonly total: number; readonly firstByte: number }> {
  return new Promise((resolve, reject) => {
    const length = Buffer.byteLength(body);
    const headers = {
      'content-type': 'application/json',
      'content-length': length,
      authorization: 'Bearer key',
      ...own,
    };
    const from = performance.now();
    const asked = request(
      { agent, host: '127.0.0.1', port, method: 'POST', path: '/v1/chat/completions', headers },
      (response) => {
        let firstByte = 0;
        let text = '';
        response.setEncoding('utf8');
        response.on('data', (chunk: string) => {
          firstByte ||= performance.now() - from;
          text += chunk;
        });
        response.on('error', reject);
        response.on('end', () => {
          if (response.statusCode === 200 && text.includes(end))
            resolve({ total: performance.now() - from, firstByte });
          else reject(new Error(`${response.statusCode}: ${text.slice(0, 500)}`));
        });
      },
    );
    asked.on('error', reject);
    asked.end(body);
  });
}

/** Of ordered times. */
export function percentile(times: readonly number[], share: number): number {
  return times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0;
}
