/** UTF-7 (RFC 2152), which browsers no longer decode and old mail uses. */

/** Runs of Base64 between `+` and `-` are UTF-16; `+-` is a plus. */
export const readUtf7 = (text: string): string =>
  text.replace(/\+([A-Za-z\d+/]*)-?/g, (_, run: string) => {
    if (run === '') return '+'
    const bytes = Buffer.from(run, 'base64')
    return bytes
      .subarray(0, bytes.length & ~1)
      .swap16()
      .toString('utf16le')
  })
