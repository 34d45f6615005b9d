import type { KeyRule } from '../../../../core/index.ts'

/** A keymap that another program made familiar: rules on top of the defaults. */
export type Preset = {
  /** i18n key `app:presets.ID` */
  readonly id: string
  readonly rules: readonly KeyRule[]
}

/** Rules that bind keys to commands, by command. */
export const bind = (commands: Readonly<Record<string, string>>): readonly KeyRule[] =>
  Object.entries(commands).map(([keys, command]) => ({ keys, command }))
/** Rules that take keys away from whatever has them. */
export const unbind = (...all: readonly string[]): readonly KeyRule[] =>
  all.map((keys) => ({ keys, command: null }))
/** The sequences of an operator, which its key alone would hide. */
export const operatorKeys = (operator: string): readonly string[] =>
  [operator, 'e', 'a', 'b', 'y', 'f', 'c', 'v', 'o', 'q'].map((object) => `${operator} ${object}`)
