/**
 * How much one value may carry. A request body is one string, and V8's longest is 2^29 characters: without a limit the
 * `JSON.stringify` at the end of the line throws on a value that every single step before it accepted.
 */

/** Containers inside containers. Providers' parsers and recursive writers give up somewhere above this. */
export const MAX_DEPTH = 500;

/** Below `MAX_DEPTH` a value is carried as text. Even that ends somewhere: a proxy can go on for ever. */
export const MAX_TEXT_DEPTH: number = 2 ** 20;

/** What a leaf costs besides its characters. 6 * (LEAF_COST + length) is never less than its JSON text. */
export const LEAF_COST = 16;

/** What an array or an object costs besides what is in it. A copy in progress takes some 300 bytes for each. */
export const CONTAINER_COST = 32;

/** What a value and everything below it may cost: some four million leaves, at most 403 million characters of JSON. */
export const MAX_COST: number = 2 ** 26;

/** Kept back from `MAX_COST` for the note that each open container gets when the rest of it is left out. */
export const NOTE_RESERVE: number = 2 ** 16;

/**
 * What repeating objects that appear in several places may cost when a value has to be copied. Thirty objects that
 * each hold the one before twice are 2^30 nodes of JSON.
 */
export const REPEAT_COST: number = 2 ** 23;
