/** Reads the types of a wasm's imported functions, which WebAssembly's own interface does not expose. For tests. */

const LETTERS: Readonly<Record<number, string>> = { 0x7f: 'i', 0x7e: 'I', 0x7d: 'f', 0x7c: 'F' }

/** module.name to parameters:results, a letter each. */
export function importedFunctions(bytes: Uint8Array): Map<string, string> {
  const types: string[] = []
  const result = new Map<string, string>()
  const reader = createReader(bytes, 8)
  while (!reader.done()) {
    const section = reader.byte()
    const end = reader.number() + reader.place()
    if (section === 1) for (let left = reader.number(); left > 0; left--) types.push(functionType(reader))
    if (section === 2) for (let left = reader.number(); left > 0; left--) readImport(reader, types, result)
    reader.jump(end)
  }
  return result
}

type Reader = ReturnType<typeof createReader>

function createReader(bytes: Uint8Array, from: number) {
  let at = from
  const byte = (): number => bytes[at++] ?? 0
  const number = (): number => {
    let value = 0
    for (let shift = 0; ; shift += 7) {
      const part = byte()
      value |= (part & 0x7f) << shift
      if (part < 0x80) return value >>> 0
    }
  }
  const text = (): string => {
    const length = number()
    at += length
    return new TextDecoder().decode(bytes.subarray(at - length, at))
  }
  return {
    byte,
    number,
    text,
    done: () => at >= bytes.length,
    place: () => at,
    jump: (to: number) => void (at = to),
  }
}

function functionType(reader: Reader): string {
  reader.byte()
  const letters = (): string =>
    Array.from({ length: reader.number() }, () => LETTERS[reader.byte()] ?? '?').join('')
  return `${letters()}:${letters()}`
}

function readImport(reader: Reader, types: readonly string[], result: Map<string, string>): void {
  const name = `${reader.text()}.${reader.text()}`
  // Only functions are imported by the known build; anything else would change the count that a test compares.
  if (reader.byte() === 0) result.set(name, types[reader.number()] ?? '?')
}
