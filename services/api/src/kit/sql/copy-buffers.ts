/** Memory for the pieces that `copyIn` takes: two buffers that take turns, one being sent while the other is filled. */
export class CopyBuffers {
  #next: Buffer;
  #last: Buffer;

  /** @param length bytes that are sent at once */
  constructor(length: number) {
    this.#next = Buffer.allocUnsafeSlow(length);
    this.#last = Buffer.allocUnsafeSlow(length);
  }

  /** The buffer for the next piece; one of its own where that must hold more. */
  take(bytes: number): Buffer {
    if (bytes > this.#next.length) return Buffer.allocUnsafeSlow(bytes);
    [this.#next, this.#last] = [this.#last, this.#next];
    return this.#last;
  }
}
