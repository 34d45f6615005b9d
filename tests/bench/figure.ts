/** The results of a bench, one line each. */
export type Figure = {
  readonly bench: string
  readonly figure: string
  /** What the product did. */
  readonly product: number
  /** What the same work costs bare, measured in the same run. */
  readonly floor?: number
  /** product / floor */
  readonly ratio?: number
  /** What the ratio, or the product where there is no floor, must not exceed; or must reach, with `least`. */
  readonly bar?: number
  readonly least?: boolean
  readonly held?: boolean
  readonly unit: string
}

/** A bench module, as `npm run bench` finds it. */
export type Bench = {
  readonly name: string
  /** What it measures, in a line. */
  readonly words: string
  readonly figures: () => AsyncGenerator<Figure>
}

/** The values of a figure, without its bench and name. */
export type BenchOptions = Omit<Figure, 'bench' | 'figure' | 'ratio' | 'held'>

/** Checks the figures of a part, whose names all get the same suffix. */
export const judging =
  (bench: string, named: (figure: string) => string) =>
  (figure: string, input: BenchOptions): Figure =>
    judged({ bench, figure: named(figure), ...input })

/** A figure with its ratio and its verdict worked out. */
export function judged(figure: Omit<Figure, 'ratio' | 'held'>): Figure {
  const { product, floor, bar, least } = figure
  const ratio = floor === undefined ? undefined : rounded(product / floor)
  const value = ratio ?? product
  return {
    ...figure,
    product: rounded(product),
    ...(floor === undefined ? {} : { floor: rounded(floor), ratio: ratio ?? 0 }),
    ...(bar === undefined ? {} : { held: least ? value >= bar : value <= bar }),
  }
}

const rounded = (value: number): number => Math.round(value * 1000) / 1000
