/** Texts of any length that no two benches or runs make differently: words of a made-up language, and Chinese and Japanese. */

/** 0 to 1, the same in every run. @param seed anything above 0 */
export function randomFrom(seed: number): () => number {
  let at = (seed * 2_654_435_761) % 2_147_483_647 || 1
  return () => {
    at = (at * 48_271) % 2_147_483_647
    return at / 2_147_483_647
  }
}

const VOCABULARY = Array.from({ length: 8000 }, (_, number) => {
  let word = ''
  for (let rest = number + 7; rest > 0; rest = Math.floor(rest / 21))
    word += 'bcdfghjklmnprstvwzaei'[rest % 21]
  return `${word}o`
})

/** Common words come often, as in any language. */
export function text(random: () => number, count: number): string {
  return Array.from({ length: count }, () => {
    const at = Math.min(random(), random(), random())
    return VOCABULARY[Math.floor(at * VOCABULARY.length)] ?? 'to'
  }).join(' ')
}

/** Characters of a language without spaces. Common ones come often here too. */
const running = (letters: string) => {
  const all = [...letters]
  return (random: () => number, count: number): string =>
    Array.from({ length: count }, () => all[Math.floor(Math.min(random(), random()) * all.length)]).join('')
}
const between = (first: number, count: number) =>
  Array.from({ length: count }, (_, at) => String.fromCodePoint(first + at)).join('')
export const glyphs = {
  chinese: running(between(0x4e00, 3000)),
  japanese: running(between(0x3042, 80) + between(0x30a2, 80) + between(0x5b50, 800)),
} as const

/** An article in HTML as blogs write them: paragraphs, links with counters in them, a picture, a list. */
export function article(random: () => number, number: number, length = 320): string {
  const part = (share: number) => text(random, Math.ceil(length * share))
  return `<p>${part(0.2)} <a href="/page/${number}?utm_source=feed&amp;id=${number}">${text(random, 3)}</a> ${part(0.2)}</p>
<p><img src="/pictures/${number}.jpg" width="640" height="360" alt="${text(random, 4)}"></p>
<blockquote><p>${part(0.1)}</p></blockquote><p>${part(0.2)} <em>${text(random, 2)}</em> &amp; ${part(0.1)}</p>
<ul><li>${part(0.06)}</li><li>${part(0.06)}</li></ul><p>${part(0.1)} <a href="https://other.example/${number}">${text(random, 2)}</a>.</p>`
}
