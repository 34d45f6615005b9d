import { describe, expect, test } from 'vitest'
import { mapChunks } from './map-chunks.ts'

describe('pieces of long markup', () => {
  test('are restored whatever their nesting', async () => {
    const deep = `<div><section><p>${'word '.repeat(3000)}</p><pre><code>x &lt; y</code></pre></section>${'<p>short</p>'.repeat(900)}<img src="https://a.example/b.png" /></div>`
    const sizes: number[] = []
    const whole = await mapChunks(deep, async (piece) => {
      sizes.push(piece.length)
      return piece
    })
    expect(whole).toBe(deep)
    expect(Math.max(...sizes)).toBeLessThanOrEqual(6000)
    expect(sizes.length).toBeGreaterThan(3)
  })

  test('a picture alone is not sent', async () => {
    const sent: string[] = []
    await mapChunks('<img src="https://a.example/b.png" />', async (piece) => (sent.push(piece), piece))
    expect(sent).toEqual([])
  })
})
