/** The colours of a picture, for its place until it loads. */

/** Pixels a side that the picture is reduced to: each is the average of its part. */
const SIDE = 4
/** Steps of a channel; nearer colours count as one. */
const STEP = 24
const COLORS = 3

/** @returns CSS colours, the most frequent first; none for a picture of another origin, which browsers do not show to scripts */
export function pictureColors(picture: HTMLImageElement): readonly string[] {
  if (!isReadable(picture.currentSrc || picture.src)) return []
  const canvas = document.createElement('canvas')
  canvas.width = SIDE
  canvas.height = SIDE
  const context = canvas.getContext('2d', { willReadFrequently: true })
  if (!context) return []
  try {
    context.drawImage(picture, 0, 0, SIDE, SIDE)
    return colorsOf(context.getImageData(0, 0, SIDE, SIDE).data)
  } catch {
    // A redirect to another origin, or an SVG that browsers do not let read.
    return []
  }
}

const isReadable = (address: string) =>
  address.startsWith('data:') || URL.parse(address)?.origin === window.location.origin

/** @param data bytes of red, green, blue and opacity in turn */
export function colorsOf(data: ArrayLike<number>): readonly string[] {
  const groups = new Map<string, { count: number; sum: readonly [number, number, number] }>()
  for (let at = 0; at + 3 < data.length; at += 4) {
    const [red = 0, green = 0, blue = 0, opacity = 0] = [data[at], data[at + 1], data[at + 2], data[at + 3]]
    // A transparent part shows the page.
    if (opacity < 128) continue
    const key = [red, green, blue].map((channel) => Math.round(channel / STEP)).join(' ')
    const { count, sum } = groups.get(key) ?? { count: 0, sum: [0, 0, 0] }
    groups.set(key, { count: count + 1, sum: [sum[0] + red, sum[1] + green, sum[2] + blue] })
  }
  return [...groups.values()]
    .toSorted((a, b) => b.count - a.count)
    .slice(0, COLORS)
    .map(({ count, sum }) => `rgb(${sum.map((channel) => Math.round(channel / count)).join(' ')})`)
}
