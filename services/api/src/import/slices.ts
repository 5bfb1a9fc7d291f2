/** Bytes that are read at a time: the dearest of them, cells of one letter, take some 15 milliseconds. */
const SLICE = 8_192;

/**
 * The bytes of a file in small pieces, so that its reader never works for long without a pause.
 * @param giveWay the pause between two pieces; if it throws, the reading ends
 */
export async function* inSlices(
  input: AsyncIterable<Buffer> | Iterable<Buffer>,
  giveWay: () => Promise<void>,
): AsyncGenerator<Buffer> {
  let isFirst = true;
  for await (const chunk of input) {
    for (let start = 0; start < chunk.length; start += SLICE) {
      if (!isFirst) await giveWay();
      isFirst = false;
      yield chunk.subarray(start, start + SLICE);
    }
  }
}
