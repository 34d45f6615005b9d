/** The contrast of two CSS colours as WCAG 2 defines it, of the notations that a theme can use. */

/** Red, green and blue as they are encoded in sRGB, 0 to 1, and opacity. */
type Rgb = readonly [number, number, number]
type Color = { readonly rgb: Rgb; readonly alpha: number }

/**
 * @param ink of text; what is transparent of it shows the surface
 * @param canvas below the surface
 * @returns 1 to 21
 */
export function contrastOf(ink: string, surface: string, canvas: string): number {
  const ground = over(colorOf(surface), colorOf(canvas).rgb)
  const [light, dark] = [luminance(over(colorOf(ink), ground)), luminance(ground)].toSorted((a, b) => b - a)
  return ((light ?? 0) + 0.05) / ((dark ?? 0) + 0.05)
}

const over = ({ rgb, alpha }: Color, ground: Rgb): Rgb =>
  rgb.map((value, at) => value * alpha + (ground[at] ?? 0) * (1 - alpha)) as unknown as Rgb

const luminance = ([red, green, blue]: Rgb): number =>
  0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
const linear = (value: number): number =>
  value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
const encoded = (value: number): number =>
  value <= 0.0031308 ? value * 12.92 : 1.055 * value ** (1 / 2.4) - 0.055
const within = (value: number): number => Math.min(1, Math.max(0, value))

function colorOf(text: string): Color {
  if (text.startsWith('#')) return ofHex(text.slice(1))
  const [name = '', inside = ''] = text.toLowerCase().replace(/\)$/, '').split('(')
  const parts = inside.split(/[\s,/]+/).filter((part) => part !== '')
  /** A percentage counts as that part of `whole`. */
  const numberAt = (at: number, whole: number): number => {
    const part = parts[at] ?? '0'
    return part.endsWith('%') ? (Number.parseFloat(part) / 100) * whole : Number.parseFloat(part)
  }
  const alpha = parts.length > 3 ? within(numberAt(3, 1)) : 1
  const rgb = rgbOf(name, numberAt).map(within) as unknown as Rgb
  return { rgb, alpha }
}

function ofHex(digits: string): Color {
  const long = digits.length < 6 ? [...digits].map((digit) => digit + digit).join('') : digits
  const at = (from: number) => Number.parseInt(long.slice(from, from + 2), 16) / 255
  return { rgb: [at(0), at(2), at(4)], alpha: long.length === 8 ? at(6) : 1 }
}

function rgbOf(name: string, numberAt: (at: number, whole: number) => number): Rgb {
  switch (name) {
    case 'hsl':
      return ofHsl(numberAt(0, 360), percent(numberAt(1, 100)), percent(numberAt(2, 100)))
    case 'hwb':
      return ofHwb(numberAt(0, 360), percent(numberAt(1, 100)), percent(numberAt(2, 100)))
    case 'lab':
      return ofLab(numberAt(0, 100), numberAt(1, 125), numberAt(2, 125))
    case 'lch':
      return ofLab(numberAt(0, 100), ...polar(numberAt(1, 150), numberAt(2, 360)))
    case 'oklab':
      return ofOklab(numberAt(0, 1), numberAt(1, 0.4), numberAt(2, 0.4))
    case 'oklch':
      return ofOklab(numberAt(0, 1), ...polar(numberAt(1, 0.4), numberAt(2, 360)))
    default:
      return [numberAt(0, 255) / 255, numberAt(1, 255) / 255, numberAt(2, 255) / 255]
  }
}

const percent = (value: number): number => within(value / 100)
const polar = (chroma: number, hue: number): [number, number] => [
  chroma * Math.cos((hue * Math.PI) / 180),
  chroma * Math.sin((hue * Math.PI) / 180),
]

/** CSS Color 4, 7.1. */
function ofHsl(hue: number, saturation: number, lightness: number): Rgb {
  const channel = (offset: number) => {
    const k = (((offset + hue / 30) % 12) + 12) % 12
    return (
      lightness - saturation * Math.min(lightness, 1 - lightness) * Math.max(-1, Math.min(k - 3, 9 - k, 1))
    )
  }
  return [channel(0), channel(8), channel(4)]
}

/** CSS Color 4, 8.1. */
function ofHwb(hue: number, white: number, black: number): Rgb {
  const sum = white + black
  if (sum >= 1) return [white / sum, white / sum, white / sum]
  return ofHsl(hue, 1, 0.5).map((value) => value * (1 - sum) + white) as unknown as Rgb
}

/** CSS Color 4, 9: by XYZ under D50, taken to D65. */
function ofLab(lightness: number, a: number, b: number): Rgb {
  const y = (lightness + 16) / 116
  const cube = (value: number) =>
    value ** 3 > 216 / 24_389 ? value ** 3 : (116 * value - 16) / (24_389 / 27)
  const [X, Y, Z] = [cube(y + a / 500) * 0.964_296, cube(y), cube(y - b / 200) * 0.825_105]
  const x65 = 0.955_473 * X - 0.023_098 * Y + 0.063_259 * Z
  const y65 = -0.028_37 * X + 1.009_995 * Y + 0.021_041 * Z
  const z65 = 0.012_314 * X - 0.020_508 * Y + 1.330_366 * Z
  return [
    encoded(within(3.240_97 * x65 - 1.537_383 * y65 - 0.498_611 * z65)),
    encoded(within(-0.969_244 * x65 + 1.875_968 * y65 + 0.041_555 * z65)),
    encoded(within(0.055_63 * x65 - 0.203_977 * y65 + 1.056_972 * z65)),
  ]
}

/** CSS Color 4, 9.2. */
function ofOklab(lightness: number, a: number, b: number): Rgb {
  const long = (lightness + 0.396_338 * a + 0.215_804 * b) ** 3
  const medium = (lightness - 0.105_561 * a - 0.063_854 * b) ** 3
  const short = (lightness - 0.089_484 * a - 1.291_486 * b) ** 3
  return [
    encoded(within(4.076_742 * long - 3.307_712 * medium + 0.230_97 * short)),
    encoded(within(-1.268_438 * long + 2.609_757 * medium - 0.341_319 * short)),
    encoded(within(-0.004_196 * long - 0.703_419 * medium + 1.707_615 * short)),
  ]
}
