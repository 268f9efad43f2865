/**
 * SHA-256 (FIPS 180-4) of short texts. An imported history needs one digest per call, so an instance reuses its buffers and
 * takes strings directly: libraries allocate about ten objects per digest, which costs more than the hash.
 */

/** The first 32 bits of the fractional parts of the cube roots of the first 64 primes. */
const roundConstants: readonly number[] = [
  0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5, 0xd807aa98,
  0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174, 0xe49b69c1, 0xefbe4786,
  0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da, 0x983e5152, 0xa831c66d, 0xb00327c8,
  0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967, 0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13,
  0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85, 0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819,
  0xd6990624, 0xf40e3585, 0x106aa070, 0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a,
  0x5b9cca4f, 0x682e6ff3, 0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7,
  0xc67178f2,
];

/** The same for the square roots of the first 8 primes. */
const initialState: readonly number[] = [
  0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19,
];

const blockBytes = 64;
const blockWords = 16;
const lastAscii = 0x7f;

/** Names follow the standard. Reads of typed arrays are in range; `?? 0` is only for the compiler. */
export class Sha256 {
  readonly #constants = Int32Array.from(roundConstants);
  readonly #initial = Int32Array.from(initialState);
  readonly #state = new Int32Array(initialState.length);
  /** The 16 words of a block, and the 48 derived from them. */
  readonly #words = new Int32Array(roundConstants.length);
  /** Bytes that do not fill a word yet. */
  #word = 0;
  /** How many bytes were added. */
  #length = 0;

  /**
   * The eight words of the digest of these texts, concatenated, as UTF-8. The next call overwrites them. A surrogate pair split
   * between two texts is not joined.
   */
  digest(texts: readonly string[]): Int32Array {
    for (let at = 0; at < initialState.length; at += 1) this.#state[at] = this.#initial[at] ?? 0;
    this.#word = 0;
    this.#length = 0;
    for (let at = 0; at < texts.length; at += 1) this.#take(texts[at] ?? '');
    this.#close();
    return this.#state;
  }

  #take(text: string): void {
    let word = this.#word;
    let length = this.#length;
    for (let at = 0; at < text.length; at += 1) {
      const unit = text.charCodeAt(at);
      if (unit > lastAscii) {
        this.#word = word;
        this.#length = length;
        for (const byte of new TextEncoder().encode(text.slice(at))) this.#takeByte(byte);
        return;
      }
      word = (word << 8) | unit;
      length += 1;
      if ((length & 3) === 0) this.#put(word, length);
    }
    this.#word = word;
    this.#length = length;
  }

  #takeByte(byte: number): void {
    this.#word = (this.#word << 8) | byte;
    this.#length += 1;
    if ((this.#length & 3) === 0) this.#put(this.#word, this.#length);
  }

  /** The last word of the bytes up to `length`. */
  #put(word: number, length: number): void {
    this.#words[((length - 1) & (blockBytes - 1)) >> 2] = word;
    if ((length & (blockBytes - 1)) === 0) this.#mix();
  }

  /** After the text come a one bit, zeros, and the length in bits as a 64-bit number. */
  #close(): void {
    const length = this.#length;
    const words = this.#words;
    let at = (length & (blockBytes - 1)) >> 2;
    words[at] = ((this.#word << 8) | 0x80) << (24 - 8 * (length & 3));
    at += 1;
    if (at > blockWords - 2) {
      for (; at < blockWords; at += 1) words[at] = 0;
      this.#mix();
      at = 0;
    }
    for (; at < blockWords - 2; at += 1) words[at] = 0;
    words[14] = Math.floor(length / 0x20000000);
    words[15] = length << 3;
    this.#mix();
  }

  #mix(): void {
    this.#expand();
    this.#compress();
  }

  #expand(): void {
    const w = this.#words;
    for (let t = 16; t < 64; t += 1) {
      const x = w[t - 15] ?? 0;
      const y = w[t - 2] ?? 0;
      const s0 = ((x >>> 7) | (x << 25)) ^ ((x >>> 18) | (x << 14)) ^ (x >>> 3);
      const s1 = ((y >>> 17) | (y << 15)) ^ ((y >>> 19) | (y << 13)) ^ (y >>> 10);
      w[t] = (w[t - 16] ?? 0) + s0 + (w[t - 7] ?? 0) + s1;
    }
  }

  #compress(): void {
    const w = this.#words;
    const k = this.#constants;
    const state = this.#state;
    let a = state[0] ?? 0;
    let b = state[1] ?? 0;
    let c = state[2] ?? 0;
    let d = state[3] ?? 0;
    let e = state[4] ?? 0;
    let f = state[5] ?? 0;
    let g = state[6] ?? 0;
    let h = state[7] ?? 0;
    for (let t = 0; t < 64; t += 1) {
      const s1 = ((e >>> 6) | (e << 26)) ^ ((e >>> 11) | (e << 21)) ^ ((e >>> 25) | (e << 7));
      const s0 = ((a >>> 2) | (a << 30)) ^ ((a >>> 13) | (a << 19)) ^ ((a >>> 22) | (a << 10));
      const t1 = (h + s1 + (g ^ (e & (f ^ g))) + (k[t] ?? 0) + (w[t] ?? 0)) | 0;
      const t2 = (s0 + ((a & b) ^ (a & c) ^ (b & c))) | 0;
      h = g;
      g = f;
      f = e;
      e = (d + t1) | 0;
      d = c;
      c = b;
      b = a;
      a = (t1 + t2) | 0;
    }
    state[0] = (state[0] ?? 0) + a;
    state[1] = (state[1] ?? 0) + b;
    state[2] = (state[2] ?? 0) + c;
    state[3] = (state[3] ?? 0) + d;
    state[4] = (state[4] ?? 0) + e;
    state[5] = (state[5] ?? 0) + f;
    state[6] = (state[6] ?? 0) + g;
    state[7] = (state[7] ?? 0) + h;
  }
}
