/** Adapts what a protocol writes to one kind of client. Created per answer, so it may keep state. */
import type { JsonObject } from '@interlock/transcript';
import type { Frame } from '@interlock/wire';

export interface Reshape {
  frame(frame: Frame): readonly Frame[];
  whole(body: JsonObject): JsonObject;
}
