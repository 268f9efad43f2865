/** Where an answer goes: an HTTP response, or a WebSocket. */
import type { JsonObject } from '@interlock/transcript';
import type { Frame } from '@interlock/wire';

export type Headers = Readonly<Record<string, string>>;

export interface Outlet {
  /** An answer or a failure in one piece. */
  whole(status: number, headers: Headers, body: JsonObject): void;
  /** A stream begins. */
  open(headers: Headers): void;
  /** Returns a promise if the client reads slowly: wait for it before writing more. */
  write(frames: readonly Frame[]): Promise<void> | undefined;
  end(frames: readonly Frame[]): void;
}
