/** Changes what a protocol writes into what one kind of client wants to see. Made for one answer: it may keep state. */
import type { JsonObject } from '@interlock/transcript';
import type { Frame } from '@interlock/wire';

export interface Reshape {
  frame(frame: Frame): readonly Frame[];
  whole(body: JsonObject): JsonObject;
}
