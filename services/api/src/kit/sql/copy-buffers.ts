/** Memory for the pieces that `copyIn` takes: of two buffers, one is sent while the other is filled. */
export class CopyBuffers {
  #next: Buffer;
  #last: Buffer;

  /** @param length bytes that are sent at a time */
  constructor(length: number) {
    this.#next = Buffer.allocUnsafeSlow(length);
    this.#last = Buffer.allocUnsafeSlow(length);
  }

  /** The buffer for the next piece; a new one if the piece is longer. */
  take(bytes: number): Buffer {
    if (bytes > this.#next.length) return Buffer.allocUnsafeSlow(bytes);
    [this.#next, this.#last] = [this.#last, this.#next];
    return this.#last;
  }
}
