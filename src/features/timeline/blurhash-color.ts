const BASE83 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz#$%*+,-.:;=?@[]^_{|}~'

/** The average colour in a blurhash: its letters 3 to 6 are 24 bits of sRGB (blurha.sh, "Algorithm"). */
export function blurhashColor(blurhash: string | undefined): string | null {
  if (!blurhash || blurhash.length < 6) return null
  let value = 0
  for (const letter of blurhash.slice(2, 6)) {
    const digit = BASE83.indexOf(letter)
    if (digit === -1) return null
    value = value * 83 + digit
  }
  return value <= 0xff_ff_ff ? `#${value.toString(16).padStart(6, '0')}` : null
}
