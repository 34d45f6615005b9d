/** A word of a command line, or a quoted text; `name:value` names its argument. */
export type Token = {
  readonly text: string
  readonly name?: string | undefined
  readonly quoted: boolean
  /** As typed. */
  readonly raw: string
}

const TOKEN = /(?:([\p{L}][\p{L}\p{N}-]*):(?!\/\/))?(?:"([^"]*)"?|([^\s"]+))/gu

/** Splits at spaces outside of quotes. A quote that is still open reaches to the end. */
export function tokenizeLine(line: string): readonly Token[] {
  return [...line.matchAll(TOKEN)].map(([raw, name, quoted, plain]) => ({
    text: quoted ?? plain ?? '',
    name,
    quoted: quoted !== undefined,
    raw,
  }))
}
