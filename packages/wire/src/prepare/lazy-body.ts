/**
 * A request whose body is put together when it is first read: what is sent are pieces of bytes. All such requests share one getter. With a
 * getter of its own each would get a hidden class of its own, which keeps everything the request refers to until the next full garbage collection.
 */
import type { JsonObject } from '@interlock/transcript';

const make: unique symbol = Symbol('make the body');

interface Lazy {
  [make]: (() => JsonObject) | JsonObject;
}

function readBody(this: Lazy): JsonObject {
  const made = this[make];
  const body = typeof made === 'function' ? made() : made;
  this[make] = body;
  return body;
}

export function withLazyBody<T extends object>(
  request: T,
  makeBody: () => JsonObject,
): T & { readonly body: JsonObject } {
  Object.defineProperty(request, make, { value: makeBody, writable: true });
  Object.defineProperty(request, 'body', { get: readBody, enumerable: true });
  return request as T & { readonly body: JsonObject };
}
