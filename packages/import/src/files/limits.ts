/** How much is read from foreign files. */
export interface FileLimits {
  /** Bytes of one file, after decompression. Default: 8 GB. */
  readonly fileBytes: number;
  /** Bytes of one line; it may contain pictures. A document or a row has the same limit. Default: 256 MB. */
  readonly lineBytes: number;
  /** Files next to a session. Default: 2,000. */
  readonly besideFiles: number;
  /** Folder entries that a search examines. Default: 200,000. */
  readonly entries: number;
}

const mega = 1024 * 1024;

export const defaultLimits: FileLimits = {
  fileBytes: 8192 * mega,
  lineBytes: 256 * mega,
  besideFiles: 2_000,
  entries: 200_000,
};
